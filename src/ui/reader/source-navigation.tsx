/** The way from any text about a source back into it: whoever shows an anchor asks here, the page knows how to get there. */
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';

type Navigation = {
  /** Plays the moment, or shows the line or paragraph, wherever the reader is. */
  goTo: (anchor: NoteAnchor) => void;
  /** Opens the text that holds the place and points at it, playing nothing. */
  show: (anchor: NoteAnchor) => void;
  /** Has the page something that can play a moment? */
  hasMedia: boolean;
};

const NavigationContext = createContext<Navigation | null>(null);

export function SourceNavigationProvider({ goTo, show, hasMedia, children }: Navigation & { children: ReactNode }) {
  const value = useMemo(() => ({ goTo, show, hasMedia }), [goTo, show, hasMedia]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

export function useSourceNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (navigation === null) throw new Error('SourceNavigationProvider is missing');
  return navigation;
}
