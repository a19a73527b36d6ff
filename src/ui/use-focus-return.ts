import { useRef } from 'react';

/** What opened it and is still there when it closes: of an item in a menu, the button that opened the menu. */
function staying(active: Element | null): HTMLElement | null {
  let element = active;
  for (let menu = element?.closest('[role=menu]'); menu; menu = element?.closest('[role=menu]'))
    element = document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return element instanceof HTMLElement ? element : null;
}

/**
 * For dialogs that are opened without a trigger of their own: gives the focus back to what had it before. Spread the
 * result on the dialog's content.
 */
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
