import { useLocation } from '@tanstack/react-router';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

const most = 200;
const kept = new Map<string, unknown>();

function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest);
}

/** Of the place in the history, also when back and forward lead to it again. */
function useKey(name: string): string {
  return `${useLocation({ select: ({ state }) => state.__TSR_key ?? '' })} ${name}`;
}

/** State that back and forward bring again. Another address of the same page goes on with it. */
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

/** What was last told about this place; `tell` belongs to the place at which the component began. */
export function useKeptFigures<Value>(name: string): { before: Value | undefined; tell: (value: Value) => void } {
  const key = useKey(name);
  const [figures] = useState(() => ({ before: kept.get(key) as Value | undefined, tell: (value: Value) => keep(key, value) }));
  return figures;
}
