import { useRef, useState } from 'react';
import type { Segment } from '#engine/domain.ts';
import { keepLineDraft, type LineDraft, readLineDraft } from './line-draft.ts';

/** The typed text of one line, kept in this browser. `drafted` is the latest one, for asynchronous code. */
export function useLineDraft(contentId: string, lines: readonly Segment[]) {
  const [draft, setDraft] = useState(() => readLineDraft(contentId, lines));
  const [restored, setRestored] = useState(draft !== null);
  const drafted = useRef(draft);

  function put(next: LineDraft | null): void {
    drafted.current = next;
    setDraft(next);
    keepLineDraft(contentId, next);
    if (next === null) setRestored(false);
  }

  return { draft, drafted, restored, setRestored, put };
}
