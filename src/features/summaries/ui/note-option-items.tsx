import { languages, type NoteLanguage, noteLanguages } from '#lib/languages.ts';
import { type NoteDetail, noteDetails } from '#lib/notes/note-details.ts';
import { DropdownMenuLabel, DropdownMenuRadioGroup, DropdownMenuRadioItem } from '#ui/overlays/dropdown-menu.tsx';
import type { NotePreferences } from './note-preferences.ts';

type NoteOptionItemsProps = {
  detail: NoteDetail;
  language: NoteLanguage;
  onChange: (change: Partial<NotePreferences>) => void;
  labels: { detail: string; language: string; details: Record<NoteDetail, string>; hints: Record<NoteDetail, string> };
};

/** Detail and language of a note as menu items; the menu stays open. */
export function NoteOptionItems({ detail, language, onChange, labels }: NoteOptionItemsProps) {
  return (
    <>
      <DropdownMenuLabel>{labels.detail}</DropdownMenuLabel>
      <DropdownMenuRadioGroup aria-label={labels.detail} value={detail}>
        {noteDetails.map((one) => (
          <DropdownMenuRadioItem
            key={one}
            value={one}
            onSelect={(event) => {
              event.preventDefault();
              onChange({ detail: one });
            }}
          >
            <span>
              {labels.details[one]}
              <span className="block text-xs text-soft">{labels.hints[one]}</span>
            </span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <DropdownMenuLabel>{labels.language}</DropdownMenuLabel>
      <DropdownMenuRadioGroup aria-label={labels.language} value={language}>
        {noteLanguages.map((one) => (
          <DropdownMenuRadioItem
            key={one}
            value={one}
            lang={one}
            onSelect={(event) => {
              event.preventDefault();
              onChange({ language: one });
            }}
          >
            {languages[one].nativeName}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}
