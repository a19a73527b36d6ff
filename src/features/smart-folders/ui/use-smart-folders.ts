import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterInputs, type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { showToast } from '#ui/toast/toast.ts';
import { changes } from '../changes.ts';

export type SmartFolder = RouterOutputs['smartFolder']['list'][number];
export type FolderInput = Omit<RouterInputs['smartFolder']['create'], 'id' | 'created_at'>;
export type Definition = RouterInputs['smartFolder']['count'];

export function useSmartFolders() {
  return useQuery(useTRPC().smartFolder.list.queryOptions());
}

/** While the definition changes, the previous count stays. */
export function useFolderCount(definition: Definition | null) {
  const trpc = useTRPC();
  return useQuery(
    trpc.smartFolder.count.queryOptions(definition ?? { tags: [], match_type: 'all', rules: {} }, {
      enabled: definition !== null,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  );
}

export function useFolderChanges() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const say = useFailureToast();
  const refresh = (path: keyof typeof changes) => () => invalidateAfter(queries, changes, { path });
  const create = useMutation(
    trpc.smartFolder.create.mutationOptions({
      onSettled: refresh('smartFolder.create'),
      onError: (error, { name }) =>
        say(
          t(($) => $.smartFolders.toast.createFailed, { name }),
          error,
        ),
    }),
  );
  const update = useMutation(
    trpc.smartFolder.update.mutationOptions({
      onSettled: refresh('smartFolder.update'),
      onError: (error, { name }) =>
        say(
          t(($) => $.smartFolders.toast.saveFailed, { name }),
          error,
        ),
    }),
  );
  const drop = useMutation(trpc.smartFolder.delete.mutationOptions({ onSettled: refresh('smartFolder.delete') }));

  /** Undo restores the folder under the same id, so that its addresses still work, and at its place in the list. */
  function remove({ id, name, tags, match_type, rules, created_at }: SmartFolder): void {
    drop.mutate(
      { id },
      {
        onSuccess: () =>
          showToast({
            message: t(($) => $.smartFolders.toast.removed, { name }),
            action: {
              label: t(($) => $.smartFolders.toast.undo),
              onAction: () => create.mutate({ id, created_at, name, tags, match_type, rules }),
            },
          }),
        onError: (error) =>
          say(
            t(($) => $.smartFolders.toast.removeFailed, { name }),
            error,
          ),
      },
    );
  }
  return { create, update, remove };
}
