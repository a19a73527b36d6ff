import { useCallback, useEffect, useRef, useState } from 'react';
import { afterFrame } from '#ui/browser/after-frame.ts';
import { focusIfLost } from '#ui/browser/use-focus-handover.ts';

/** Where the place was shown in the tab of its reference, that tab is opened first. */
export function useWayBack(tab: string, onTab: (tab: string) => void): (back: () => void) => () => void {
  const [asked, setAsked] = useState<{ tab: string; back: () => void } | null>(null);
  const now = useRef({ tab, onTab });
  useEffect(() => {
    now.current = { tab, onTab };
  });
  // The panel of a tab is rendered in a second step.
  useEffect(() => {
    if (asked?.tab !== tab) return;
    return afterFrame(() => {
      setAsked(null);
      asked.back();
      focusIfLost(() => document.querySelector<HTMLElement>('[data-main-part] [role=tabpanel][data-state=active]'));
    });
  }, [asked, tab]);
  return useCallback((back) => {
    const { tab: from } = now.current;
    return () => {
      if (now.current.tab === from) back();
      else {
        setAsked({ tab: from, back });
        now.current.onTab(from);
      }
    };
  }, []);
}
