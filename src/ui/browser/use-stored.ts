import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/** A choice that this browser remembers. A stored value of another shape, or one that cannot be read, is ignored. */
export function useStored<Value extends object>(key: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState<Value>(() => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...initial, ...stored } : initial;
    } catch {
      return initial;
    }
  });
  useEffect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Storage is full or refused.
    }
  }, [key, value]);
  return [value, setValue];
}
