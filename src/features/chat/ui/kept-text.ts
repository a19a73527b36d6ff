import { useEffect, useState } from 'react';

/** Text that outlives the panel in which it is typed. */
export type KeptText = { current: string };

/** Unsent text about a content: a question, or a search where there is no model. */
export type ChatDrafts = { question: KeptText; search: KeptText };

export function emptyDrafts(): ChatDrafts {
  return { question: { current: '' }, search: { current: '' } };
}

/** Like `useState`, but starts with the kept text. */
export function useKeptText(kept: KeptText) {
  const [text, setText] = useState(kept.current);
  useEffect(() => {
    kept.current = text;
  }, [kept, text]);
  return [text, setText] as const;
}
