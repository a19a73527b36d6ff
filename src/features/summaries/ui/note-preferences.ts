import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { type NoteLanguage, noteLanguages } from '#lib/languages.ts';
import { type NoteDetail, noteDetails } from '#lib/notes/note-details.ts';

/** `language` null: the language of the interface. */
export type NotePreferences = { detail: NoteDetail; language: NoteLanguage | null };

const storageKey = 'gleaner.note';
const usual: NotePreferences = { detail: 'standard', language: null };
const preferences = createStore<NotePreferences>()(stored);

function stored(): NotePreferences {
  try {
    const [detail, language] = (localStorage.getItem(storageKey) ?? '').split(' ');
    return {
      detail: noteDetails.find((one) => one === detail) ?? usual.detail,
      language: noteLanguages.find((one) => one === language) ?? null,
    };
  } catch {
    return usual;
  }
}

export function changeNotePreferences(change: Partial<NotePreferences>): void {
  preferences.setState(change);
  const { detail, language } = preferences.getState();
  try {
    localStorage.setItem(storageKey, `${detail} ${language ?? ''}`);
  } catch {
    // Storage is refused: kept only until the page is left.
  }
}

export function useNotePreferences(): NotePreferences {
  return useStore(preferences);
}
