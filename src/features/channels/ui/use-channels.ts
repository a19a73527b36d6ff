import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import type { NoteDetail } from '#lib/notes/note-details.ts';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { refreshWork } from '#rpc/refresh-work.ts';
import { showToast } from '#ui/toast/toast.ts';

export type Subscription = RouterOutputs['channel']['subscriptions'][number];
/** An entry of a channel, or a popular one. */
export type ListedEntry = Omit<RouterOutputs['explore']['popular']['items'][number], 'shelf'> & {
  shelf?: RouterOutputs['explore']['popular']['items'][number]['shelf'];
  is_new?: boolean;
  lines?: RouterOutputs['digest']['week']['entries'][number]['lines'];
};
export type Entry = RouterOutputs['channel']['entries']['entries'][number];
export type NoteOptions = { noteLanguage: NoteLanguage; detail: NoteDetail };

const unreadMs = 3_000;

export function useSubscriptions() {
  const trpc = useTRPC();
  return useQuery(
    trpc.channel.subscriptions.queryOptions(undefined, {
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => (isUnread(state.data) ? unreadMs : false),
    }),
  );
}

function isUnread(list: readonly Subscription[] | undefined): boolean {
  return list?.some(({ state, problem }) => state === 'new' && problem === null) ?? false;
}

const pageSize = 30;

/** `channelId` null: entries of all channels. */
export function useEntries(channelId: string | null, { unread }: { unread: boolean }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { limit: pageSize, ...(channelId === null ? {} : { channelId }) };
  const query = useInfiniteQuery({
    queryKey: trpc.channel.entries.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }) => client.channel.entries.query({ ...input, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchOnMount: 'always',
    // This page is not told when a note in progress ends.
    refetchInterval: ({ state }) =>
      unread || state.data?.pages.some(({ entries }) => entries.some(({ existing }) => existing?.status === 'processing'))
        ? unreadMs
        : false,
  });
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!unread) return;
    // The last channel may have been read after the entries were fetched.
    return () => void queryClient.invalidateQueries(trpc.channel.entries.pathFilter());
  }, [unread, queryClient, trpc]);
  const pages = query.data?.pages;
  const entries = useMemo(() => {
    const seen = new Map<string, Entry>();
    for (const entry of pages?.flatMap((page) => page.entries) ?? []) if (!seen.has(entry.id)) seen.set(entry.id, entry);
    return [...seen.values()];
  }, [pages]);
  return { ...query, entries };
}

function useRefreshChannels(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => {
    // Following the first channel may have created the account.
    void queryClient.invalidateQueries(trpc.account.me.queryFilter());
    void queryClient.invalidateQueries(trpc.explore.channels.pathFilter());
    return queryClient.invalidateQueries(trpc.channel.pathFilter());
  };
}

export function useChannelChanges() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const onSettled = useRefreshChannels();
  const follow = useMutation(
    trpc.channel.follow.mutationOptions({
      onSuccess: ({ subscription: { title }, existing }) =>
        showToast({
          tone: existing ? 'info' : 'success',
          message: existing ? t(($) => $.channels.follow.existing, { title }) : t(($) => $.channels.follow.done, { title }),
        }),
      onSettled,
    }),
  );
  const restore = useMutation(
    trpc.channel.restore.mutationOptions({
      onSuccess: ({ title }) => showToast({ tone: 'success', message: t(($) => $.channels.list.restored, { title }) }),
      onError: (error) =>
        failed(
          t(($) => $.channels.list.restoreFailed),
          error,
        ),
      onSettled,
    }),
  );
  const listKey = trpc.channel.subscriptions.queryKey();
  const unfollow = useMutation(
    trpc.channel.unfollow.mutationOptions({
      onMutate: async ({ channelId }) => {
        await queryClient.cancelQueries({ queryKey: listKey });
        const before = queryClient.getQueryData(listKey);
        queryClient.setQueryData(listKey, (list) => list?.filter(({ id }) => id !== channelId));
        return { before, title: before?.find(({ id }) => id === channelId)?.title ?? '' };
      },
      onSuccess: (_data, { channelId }, { title }) =>
        showToast({
          message: t(($) => $.channels.list.unfollowed, { title }),
          action: { label: t(($) => $.channels.list.undo), onAction: () => restore.mutate({ channelId }) },
          durationMs: 10_000,
        }),
      onError: (error, _input, context) => {
        if (context?.before) queryClient.setQueryData(listKey, context.before);
        failed(
          t(($) => $.channels.list.unfollowFailed),
          error,
        );
      },
      onSettled,
    }),
  );
  return { follow, unfollow };
}

export function useChannelSettings() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const failed = useFailureToast();
  const onSettled = useRefreshChannels();
  const checkAgain = useMutation(
    trpc.channel.checkAgain.mutationOptions({
      onSuccess: ({ title }) => showToast({ message: t(($) => $.channels.list.checking, { title }) }),
      onError: (error) =>
        failed(
          t(($) => $.channels.list.checkFailed),
          error,
        ),
      onSettled,
    }),
  );
  const setAutomatic = useMutation(
    trpc.channel.setAutomatic.mutationOptions({
      onSuccess: ({ title, automatic }) =>
        showToast({
          message: automatic
            ? t(($) => $.channels.list.automaticOn, { title })
            : t(($) => $.channels.list.automaticOff, { title }),
        }),
      onError: (error) =>
        failed(
          t(($) => $.channels.list.automaticFailed),
          error,
        ),
      onSettled,
    }),
  );
  return { checkAgain, setAutomatic };
}

export function useSummarise({ noteLanguage, detail }: NoteOptions) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const notStarted = (error: unknown) =>
    failed(
      t(($) => $.channels.entries.failedStart),
      error,
    );
  return useMutation({
    mutationFn: async ({ url, title }: Pick<Entry, 'url' | 'title'>) => {
      // A visitor may have no account yet.
      await client.account.ensure.mutate();
      return (await client.ingest.submit.mutate({ items: [{ url, title }], noteLanguage, detail })).results[0];
    },
    onSuccess: (result) => {
      if (!result || 'problem' in result) notStarted(result?.problem ?? { code: 'internal' });
    },
    onError: notStarted,
    onSettled: () => {
      void queryClient.invalidateQueries(trpc.account.me.queryFilter()).then(() => refreshWork(queryClient, trpc));
      void queryClient.invalidateQueries(trpc.explore.popular.pathFilter());
      void queryClient.invalidateQueries(trpc.digest.week.pathFilter());
      return queryClient.invalidateQueries(trpc.channel.entries.pathFilter());
    },
  });
}
