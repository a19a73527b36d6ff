import type { QueryClient } from '@tanstack/react-query';
import type { useTRPC } from './client.tsx';

/** First what runs, then records: otherwise a record may stay "processing" with no run left to follow. */
export async function refreshWork(queryClient: QueryClient, trpc: ReturnType<typeof useTRPC>): Promise<void> {
  await queryClient.invalidateQueries(trpc.content.running.queryFilter());
  await queryClient.invalidateQueries(trpc.user.videos.pathFilter());
  void queryClient.invalidateQueries(trpc.content.overview.pathFilter());
  refreshTime(queryClient, trpc);
}

export function refreshTime(queryClient: QueryClient, trpc: ReturnType<typeof useTRPC>): void {
  const calls = [trpc.user.remainingTime, trpc.user.timeEntries, trpc.user.timeAccount, trpc.user.getReferralUserData];
  for (const call of calls) void queryClient.invalidateQueries(call.pathFilter());
}
