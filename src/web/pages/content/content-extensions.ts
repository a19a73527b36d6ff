import type { ReactNode } from 'react';
import type { MenuAction } from '#ui/overlays/action-menu.tsx';
import type { ContentTab } from './content-tabs.ts';

/**
 * Assembled by the route, so that no feature imports another. Texts that can be highlighted carry `data-text-scope`, their lines
 * `data-segment`.
 */
export type ContentExtensions = {
  tabs?: readonly { id: ContentTab; label: string; panel: ReactNode }[];
  /** Before the note's own actions. */
  firstActions?: ReactNode;
  /** Lines of the menu. */
  actions?: readonly MenuAction[];
  downloads?: ReactNode;
  /** In order of time (ms). */
  marks?: readonly { startMs: number; title: string }[];
  overlay?: ReactNode;
};
