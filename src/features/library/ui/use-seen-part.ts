import { hashKey, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type SeenPart, seesKept } from './read-again.ts';

const pauseMs = 300;

type Shown = { part: () => SeenPart; onlyKept: boolean };
/** By the hash of their query: the lists that the page itself scrolls. */
const shownLists = new Map<string, Shown>();

export function shownList(queryKey: QueryKey): { seen: SeenPart; onlyKept: boolean } | null {
  const shown = shownLists.get(hashKey(queryKey));
  return shown === undefined ? null : { seen: shown.part(), onlyKept: shown.onlyKept };
}

type Scrolled = {
  queryKey: QueryKey;
  /** False: the list is not what the page scrolls. */
  enabled: boolean;
  pages: readonly { kept?: boolean }[];
  isFetching: boolean;
  failed: boolean;
  refetch: () => Promise<unknown>;
};

/** Reads pages of a list again that were kept when it was read again, once they are scrolled to. */
export function useSeenPart({ queryKey, enabled, pages, isFetching, failed, refetch }: Scrolled): void {
  const hash = hashKey(queryKey);
  useEffect(() => {
    if (!enabled) return;
    const shown = { part: partOfPage, onlyKept: false };
    shownLists.set(hash, shown);
    return () => {
      if (shownLists.get(hash) === shown) shownLists.delete(hash);
    };
  }, [enabled, hash]);
  const look = useEffectEvent(() => {
    const shown = shownLists.get(hash);
    if (shown === undefined || !seesKept(pages, shown.part())) return;
    shown.onlyKept = true;
    void refetch().finally(() => {
      shown.onlyKept = false;
    });
  });
  const waits = enabled && !isFetching && pages.some(({ kept }) => kept);
  useEffect(() => {
    if (!waits) return;
    let timer = failed ? undefined : setTimeout(() => look(), pauseMs);
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => look(), pauseMs);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    };
  }, [waits, failed]);
}

function partOfPage(): SeenPart {
  const { scrollHeight } = document.documentElement;
  return { from: window.scrollY / scrollHeight, to: (window.scrollY + window.innerHeight) / scrollHeight };
}
