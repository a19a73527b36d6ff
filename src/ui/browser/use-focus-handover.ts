import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Focuses the result of `find` when a removed control had the focus and nothing took it. */
export function focusIfLost(find: () => HTMLElement | null | undefined): void {
  // A closing dialog returns the focus in a task before this one.
  setTimeout(() => {
    if (isLost()) find()?.focus({ preventScroll: true });
  }, 0);
}

/** Moves the focus to `next` when `container` disappears with the focus in it. */
export function useFocusWhenGone(container: RefObject<HTMLElement | null>, next: string): void {
  useLayoutEffect(() => {
    const element = container.current;
    return () => {
      if (element?.contains(document.activeElement)) focusIfLost(() => document.querySelector<HTMLElement>(next));
    };
  }, [container, next]);
}

/** When a focused control is replaced, the first match of `next` in `container` gets the focus. */
export function useFocusHandover(container: RefObject<HTMLElement | null>, next: string): void {
  const held = useRef<Element | null>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const handleIn = (event: FocusEvent): void => {
      held.current = event.target instanceof Element ? event.target : null;
    };
    const handleOut = (event: FocusEvent): void => {
      const left = event.target;
      // Removed elements fire no blur.
      queueMicrotask(() => {
        if (left instanceof Element && left.isConnected && held.current === left) held.current = null;
      });
    };
    element.addEventListener('focusin', handleIn);
    element.addEventListener('focusout', handleOut);
    return () => {
      element.removeEventListener('focusin', handleIn);
      element.removeEventListener('focusout', handleOut);
    };
  }, [container]);
  useEffect(() => {
    if (held.current === null || held.current.isConnected || !isLost()) return;
    const target = container.current?.querySelector<HTMLElement>(next);
    if (target) target.focus({ preventScroll: true });
  });
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
