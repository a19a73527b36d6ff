import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Focuses what `find` gives, once nothing else has taken the focus of a control that is gone. */
export function focusIfLost(find: () => HTMLElement | null | undefined): void {
  // A dialog that closes gives the focus back in a task of its own, made before this one.
  setTimeout(() => {
    if (isLost()) find()?.focus({ preventScroll: true });
  }, 0);
}

/** When `container` goes with the focus in it, the first element of the page that matches `next` has it from then on. */
export function useFocusWhenGone(container: RefObject<HTMLElement | null>, next: string): void {
  useLayoutEffect(() => {
    const element = container.current;
    return () => {
      if (element?.contains(document.activeElement)) focusIfLost(() => document.querySelector<HTMLElement>(next));
    };
  }, [container, next]);
}

/**
 * Where the control with the focus is replaced by others (what runs is stopped, what is stopped runs again), the first
 * one that matches `next` inside `container` has it from then on.
 */
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
      // What was removed has not been left.
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
