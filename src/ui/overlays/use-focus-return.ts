import { useRef } from 'react';

/** The element that gets the focus back: the opener, or for a menu item the menu's button. */
function staying(active: Element | null): HTMLElement | null {
  let element = active;
  for (let menu = element?.closest('[role=menu]'); menu; menu = element?.closest('[role=menu]'))
    element = document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return element instanceof HTMLElement ? element : null;
}

/** Returns the focus when a dialog without a trigger closes. Spread the result on the dialog's content. */
export function useFocusReturn() {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus(): void {
      before.current = staying(document.activeElement);
    },
    onCloseAutoFocus(event: Event): void {
      if (before.current?.isConnected !== true) return;
      event.preventDefault();
      before.current.focus();
    },
  };
}
