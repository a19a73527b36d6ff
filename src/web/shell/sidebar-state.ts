import { useState } from 'react';
import { readCookie, writeCookie } from '#ui/browser/cookie.ts';
import { mobileQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';

const cookieName = 'sidebar_state';
const cookieDays = 7;

export type SidebarState = {
  /** Below 768 px a drawer that starts closed; above it open or a rail, remembered. */
  isMobile: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
  toggle: () => void;
};

export function useSidebarState(): SidebarState {
  const isMobile = useMediaQuery(mobileQuery);
  const [expanded, setExpanded] = useState(() => readCookie(cookieName) !== 'false');
  const [drawerOpen, setDrawerOpen] = useState(false);

  const open = isMobile ? drawerOpen : expanded;
  function setOpen(next: boolean) {
    if (isMobile) {
      setDrawerOpen(next);
      return;
    }
    setExpanded(next);
    writeCookie(cookieName, String(next), cookieDays);
  }
  const toggle = () => setOpen(!open);
  return { isMobile, open, setOpen, toggle };
}
