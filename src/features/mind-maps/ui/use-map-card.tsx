import { type PointerEvent, type ReactNode, type RefObject, type SVGAttributes, useEffect, useId, useMemo, useRef } from 'react';
import { useStore } from 'zustand/react';
import type { MindMapNode } from '#lib/notes/mindmap.ts';
import { cardIdOf, PlaceCard, textIdOf } from '#ui/reader/place-card/place-card.tsx';
import { markIdOf, usePlaceCards } from '#ui/reader/place-card/place-cards.tsx';

type MapCard = {
  card: ReactNode;
  /** The id of the node whose card is open, and the ids of the elements that describe it. */
  openId: string | null;
  describedBy: string;
  pointer: Pick<SVGAttributes<SVGSVGElement>, 'onPointerOver' | 'onPointerOut' | 'onPointerDown'>;
  /** On keyboard focus: opens the node's card; closes the open one if the node cites no place. */
  reach: (node: MindMapNode) => void;
  /** Whether a press was a tap that opened or closed the card. */
  tapped: (node: MindMapNode) => boolean;
  enterCard: () => boolean;
  close: () => void;
};

/** The card of the place that a node cites: opened by mouse on the anchor, by keyboard and tap on the node. */
export function useMapCard(svg: RefObject<SVGSVGElement | null>, nodeOf: (id: string) => MindMapNode | undefined): MapCard {
  const { store, prepare } = usePlaceCards();
  const map = useId();
  const pressedBy = useRef('');
  const open = useStore(store.state, (state) => (state.open?.id.startsWith(`${map}/`) ? state.open.id : null));
  const openId = open?.slice(map.length + 1) ?? null;
  const node = openId === null ? undefined : nodeOf(openId);
  const element = useMemo(() => ({ current: openId === null ? null : findNode(svg.current, openId) }), [svg, openId]);
  useEffect(
    () => () => {
      const { open: last } = store.state.getState();
      if (last?.id.startsWith(`${map}/`)) store.close(last.id);
    },
    [store, map],
  );

  function show({ id, anchor }: MindMapNode, by: 'keys' | 'touch'): void {
    if (anchor) prepare(anchor);
    store.open(`${map}/${id}`, by);
  }

  const pointer: MapCard['pointer'] = {
    onPointerOver({ target, pointerType }: PointerEvent) {
      if (pointerType !== 'mouse' || !(target instanceof Element) || !target.closest('[data-place]')) return;
      const pointed = nodeOf(target.closest('[data-node]')?.getAttribute('data-node') ?? '');
      if (!pointed?.anchor) return;
      prepare(pointed.anchor);
      store.enter(`${map}/${pointed.id}`);
    },
    onPointerOut: () => store.leave(),
    onPointerDown({ pointerType }: PointerEvent) {
      pressedBy.current = pointerType;
    },
  };
  const close = () => {
    if (open) store.close(open);
  };
  return {
    card:
      open && node?.anchor ? (
        <PlaceCard
          key={open}
          id={open}
          citation={{ anchor: node.anchor, claim: { text: node.text, unverified: node.unverified === true } }}
          element={element}
          onFocusBack={() => {
            close();
            element.current?.focus({ preventScroll: true });
          }}
        />
      ) : null,
    openId,
    describedBy: open ? `${markIdOf(textIdOf(open))} ${textIdOf(open)}` : '',
    pointer,
    reach(reached) {
      if (reached.anchor) show(reached, 'keys');
      else close();
    },
    tapped(pressed) {
      if (pressedBy.current !== 'touch' || !pressed.anchor) return false;
      if (openId === pressed.id) close();
      else show(pressed, 'touch');
      return true;
    },
    enterCard() {
      const button = open ? document.getElementById(cardIdOf(open))?.querySelector('button') : null;
      button?.focus();
      return button != null;
    },
    close,
  };
}

function findNode(svg: SVGSVGElement | null, id: string): SVGGElement | null {
  return svg?.querySelector<SVGGElement>(`[data-node="${CSS.escape(id)}"]`) ?? null;
}
