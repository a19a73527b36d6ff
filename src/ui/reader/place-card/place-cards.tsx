import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import type { Citation } from '#lib/markdown/claims.ts';
import { type CardStore, createCardStore } from '#ui/reader/place-card/card-store.ts';

export type CitedSourceProps = {
  citation: Citation;
  /** The id of the element with the sentence, which describes the reference. */
  textId: string;
  keys: boolean;
  onFollow: () => void;
  onShow: () => void;
};

export const markIdOf = (textId: string) => `${textId}-mark`;

type PlaceSource = {
  /** Called before a card opens, to load what it shows. */
  prepare: (anchor: NoteAnchor) => void;
  label: string;
  render: (props: CitedSourceProps) => ReactNode;
};

type PlaceCardsValue = PlaceSource & { store: CardStore };

const PlaceCardsContext = createContext<PlaceCardsValue | null>(null);

export function PlaceCards({ prepare, label, render, children }: PlaceSource & { children: ReactNode }) {
  const [store] = useState(createCardStore);
  const value = useMemo(() => ({ store, prepare, label, render }), [store, prepare, label, render]);
  return <PlaceCardsContext value={value}>{children}</PlaceCardsContext>;
}

export function usePlaceCards(): PlaceCardsValue {
  const value = use(PlaceCardsContext);
  if (value === null) throw new Error('PlaceCards is missing');
  return value;
}
