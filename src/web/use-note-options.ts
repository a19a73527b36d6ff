import { useNotePreferences } from '#features/summaries/ui/note-preferences.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { type NoteLanguage, noteLanguageFor } from '#lib/languages.ts';
import type { NoteDetail } from '#lib/notes/note-details.ts';

/** The choices made on the home page; the language defaults to that of the interface. */
export function useNoteOptions(): { noteLanguage: NoteLanguage; detail: NoteDetail } {
  const { language, detail } = useNotePreferences();
  const interfaceLanguage = useInterfaceLanguage();
  return { noteLanguage: language ?? noteLanguageFor(interfaceLanguage), detail };
}
