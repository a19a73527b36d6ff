import { useLocation } from '@tanstack/react-router';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

const most = 200;
const kept = new Map<string, unknown>();

function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest);
}

/** A key for the current history entry, the same when back and forward return to it. */
function useKey(name: string): string {
  return `${useLocation({ select: ({ state }) => state.__TSR_key ?? '' })} ${name}`;
}

/** State that is restored on back and forward. Another address of the same page inherits it. */
export function useKeptState<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const key = useKey(name);
  const [at, setAt] = useState(key);
  const [value, setValue] = useState<Value>(() => (kept.get(key) as Value | undefined) ?? initial);
  if (at !== key) {
    setAt(key);
    if (kept.has(key)) setValue(kept.get(key) as Value);
  }
  useEffect(() => {
    if (at === key) keep(key, value);
  }, [at, key, value]);
  return [value, setValue];
}

/** `before`: the value last told for this history entry. `tell` stays bound to the entry of the first render. */
export function useKeptFigures<Value>(name: string): { before: Value | undefined; tell: (value: Value) => void } {
  const key = useKey(name);
  const [figures] = useState(() => ({ before: kept.get(key) as Value | undefined, tell: (value: Value) => keep(key, value) }));
  return figures;
}
