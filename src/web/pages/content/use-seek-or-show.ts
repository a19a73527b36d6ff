import { useCallback, useEffect, useRef, useState } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { usePlayer } from '#ui/player/player-context.tsx';
import type { SourceRequest, SourceTarget } from '#ui/reader/view-state.ts';
import { tabOfAnchor } from './tab-of-address.ts';

type SeekOrShowOptions = {
  hasMedia: boolean;
  hasPdf: boolean;
  onPlace: (tab: string) => void;
  /** The way back to the reference, from wherever its place is shown. */
  wayBack: (back: () => void) => () => void;
};

/** Where a timestamp or a reference leads: `goTo` plays from a time where there is a player, `show` always opens the tab with the place. */
export function useSeekOrShow({ hasMedia, hasPdf, ...handlers }: SeekOrShowOptions) {
  const player = usePlayer();
  const [target, setTarget] = useState<SourceTarget | null>(null);
  const page = useRef(handlers);
  useEffect(() => {
    page.current = handlers;
  });
  const show = useCallback(
    (anchor: NoteAnchor, { claim, back }: SourceRequest = {}) => {
      const { onPlace, wayBack } = page.current;
      setTarget((before) => ({ claim, back: back && wayBack(back), anchor, nonce: (before?.nonce ?? 0) + 1 }));
      onPlace(tabOfAnchor(anchor, hasPdf));
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
