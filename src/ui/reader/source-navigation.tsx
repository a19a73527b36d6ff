/** The way from any text about a source back into it: whoever shows an anchor asks here, the page knows how to get there. */
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';

/** What texts about a source say by themselves, in the user's language. */
export type ReaderWords = {
  /** What pressing an anchor does. */
  hintOf: (anchor: NoteAnchor) => string;
  /** Of links that leave the page. */
  opensNewTab: string;
  /** Of the mark behind a statement that could not be checked. */
  unverified: string;
};

type Navigation = {
  /** Plays the moment, or shows the line or paragraph, wherever the reader is. */
  goTo: (anchor: NoteAnchor) => void;
  /** Opens the text that holds the place and points at it, playing nothing. */
  show: (anchor: NoteAnchor) => void;
  /** Has the page something that can play a moment? */
  hasMedia: boolean;
  words: ReaderWords;
};

const NavigationContext = createContext<Navigation | null>(null);

export function SourceNavigationProvider({ goTo, show, hasMedia, words, children }: Navigation & { children: ReactNode }) {
  const value = useMemo(() => ({ goTo, show, hasMedia, words }), [goTo, show, hasMedia, words]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

export function useSourceNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (navigation === null) throw new Error('SourceNavigationProvider is missing');
  return navigation;
}
