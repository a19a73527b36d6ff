import { useElementScrollRestoration } from '@tanstack/react-router';
import { useState } from 'react';

/** The scroll position that will be restored for this history entry: its rows are rendered at once. */
export function useOffsetBefore(): number {
  const before = useElementScrollRestoration({ getElement: () => window });
  const [offset] = useState(before?.scrollY ?? 0);
  return offset;
}
