import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTRPC } from '#rpc/client.tsx';
import { readDraft } from './draft-store.ts';

/** The last request of a closed page may arrive after the next page has loaded the note. */
const lookAgainMs = [700, 3000];

/** Reloads the note if the text that this browser sent last is not the one that was loaded. */
export function useLateNote(contentId: string, note: string | null): void {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const first = useRef(note);
  useEffect(() => {
    const sent = readDraft(contentId)?.sent;
    if (sent === undefined || sent === first.current) return;
    const queryKey = trpc.content.overview.queryKey({ contentId });
    const timers = lookAgainMs.map((ms) => setTimeout(() => void queries.invalidateQueries({ queryKey }), ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [contentId, queries, trpc]);
}
