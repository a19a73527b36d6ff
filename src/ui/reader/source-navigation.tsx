import { createContext, type ReactNode, use, useMemo } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import type { SourceRequest } from '#ui/reader/view-state.ts';

export type ReaderWords = {
  /** `page`: the page of a document, where the reference names it. */
  hintOf: (anchor: NoteAnchor, page?: number) => string;
  opensNewTab: string;
  unverified: string;
};

type Navigation = {
  /** Plays the moment, or shows the line or paragraph. */
  goTo: (anchor: NoteAnchor, request?: SourceRequest) => void;
  /** Shows the place without playing. */
  show: (anchor: NoteAnchor, request?: SourceRequest) => void;
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
