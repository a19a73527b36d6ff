import { useState } from 'react';

const prefix = 'gleaner:draft:';

type Fields = Record<string, string>;

/** Null unless every field of `initial` is stored. */
export function readDraftFields<T extends Fields>(name: string, initial: T): T | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + name) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const kept = new Map<string, unknown>(Object.entries(stored));
    const fields = Object.keys(initial).map((field) => [field, kept.get(field)] as const);
    return fields.every(([, text]) => typeof text === 'string') ? (Object.fromEntries(fields) as T) : null;
  } catch {
    return null;
  }
}

export function keepDraftFields(name: string, fields: Fields | null): void {
  try {
    if (fields === null) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(fields));
  } catch {}
}

export function sameFields(left: Fields, right: Fields): boolean {
  return Object.keys(left).every((field) => left[field] === right[field]);
}

/** `restored`: the draft differs from `initial`. Discard with `keepDraftFields(name, null)`. */
export function useDraft<T extends Fields>(name: string, initial: T) {
  const [kept] = useState(() => readDraftFields(name, initial));
  const [fields, setFields] = useState(kept ?? initial);
  function change(next: T): void {
    setFields(next);
    keepDraftFields(name, sameFields(next, initial) ? null : next);
  }
  return { fields, change, restored: kept !== null && !sameFields(kept, initial) };
}
