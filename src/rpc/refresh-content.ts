import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTRPC } from './client.tsx';
import { refreshTime } from './refresh-work.ts';

export function useRefreshContent(contentId: string): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const lists = [
      trpc.user.videos.pathKey(),
      trpc.user.tags.pathKey(),
      trpc.user.noteDays.pathKey(),
      trpc.content.running.pathKey(),
      trpc.content.versions.pathKey(),
      trpc.content.speechDensity.pathKey(),
      // Whether there is something to ask about.
      trpc.chat.history.queryKey({ contentId }),
    ];
    for (const queryKey of lists) void queryClient.invalidateQueries({ queryKey });
    refreshTime(queryClient, trpc);
    await queryClient.invalidateQueries({ queryKey: trpc.content.overview.queryKey({ contentId }) });
  }, [trpc, queryClient, contentId]);
}
