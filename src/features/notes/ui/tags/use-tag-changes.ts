import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { changes } from '../../changes.ts';

export type LastChange = NonNullable<RouterOutputs['userNote']['lastTagChange']>;

export function useTagChanges() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const me = useQuery(trpc.account.me.queryOptions());
  const last = useQuery({ ...trpc.userNote.lastTagChange.queryOptions(), enabled: me.data?.user != null }).data ?? null;
  const refresh = () => invalidateAfter(queries, changes, { path: 'userNote.changeTag' });
  const onError = (error: unknown) =>
    failed(
      t(($) => $.tags.failed),
      error,
    );
  const start = useMutation(trpc.userNote.changeTag.mutationOptions({ onError, onSettled: refresh }));
  const undo = useMutation(trpc.userNote.undoTagChange.mutationOptions({ onError, onSettled: refresh }));
  return {
    last,
    busy: start.isPending || undo.isPending || last?.state === 'running',
    change: (from: string, to: string | null) => start.mutate({ from, to }),
    undo: (taskId: string) => undo.mutate({ taskId }),
    refresh,
  };
}
