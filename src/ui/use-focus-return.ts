import { useRef } from 'react';

/**
 * For dialogs that are opened without a trigger of their own: gives the focus back to what had it before. Spread the
 * result on the dialog's content.
 */
export function useFocusReturn() {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus(): void {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus(event: Event): void {
      if (before.current?.isConnected !== true) return;
      event.preventDefault();
      before.current.focus();
    },
  };
}
