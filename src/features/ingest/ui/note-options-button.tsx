import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { NoteLanguage } from '#features/ingest/ui/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '#ui/dropdown-menu.tsx';
import { languageNames, NoteOptions } from '#ui/note-options.tsx';
import { changeNoteWish, useNoteWish } from '#ui/note-wish.ts';

/** How detailed notes are and in which language, beside the button that starts one. */
export function NoteOptionsButton({ noteLanguage }: { noteLanguage: NoteLanguage }) {
  const { t } = useTranslation();
  const { detail } = useNoteWish();
  const labels = {
    detail: t(($) => $.wish.detail),
    language: t(($) => $.wish.language),
    details: t(($) => $.wish.details, { returnObjects: true }),
    hints: t(($) => $.wish.hints, { returnObjects: true }),
  };
  const language = languageNames[noteLanguage];
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" aria-label={t(($) => $.wish.options, { detail: labels.details[detail], language })}>
          {labels.details[detail]} · {language}
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <NoteOptions detail={detail} language={noteLanguage} onChange={changeNoteWish} labels={labels} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
