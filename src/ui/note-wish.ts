/** How a person likes notes to be: remembered on this device, the same wherever a note is asked for. */
import { useSyncExternalStore } from 'react';

export const details = ['brief', 'standard', 'detailed'] as const;
export type NoteDetail = (typeof details)[number];
export const noteLanguages = ['zh', 'en'] as const;
/** `language` null: that of the interface. */
export type NoteWish = { detail: NoteDetail; language: (typeof noteLanguages)[number] | null };

const storageKey = 'gleaner.note';
const usual: NoteWish = { detail: 'standard', language: null };
const listeners = new Set<() => void>();
let current: NoteWish | null = null;

export function readNoteWish(): NoteWish {
  current ??= stored();
  return current;
}

function stored(): NoteWish {
  try {
    const [detail, language] = (localStorage.getItem(storageKey) ?? '').split(' ');
    return {
      detail: details.find((one) => one === detail) ?? usual.detail,
      language: noteLanguages.find((one) => one === language) ?? null,
    };
  } catch {
    return usual;
  }
}

export function changeNoteWish(change: Partial<NoteWish>): void {
  current = { ...readNoteWish(), ...change };
  try {
    localStorage.setItem(storageKey, `${current.detail} ${current.language ?? ''}`);
  } catch {
    // Storage is refused: it holds until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useNoteWish(): NoteWish {
  return useSyncExternalStore(subscribe, readNoteWish);
}
