import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeNotePreferences, details, useNotePreferences } from '#features/summaries/shared/note-preferences.ts';
import { languages, type NoteLanguage, noteLanguages } from '#lib/languages.ts';

/** Native fields, to keep the page small. */
export function NoteOptionsFields({ noteLanguage }: { noteLanguage: NoteLanguage }) {
  const { t } = useTranslation();
  const { detail } = useNotePreferences();
  return (
    <>
      <Choice
        label={t(($) => $.ingest.options.detail)}
        value={detail}
        onChange={(value) => changeNotePreferences({ detail: details.find((one) => one === value) ?? 'standard' })}
      >
        {details.map((one) => (
          <option key={one} value={one}>
            {t(($) => $.ingest.options.details[one])}
          </option>
        ))}
      </Choice>
      <Choice
        label={t(($) => $.ingest.options.language)}
        value={noteLanguage}
        onChange={(value) => changeNotePreferences({ language: noteLanguages.find((one) => one === value) ?? null })}
      >
        {noteLanguages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languages[one].nativeName}
          </option>
        ))}
      </Choice>
    </>
  );
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode };

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-10 cursor-pointer rounded-md bg-transparent px-2 text-sm text-soft transition-colors hover:bg-hover hover:text-ink"
    >
      {children}
    </select>
  );
}
