import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { showToast } from '#ui/toast/toast.ts';

/** `taken`: the items added since the page was opened. */
export function useAddToLibrary(collection: string, { onOpen }: { onOpen: (contentId: string) => void }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const toText = useErrorText();
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const add = useMutation(
    trpc.public.addToLibrary.mutationOptions({
      onSuccess: ({ addedCount, contentIds: own, left, problem }, { contentIds }) => {
        setTaken((before) => new Set([...before, ...contentIds.filter((id) => !left.includes(id))]));
        const rest = problem === null ? {} : { description: toText(problem).message };
        const [first] = own;
        const action =
          contentIds.length === 1 && first !== undefined
            ? { action: { label: t(($) => $.sharing.toast.open), onAction: () => onOpen(first) } }
            : {};
        showToast(
          addedCount === 0
            ? { tone: 'info', message: t(($) => $.sharing.toast.already), ...action, ...rest }
            : { tone: 'success', message: t(($) => $.sharing.toast.added, { count: addedCount }), ...action, ...rest },
        );
      },
      onError: (error, { contentIds }) =>
        failed(
          t(($) => $.sharing.toast.addFailed),
          error,
          { label: t(($) => $.sharing.toast.retry), onAction: () => add.mutate({ collection, contentIds }) },
        ),
      onSettled: () => {
        // The first one may have created the account.
        void queryClient.invalidateQueries(trpc.account.me.queryFilter());
        void queryClient.invalidateQueries({ queryKey: trpc.user.videos.pathKey() });
        void queryClient.invalidateQueries(trpc.content.running.queryFilter());
      },
    }),
  );
  return {
    add: (contentIds: string[]) => add.mutate({ collection, contentIds }),
    adding: add.isPending ? (add.variables?.contentIds ?? []) : [],
    taken,
  };
}
