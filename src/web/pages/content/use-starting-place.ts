import { useEffect, useRef } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';

/** Goes to the place in the page's link: once per link, not again when the player appears or disappears. */
export function useStartingPlace(start: NoteAnchor | null, goTo: (anchor: NoteAnchor) => void): void {
  const followed = useRef<NoteAnchor | null>(null);
  useEffect(() => {
    if (start === followed.current) return;
    followed.current = start;
    if (start) goTo(start);
  }, [start, goTo]);
}
