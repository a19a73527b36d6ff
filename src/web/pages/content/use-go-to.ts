import { useCallback, useEffect, useRef, useState } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { afterFrame } from '#ui/browser/after-frame.ts';
import { focusIfLost } from '#ui/browser/use-focus-handover.ts';
import { usePlayer } from '#ui/player/player-context.tsx';
import type { SourceRequest, SourceTarget } from '#ui/reader/view-state.ts';
import { tabOfAnchor } from './tab-of-address.ts';

type GoToOptions = {
  hasMedia: boolean;
  hasPdf: boolean;
  onPlace: (tab: string) => void;
  /** The way back to the reference, from wherever its place is shown. */
  wayBack: (back: () => void) => () => void;
};

/** `goTo` plays from a time where there is a player; `show` always opens the tab with the place. */
export function useGoTo({ hasMedia, hasPdf, ...handlers }: GoToOptions) {
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

/** Goes to the place in the page's link: once per link, not again when the player appears or disappears. */
export function useStartingPlace(start: NoteAnchor | null, goTo: (anchor: NoteAnchor) => void): void {
  const followed = useRef<NoteAnchor | null>(null);
  useEffect(() => {
    if (start === followed.current) return;
    followed.current = start;
    if (start) goTo(start);
  }, [start, goTo]);
}

/** Where the place was shown in the tab of its reference, that tab is opened first. */
export function useWayBack(tab: string, onTab: (tab: string) => void): (back: () => void) => () => void {
  const [asked, setAsked] = useState<{ tab: string; back: () => void } | null>(null);
  const now = useRef({ tab, onTab });
  useEffect(() => {
    now.current = { tab, onTab };
  });
  // The panel of a tab is rendered in a second step.
  useEffect(() => {
    if (asked?.tab !== tab) return;
    return afterFrame(() => {
      setAsked(null);
      asked.back();
      focusIfLost(() => document.querySelector<HTMLElement>('[data-main-part] [role=tabpanel][data-state=active]'));
    });
  }, [asked, tab]);
  return useCallback((back) => {
    const { tab: from } = now.current;
    return () => {
      if (now.current.tab === from) back();
      else {
        setAsked({ tab: from, back });
        now.current.onTab(from);
      }
    };
  }, []);
}
