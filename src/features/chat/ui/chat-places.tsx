import { createContext, use } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { PlaceChip } from '#ui/reader/place-chip.tsx';

/** Follows a place of the source from inside the panel. */
export const ChatPlacesContext = createContext<(anchor: NoteAnchor) => void>(() => undefined);

/** A place that the conversation names: large enough for a finger, and followed by way of the panel. */
export function ChatPlace({ anchor, label }: { anchor: NoteAnchor; label: string }) {
  return <PlaceChip anchor={anchor} label={label} className="max-md:py-1" onFollow={use(ChatPlacesContext)} />;
}
