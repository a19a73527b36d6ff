import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTRPC } from '#rpc/client.tsx';
import { readDraft } from './draft-store.ts';

/** What a page sends while it goes may arrive after the next one has read the note. */
const lookAgainMs = [700, 3000];

/** Reads the note again when this browser sent another one just before. */
export function useLateNote(contentId: string, note: string | null): void {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const first = useRef(note);
  useEffect(() => {
    const sent = readDraft(contentId)?.sent;
    if (sent === undefined || sent === first.current) return;
    const queryKey = trpc.content.detail.queryKey({ contentId });
    const timers = lookAgainMs.map((ms) => setTimeout(() => void queries.invalidateQueries({ queryKey }), ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [contentId, queries, trpc]);
}
