/** Note preferences, remembered on this device. */
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { type NoteLanguage, noteLanguages } from '#lib/languages.ts';

export const details = ['brief', 'standard', 'detailed'] as const;
export type NoteDetail = (typeof details)[number];
/** `language` null: that of the interface. */
export type NoteWish = { detail: NoteDetail; language: NoteLanguage | null };

const storageKey = 'gleaner.note';
const usual: NoteWish = { detail: 'standard', language: null };
const wishes = createStore<NoteWish>()(stored);

export const readNoteWish = wishes.getState;

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
  wishes.setState(change);
  const { detail, language } = wishes.getState();
  try {
    localStorage.setItem(storageKey, `${detail} ${language ?? ''}`);
  } catch {
    // Storage is refused: kept until the page is left.
  }
}

export function useNoteWish(): NoteWish {
  return useStore(wishes);
}
