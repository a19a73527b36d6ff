import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react';
import { useStore } from 'zustand/react';
import type { Citation } from '#lib/markdown/claims.ts';
import { backTo, focusQuietly, isFocusedQuietly } from '#ui/reader/place-card/back-to.ts';
import { cardIdOf, PlaceCard, textIdOf } from '#ui/reader/place-card/place-card.tsx';
import { markIdOf, usePlaceCards } from '#ui/reader/place-card/place-cards.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';

/** The areas within which arrow keys go from one reference to the next. */
const scopes = 'article, aside, [role=tabpanel], [role=dialog]';

/** Pointing, focus by key or a tap opens its card; a click or Enter goes there. Put `card` beside the button. */
export function usePlaceCard(citation: Citation): { trigger: ComponentProps<'button'>; card: ReactNode } {
  const { store, prepare } = usePlaceCards();
  const { goTo } = useSourceNavigation();
  const id = useId();
  const element = useRef<HTMLButtonElement>(null);
  const pressedBy = useRef('');
  const isPointedAt = useRef(false);
  const isOpen = useStore(store.state, ({ open }) => open?.id === id);
  useEffect(() => () => store.close(id), [store, id]);

  const focusBack = () => focusQuietly(element.current);

  function handleClick(event: MouseEvent): void {
    event.stopPropagation();
    const byTouch = pressedBy.current === 'touch' && event.detail > 0;
    pressedBy.current = '';
    if (byTouch && !isOpen) {
      prepare(citation.anchor);
      store.open(id, 'touch');
      return;
    }
    store.close(id);
    if (!byTouch) goTo(citation.anchor, { claim: citation.claim.text, back: backTo(element, focusBack) });
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      placeBeside(event.currentTarget, event.key === 'ArrowRight' ? 1 : -1)?.focus();
    } else if (event.key === 'ArrowDown' && isOpen) {
      document.getElementById(cardIdOf(id))?.querySelector('button')?.focus();
    } else return;
    event.preventDefault();
  }

  const trigger = {
    ref: element,
    'aria-describedby': isOpen ? `${markIdOf(textIdOf(id))} ${textIdOf(id)}` : undefined,
    // Not `pointerenter`: a page that scrolls or narrows moves references under a resting mouse.
    onPointerMove({ pointerType }: PointerEvent) {
      if (pointerType !== 'mouse' || isPointedAt.current) return;
      isPointedAt.current = true;
      prepare(citation.anchor);
      store.enter(id);
    },
    onPointerLeave() {
      isPointedAt.current = false;
      store.leave();
    },
    onPointerDown: ({ pointerType }: PointerEvent) => {
      pressedBy.current = pointerType;
    },
    onFocus({ currentTarget }: FocusEvent) {
      if (isFocusedQuietly() || !currentTarget.matches(':focus-visible')) return;
      prepare(citation.anchor);
      store.open(id, 'keys');
    },
    onClick: handleClick,
    onKeyDown: handleKeyDown,
  };
  // A note of hours of speech has hundreds of references, so a closed card must cost nothing.
  const card = isOpen ? <PlaceCard id={id} citation={citation} element={element} onFocusBack={focusBack} /> : null;
  return { trigger, card };
}

function placeBeside(element: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const places = [...(element.closest(scopes) ?? document).querySelectorAll<HTMLElement>('button[data-anchor]')];
  const shown = places.filter((place) => place.checkVisibility());
  return shown[shown.indexOf(element) + step];
}
