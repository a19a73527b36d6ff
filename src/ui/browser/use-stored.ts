import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/** A choice that this browser remembers. What is stored in another shape, or cannot be read, is forgotten. */
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
