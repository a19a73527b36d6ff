import { useEffect, useState } from 'react';
import { rememberTour, type Visitor, wasWelcomed } from './tour-state.ts';

const delayMs = 1000;

/** Whether to offer the tour: once for each visitor, never on pages of the desktop application. */
export function useWelcome(visitor: Visitor | undefined, pathname: string) {
  const [offered, setOffered] = useState(false);
  const desktop = pathname === '/desktop' || pathname.startsWith('/desktop/');
  useEffect(() => {
    if (visitor === undefined || desktop || offered || wasWelcomed(visitor)) return;
    const timer = setInterval(() => {
      // One question at a time.
      if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return;
      clearInterval(timer);
      rememberTour(visitor, 'shown');
      setOffered(true);
    }, delayMs);
    return () => clearInterval(timer);
  }, [visitor, desktop, offered]);
  return { offered, close: () => setOffered(false) };
}
