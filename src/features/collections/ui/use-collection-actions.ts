import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { Collection } from './use-collections.ts';

const undoMs = 10_000;

export function useCollectionActions({ onDeleted = () => undefined }: { onDeleted?: (() => void) | undefined } = {}) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const onSettled = () => queryClient.invalidateQueries(trpc.share.pathFilter());
  const undo = t(($) => $.collections.toast.undo);

  const update = useMutation(
    trpc.share.updateCollection.mutationOptions({
      onSuccess: ({ name }, input) =>
        showToast({
          tone: 'success',
          message:
            input.coverContentId === undefined
              ? t(($) => $.collections.toast.saved, { name })
              : t(($) => $.collections.toast.coverSet, { name }),
        }),
      onError: (error) =>
        failed(
          t(($) => $.collections.toast.saveFailed),
          error,
        ),
      onSettled,
    }),
  );

  const publish = useMutation(
    trpc.share.publishCollection.mutationOptions({
      onSuccess: ({ name }, { id, isPublic }) =>
        showToast({
          tone: 'success',
          message: isPublic
            ? t(($) => $.collections.toast.published, { name })
            : t(($) => $.collections.toast.unpublished, { name }),
          action: { label: undo, onAction: () => publish.mutate({ id, isPublic: !isPublic }) },
        }),
      onError: (error, { isPublic }) =>
        failed(isPublic ? t(($) => $.collections.toast.publishFailed) : t(($) => $.collections.toast.unpublishFailed), error),
      onSettled,
    }),
  );

  const restore = useMutation(
    trpc.share.restoreCollection.mutationOptions({
      onSuccess: ({ name }) => showToast({ tone: 'success', message: t(($) => $.collections.toast.restored, { name }) }),
      onError: (error) =>
        failed(
          t(($) => $.collections.toast.restoreFailed),
          error,
        ),
      onSettled,
    }),
  );

  const remove = useMutation({
    mutationFn: ({ id }: Pick<Collection, 'id' | 'name'>) => client.share.deleteCollection.mutate({ id }),
    onSuccess: (_answer, { id, name }) => {
      showToast({
        tone: 'success',
        message: t(($) => $.collections.toast.deleted, { name }),
        action: { label: undo, onAction: () => restore.mutate({ id }) },
        durationMs: undoMs,
      });
      // Leaves the page first, because it would report the deleted collection as missing.
      onDeleted();
      queryClient.removeQueries(trpc.share.getCollectionDetails.pathFilter());
      void onSettled();
    },
    onError: (error) =>
      failed(
        t(($) => $.collections.toast.deleteFailed),
        error,
      ),
  });

  return { update, publish, remove };
}

export type CollectionActions = ReturnType<typeof useCollectionActions>;
