import { useQuery } from '@tanstack/react-query';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';

export type OwnTime = {
  remaining: RouterOutputs['user']['remainingTime'];
  /** Null for a visitor without an account. */
  account: RouterOutputs['user']['timeAccount'] | null;
  savedMinutes: number;
};

/** `time` is null until all of it has loaded; `failed` is the error, if any. */
export function useOwnTime() {
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const isKnown = me.data?.user != null;
  const remaining = useQuery(trpc.user.remainingTime.queryOptions());
  const account = useQuery(trpc.user.timeAccount.queryOptions(undefined, { enabled: isKnown }));
  const saved = useQuery(trpc.user.getReferralUserData.queryOptions(undefined, { enabled: isKnown }));
  const queries = isKnown ? [remaining, account, saved] : [me, remaining];
  const isReady = me.data !== undefined && queries.every((query) => query.data !== undefined);
  const time: OwnTime | null =
    isReady && remaining.data
      ? { remaining: remaining.data, account: account.data ?? null, savedMinutes: saved.data?.savedTime ?? 0 }
      : null;
  return {
    user: me.data?.user ?? null,
    time,
    failed: queries.find((query) => query.error !== null && query.data === undefined)?.error ?? null,
    retrying: queries.some((query) => query.isFetching),
    retry: () => {
      for (const query of queries) void query.refetch();
    },
  };
}
