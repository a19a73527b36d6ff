import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { refreshWork } from '#rpc/refresh-work.ts';
import { showToast } from '#ui/toast/toast.ts';

export function useQueueItems({ onQueued }: { onQueued: () => void }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  return useMutation(
    trpc.ingest.queueItems.mutationOptions({
      onSuccess: ({ queued, existing, problems }) => {
        const rest = [
          existing > 0 ? t(($) => $.listings.alreadyThere, { count: existing }) : null,
          problems.length > 0 ? t(($) => $.listings.notStarted, { count: problems.length }) : null,
        ].filter((part) => part !== null);
        showToast({
          tone: problems.length > 0 ? 'warning' : 'success',
          message: t(($) => $.listings.queued, { count: queued }),
          ...(rest.length > 0 ? { description: rest.join(t(($) => $.common.listSeparator)) } : {}),
        });
        onQueued();
      },
      onError: (error) =>
        failed(
          t(($) => $.listings.queueFailed),
          error,
        ),
      onSettled: () => refreshWork(queryClient, trpc),
    }),
  );
}
