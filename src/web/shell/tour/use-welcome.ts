import { useEffect, useState } from 'react';
import { rememberTour, type Visitor, wasWelcomed } from './tour-state.ts';

const delayMs = 1000;

/** A dialog that opens now would take the rest of the typed words. */
function isTyping(): boolean {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value !== '';
  return field instanceof HTMLElement && field.isContentEditable;
}

/** Whether to offer the tour: once for each visitor, never on pages of the desktop app nor while somebody reads or writes. */
export function useWelcome(visitor: Visitor | undefined, pathname: string) {
  const [offered, setOffered] = useState(false);
  const elsewhere = pathname === '/desktop' || /^\/(?:desktop|content)\//.test(pathname);
  useEffect(() => {
    if (visitor === undefined || elsewhere || offered || wasWelcomed(visitor)) return;
    const timer = setInterval(() => {
      // One dialog at a time.
      if (isTyping() || document.querySelector('[role=dialog], [role=alertdialog]') !== null) return;
      clearInterval(timer);
      rememberTour(visitor, 'shown');
      setOffered(true);
    }, delayMs);
    return () => clearInterval(timer);
  }, [visitor, elsewhere, offered]);
  // The offer may have been scheduled before the visitor moved on to a content.
  return { offered: offered && !elsewhere, close: () => setOffered(false) };
}
