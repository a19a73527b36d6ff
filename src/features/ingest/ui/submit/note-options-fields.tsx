import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages, type NoteLanguage, noteLanguages } from '#lib/languages.ts';
import { type NoteDetail, noteDetails } from '#lib/notes/note-details.ts';

/** Native fields, to keep the page small. */
type NoteOptionsFieldsProps = {
  noteLanguage: NoteLanguage;
  detail: NoteDetail;
  onChange: (change: { language?: NoteLanguage; detail?: NoteDetail }) => void;
};

export function NoteOptionsFields({ noteLanguage, detail, onChange }: NoteOptionsFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Choice
        label={t(($) => $.ingest.options.detail)}
        value={detail}
        onChange={(value) => onChange({ detail: noteDetails.find((one) => one === value) ?? 'standard' })}
      >
        {noteDetails.map((one) => (
          <option key={one} value={one}>
            {t(($) => $.ingest.options.details[one])}
          </option>
        ))}
      </Choice>
      <Choice
        label={t(($) => $.ingest.options.language)}
        value={noteLanguage}
        onChange={(value) => onChange({ language: noteLanguages.find((one) => one === value) ?? noteLanguage })}
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
