import { Popover } from 'radix-ui';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import type { Citation } from '#lib/markdown/claims.ts';
import { bottomBarsPx } from '#ui/browser/bottom-bars.ts';
import { keepOpenWhileComposing } from '#ui/browser/is-composing.ts';
import { backTo } from '#ui/reader/place-card/back-to.ts';
import { usePlaceCards } from '#ui/reader/place-card/place-cards.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';

type PlaceCardProps = {
  id: string;
  citation: Citation;
  /** The element that the card stands beside and describes. */
  element: RefObject<HTMLElement | SVGElement | null>;
  /** The reference gets the focus back without opening the card again. */
  onFocusBack: () => void;
};

export const cardIdOf = (id: string) => `${id}-card`;
export const textIdOf = (id: string) => `${id}-text`;

export function PlaceCard(props: PlaceCardProps) {
  const { store } = usePlaceCards();
  const isOpen = useStore(store.state, ({ open }) => open?.id === props.id);
  return isOpen ? <OpenedCard {...props} /> : null;
}

/** A dialog that leaves the focus on the reference, except on touch, where a screen reader has to follow it. */
function OpenedCard({ id, citation, element, onFocusBack }: PlaceCardProps) {
  const { store, label, render } = usePlaceCards();
  const { goTo, show } = useSourceNavigation();
  const by = useStore(store.state, ({ open }) => open?.by ?? 'mouse');
  const card = useRef<HTMLDivElement>(null);
  const [bars] = useState(bottomBarsPx);
  const [anchor] = useState(() => ({ current: statementOf(element.current) }));
  const [side, setSide] = useState<'top' | 'bottom'>('bottom');
  useLeftView(element, () => {
    // Its sentence must not play on when the button that stops it is out of sight.
    if (card.current?.contains(document.activeElement)) onFocusBack();
    store.close(id);
  });

  // Stable, so that it runs once for a card: one that is open must not change its side when it is rendered again.
  const handleCard = useCallback(
    (content: HTMLDivElement | null) => {
      card.current = content;
      // A card with its text is placed by its own height; one that still loads will grow.
      if (content?.querySelector('[role=status]') && isLowest(anchor.current.getBoundingClientRect(), bars)) setSide('top');
    },
    [anchor, bars],
  );

  function handleEscape(event: KeyboardEvent): void {
    keepOpenWhileComposing(event);
    if (!event.defaultPrevented && card.current?.contains(document.activeElement)) onFocusBack();
  }

  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : store.close(id))}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          ref={handleCard}
          id={cardIdOf(id)}
          aria-label={label}
          side={side}
          align="start"
          sideOffset={6}
          collisionPadding={{ top: edgePx, left: edgePx, right: edgePx, bottom: edgePx + bars }}
          hideWhenDetached
          onEscapeKeyDown={handleEscape}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (by === 'touch') card.current?.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            // The reference itself handles presses on it.
            if (event.target instanceof Node && element.current?.contains(event.target)) event.preventDefault();
          }}
          onPointerEnter={() => store.enter(id)}
          onPointerLeave={() => store.leave()}
          onPointerDown={() => store.hold(id)}
          onFocus={() => store.hold(id)}
          // Elements around the reference handle clicks too.
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => {
            if (event.key !== 'Tab' || !isAtEdge(event.currentTarget, event.shiftKey)) return;
            event.preventDefault();
            onFocusBack();
            store.close(id);
          }}
          className="z-50 max-h-(--radix-popover-content-available-height) w-[min(26rem,calc(100vw-1rem))] animate-pop-in overflow-y-auto rounded-lg border border-line bg-surface p-3 text-left text-sm font-normal text-ink shadow-overlay focus:outline-none"
        >
          {render({
            citation,
            textId: textIdOf(id),
            keys: by === 'keys',
            onFollow: () => {
              store.close(id);
              goTo(citation.anchor, { claim: citation.claim.text, back: backTo(element, onFocusBack) });
            },
            onShow: () => {
              store.close(id);
              show(citation.anchor, { claim: citation.claim.text, back: backTo(element, onFocusBack) });
            },
          })}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const edgePx = 8;
/** The height of a card with long sentences and its buttons. */
const likelyPx = 330;
/** As much of a long paragraph before the reference stays in sight. */
const statementPx = 64;

/** Whether a card below may get too little room, and has more above. */
function isLowest({ top, bottom }: DOMRect, bars: number): boolean {
  const below = window.innerHeight - bars - bottom;
  return below < likelyPx && top > below;
}

/** The place of a reference and its statement, which a card above must not cover. */
function statementOf(element: Element | null): { getBoundingClientRect: () => DOMRect; contextElement?: Element } {
  if (!element) return { getBoundingClientRect: () => new DOMRect() };
  const block = element.closest('p, li, h1, h2, h3, h4, h5, h6, td, th') ?? element;
  return {
    getBoundingClientRect() {
      const { x, y, width, bottom } = element.getBoundingClientRect();
      const top = Math.max(Math.min(y, block.getBoundingClientRect().top), y - statementPx);
      return new DOMRect(x, top, width, bottom - top);
    },
    contextElement: element,
  };
}

/** Calls back when the element has been in view and is no more. */
function useLeftView(element: RefObject<Element | null>, onLeft: () => void): void {
  const leave = useEffectEvent(onLeft);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    let wasSeen = false;
    const observer = new IntersectionObserver((entries) => {
      const isSeen = entries.at(-1)?.isIntersecting === true;
      if (wasSeen && !isSeen) leave();
      wasSeen ||= isSeen;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
}

/** Whether Tab would leave the card, which stands at the end of the page. */
function isAtEdge(card: HTMLElement, backwards: boolean): boolean {
  const buttons = [...card.querySelectorAll('button')];
  return document.activeElement === (backwards ? buttons[0] : buttons.at(-1)) || document.activeElement === card;
}
