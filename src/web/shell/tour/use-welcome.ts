import { useEffect, useState } from 'react';
import { rememberTour, type Visitor, wasWelcomed } from './tour-state.ts';

const delayMs = 1000;

/** Whether to offer the tour: once for each visitor, never on pages of the desktop application nor over what somebody reads. */
export function useWelcome(visitor: Visitor | undefined, pathname: string) {
  const [offered, setOffered] = useState(false);
  const elsewhere = pathname === '/desktop' || /^\/(?:desktop|content)\//.test(pathname);
  useEffect(() => {
    if (visitor === undefined || elsewhere || offered || wasWelcomed(visitor)) return;
    const timer = setInterval(() => {
      // One question at a time.
      if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return;
      clearInterval(timer);
      rememberTour(visitor, 'shown');
      setOffered(true);
    }, delayMs);
    return () => clearInterval(timer);
  }, [visitor, elsewhere, offered]);
  // It may have been on its way when somebody went on to read.
  return { offered: offered && !elsewhere, close: () => setOffered(false) };
}
