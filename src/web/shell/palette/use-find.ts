import { useEffect, useState } from 'react';
import { recordTitle, useRecords } from '#features/library/ui/use-records.ts';
import { hasAllWords } from './marked.tsx';

export type Found = {
  contentId: string;
  title: string | null;
  snippet: string | null;
  place: { kind: 'time'; ms: number } | { kind: 'paragraph'; id: number } | null;
};

/** Keystrokes closer together than this ask once. */
const debounceMs = 500;
const most = 20;

/** What the library has for a keyword. `settled`: the results are those of this very keyword. */
export function useFind(keyword: string) {
  const asked = useDebounced(keyword, debounceMs);
  const records = useRecords();
  const found: Found[] =
    asked === ''
      ? []
      : records.rows
          .filter((row) => hasAllWords(`${row.title} ${row.excerpt ?? ''}`, asked))
          .slice(0, most)
          .map((row) => ({ contentId: row.content_id, title: recordTitle(row, 60), snippet: row.excerpt, place: null }));
  return { found, keyword: asked, settled: asked === keyword, error: null as unknown, retry: () => undefined };
}

function useDebounced(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    // Nothing to look for needs no waiting.
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
