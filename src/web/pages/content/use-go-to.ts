import { useCallback, useEffect, useRef, useState } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { usePlayer } from '#ui/player/player-context.tsx';
import type { SourceRequest, SourceTarget } from '#ui/reader/view-state.ts';
import { tabOfAnchor } from './tab-of-address.ts';

/** `goTo` plays from a time where there is a player; `show` always opens the tab with the place. */
export function useGoTo({ hasMedia, hasPdf }: { hasMedia: boolean; hasPdf: boolean }, onTab: (tab: string) => void) {
  const player = usePlayer();
  const [target, setTarget] = useState<SourceTarget | null>(null);
  const tab = useRef(onTab);
  useEffect(() => {
    tab.current = onTab;
  });
  const show = useCallback(
    (anchor: NoteAnchor, request: SourceRequest = {}) => {
      setTarget((before) => ({ ...request, anchor, nonce: (before?.nonce ?? 0) + 1 }));
      tab.current(tabOfAnchor(anchor, hasPdf));
    },
    [hasPdf],
  );
  const goTo = useCallback(
    (anchor: NoteAnchor, request: SourceRequest = {}) => {
      if (anchor.kind === 'time' && hasMedia) player.seek(anchor.ms);
      else show(anchor, request);
    },
    [hasMedia, player, show],
  );
  return { goTo, show, target };
}

/** Goes to the place in the page's link: once per link, not again when the player appears or disappears. */
export function useStartingPlace(start: NoteAnchor | null, goTo: (anchor: NoteAnchor) => void): void {
  const followed = useRef<NoteAnchor | null>(null);
  useEffect(() => {
    if (start === followed.current) return;
    followed.current = start;
    if (start) goTo(start);
  }, [start, goTo]);
}
