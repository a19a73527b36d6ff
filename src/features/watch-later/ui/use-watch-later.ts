import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { showToast } from '#ui/toast/toast.ts';

type Change = { contentId: string; on: boolean };

/** The list with pending changes; a change that failed is reverted. */
export function useWatchLater() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const queryKey = trpc.playlist.list.queryKey();
  const me = useQuery(trpc.account.me.queryOptions());
  const list = useQuery(trpc.playlist.list.queryOptions(undefined, { enabled: me.data?.user != null }));
  const { mutate } = useMutation({
    scope: { id: 'watch-later' },
    mutationFn: async ({ contentId, on }: Change) => {
      if (on) await client.playlist.add.mutate({ contentId });
      else await client.playlist.remove.mutate({ contentId });
    },
    onMutate: async ({ contentId, on }) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (before) => {
        const others = before?.contentIds.filter((id) => id !== contentId) ?? [];
        return { contentIds: on ? [contentId, ...others] : others };
      });
    },
    onSuccess: (_data, { contentId, on }) =>
      showToast({
        id: `watch-later-${contentId}`,
        tone: 'success',
        message: t(($) => (on ? $.watchLater.added : $.watchLater.removed)),
        action: { label: t(($) => $.watchLater.undo), onAction: () => mutate({ contentId, on: !on }) },
      }),
    onError: (error) =>
      failed(
        t(($) => $.watchLater.failed),
        error,
      ),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey });
      await queries.invalidateQueries(trpc.user.videos.pathFilter());
    },
  });
  const contentIds = list.data?.contentIds;
  return { has: (contentId: string) => contentIds?.includes(contentId) ?? false, change: mutate };
}
