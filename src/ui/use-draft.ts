/** What is typed into a form and not saved yet, kept in this browser: neither a closed dialog nor a reload takes it. */
import { useState } from 'react';

const prefix = 'gleaner:draft:';

type Fields = Record<string, string>;

/** What was kept under `name`, as far as it has every field of `initial`; else null. */
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

/** Keeps `fields`; null forgets them. */
export function keepDraftFields(name: string, fields: Fields | null): void {
  try {
    if (fields === null) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(fields));
  } catch {
    // A browser that keeps nothing still fills in forms.
  }
}

export function sameFields(left: Fields, right: Fields): boolean {
  return Object.keys(left).every((field) => left[field] === right[field]);
}

/**
 * As `useState` for the fields of a form, beginning with what was kept under `name`. `restored`: they are not the
 * initial ones. What has been saved, or is given up, is forgotten with `keepDraftFields(name, null)`.
 */
export function useDraft<T extends Fields>(name: string, initial: T) {
  const [kept] = useState(() => readDraftFields(name, initial));
  const [fields, setFields] = useState(kept ?? initial);
  function change(next: T): void {
    setFields(next);
    keepDraftFields(name, sameFields(next, initial) ? null : next);
  }
  return { fields, change, restored: kept !== null && !sameFields(kept, initial) };
}
