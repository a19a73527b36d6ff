import type { ReactNode } from 'react';
import type { ContentTab } from './content-tabs.ts';

/**
 * What other features add to a content page; the route puts it together, so that no feature knows another. Everything
 * is drawn inside the page's player and source navigation (`#ui/player`, `#ui/reader/source-navigation.tsx`). Texts that
 * can be marked carry `data-text-scope` (`note`, `subtitle`, `article`), their lines `data-segment`.
 */
export type ContentExtensions = {
  /** More tabs, behind the page's own. */
  tabs?: readonly { id: ContentTab; label: string; panel: ReactNode }[];
  /** Before the page's actions, where a phone shows them first. */
  firstActions?: ReactNode;
  /** Beside the page's actions. */
  actions?: ReactNode;
  /** Items at the head of the download menu. */
  downloads?: ReactNode;
  /** Moments that the reader marked, for the player's bar, in order of time (ms). */
  marks?: readonly { startMs: number; title: string }[];
  /** Drawn once over the whole page: selection menus, side panels, dialogs. */
  overlay?: ReactNode;
};
