import type { QueryClient } from '@tanstack/react-query';
import type { useTRPC } from './client.tsx';

/**
 * Asks again what runs, and only then for the records: a record that is asked for first may still be "processing"
 * while the list of what runs, being later, has nothing left to follow.
 */
export async function refreshWork(queryClient: QueryClient, trpc: ReturnType<typeof useTRPC>): Promise<void> {
  await queryClient.invalidateQueries(trpc.content.running.queryFilter());
  await queryClient.invalidateQueries(trpc.user.videos.pathFilter());
  // The content that is open, if one is: a run may have begun or ended elsewhere.
  void queryClient.invalidateQueries(trpc.content.overview.pathFilter());
}
