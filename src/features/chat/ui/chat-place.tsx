import type { ComponentProps } from 'react';
import { PlaceChip } from '#ui/reader/place-chip.tsx';

/** A citation in the conversation, large enough for a finger. */
export function ChatPlace(props: ComponentProps<typeof PlaceChip>) {
  return <PlaceChip {...props} className="max-md:py-1" />;
}
