import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

/**
 * The name of what is open, which only the page knows (a content's title). The header shows it as the last part of
 * the breadcrumb and the browser as the tab's title.
 */
const pageTitle = createStore<string | null>()(() => null);

/** For a page: names what is open for as long as the page stands. Null while it is not known. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    pageTitle.setState(title);
    return () => pageTitle.setState(null);
  }, [title]);
}

export function useCurrentPageTitle(): string | null {
  return useStore(pageTitle);
}
