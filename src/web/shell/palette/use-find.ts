import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';

export type Found = RouterOutputs['library']['find']['titles'][number];

/** Keystrokes closer together than this cause one request. */
const debounceMs = 500;
const mostInGroup = 5;

/** The library's results for a keyword. `settled`: the results belong to exactly this keyword. */
export function useFind(keyword: string) {
  const asked = useDebounced(keyword, debounceMs);
  const query = useQuery(
    useTRPC().library.find.queryOptions(
      { keyword: asked, limit: mostInGroup },
      { enabled: asked !== '', placeholderData: keepPreviousData },
    ),
  );
  const data = asked === '' ? undefined : query.data;
  return {
    asked,
    found: data === undefined ? [] : [...data.titles, ...data.notes, ...data.transcripts],
    complete: data?.complete ?? true,
    settled: asked === keyword && (asked === '' || (!query.isPlaceholderData && !query.isFetching)),
    error: asked === '' ? null : query.error,
    retry: () => void query.refetch(),
  };
}

function useDebounced(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    // An empty search needs no delay.
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
