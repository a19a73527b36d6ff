import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

/** Shown as the last part of the breadcrumb and as the browser tab's title. */
const pageTitle = createStore<string | null>()(() => null);

/** Null while unknown. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    pageTitle.setState(title);
    return () => pageTitle.setState(null);
  }, [title]);
}

export function useCurrentPageTitle(): string | null {
  return useStore(pageTitle);
}
