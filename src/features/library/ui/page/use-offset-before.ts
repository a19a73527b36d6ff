import { useElementScrollRestoration } from '@tanstack/react-router';
import { useState } from 'react';

/** Where the window was at this place of the history, and will be again: those rows are drawn at once. */
export function useOffsetBefore(): number {
  const before = useElementScrollRestoration({ getElement: () => window });
  const [offset] = useState(before?.scrollY ?? 0);
  return offset;
}
