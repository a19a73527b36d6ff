import { useEffect, useState } from 'react';

/** Text that outlives the field in which it is typed. */
export type KeptText = { current: string };

/** Like `useState`, but starts with the kept text. */
export function useKeptText(kept: KeptText) {
  const [text, setText] = useState(kept.current);
  useEffect(() => {
    kept.current = text;
  }, [kept, text]);
  return [text, setText] as const;
}

/** A question that was not accepted comes back, above what was typed in the meantime. */
export function withRefused(question: string, typed: string): string {
  return typed.trim() === '' ? question : `${question}\n${typed}`;
}
