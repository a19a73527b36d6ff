import type { ReactNode } from 'react';
import type { ChatExtension } from '#features/chat/ui/use-chat-extension.tsx';
import type { MenuAction } from '#ui/overlays/action-menu.tsx';

/** Assembled by the route: no feature imports another. Texts to highlight have `data-text-scope`, lines `data-segment`. */
export type ContentExtensions = {
  tabs?: readonly { id: string; label: string; panel: ReactNode }[];
  /** A button among the actions, and a panel that gets a pane of its own where there is room. */
  chat?: ChatExtension;
  actions?: readonly MenuAction[];
  downloads?: ReactNode;
  /** In order of time (ms). */
  marks?: readonly { startMs: number; title: string }[];
  overlay?: ReactNode;
};
