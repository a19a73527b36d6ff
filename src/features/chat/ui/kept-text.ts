import { useEffect, useState } from 'react';

/** A text that outlives the panel in which it is written. */
export type KeptText = { current: string };

/** What somebody has begun to write about a content: a question, or what to search for without a model. */
export type ChatDrafts = { question: KeptText; search: KeptText };

export function emptyDrafts(): ChatDrafts {
  return { question: { current: '' }, search: { current: '' } };
}

/** As `useState`, beginning with what was kept. */
export function useKeptText(kept: KeptText) {
  const [text, setText] = useState(kept.current);
  useEffect(() => {
    kept.current = text;
  }, [kept, text]);
  return [text, setText] as const;
}
