import { useEffect, useSyncExternalStore } from 'react';

/**
 * The name of what is open, which only the page knows (a content's title). The header shows it as the last part of
 * the breadcrumb and the browser as the tab's title.
 */
let current: string | null = null;
const listeners = new Set<() => void>();

function set(title: string | null): void {
  current = title;
  for (const listener of listeners) listener();
}

/** For a page: names what is open for as long as the page stands. Null while it is not known. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    set(title);
    return () => set(null);
  }, [title]);
}

export function useCurrentPageTitle(): string | null {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => current,
  );
}
