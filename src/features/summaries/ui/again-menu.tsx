import { ChevronDown, RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useFocusWhenGone } from '#ui/browser/use-focus-handover.ts';
import { Button, IconButton } from '#ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { NoteOptions } from './note-options.tsx';
import { changeNotePreferences } from './note-preferences.ts';
import { useSummarizeAgain } from './use-run-actions.ts';

/** Writes the note anew: as it was asked for, or with another detail or language. */
export function AgainMenu({ detail }: { detail: ContentOverview }) {
  const { t } = useTranslation();
  const { contentId } = detail;
  const again = useSummarizeAgain(contentId, detail.note !== null);
  const [change, setChange] = useState<{ detail?: ContentOverview['noteDetail']; language?: ContentOverview['noteLanguage'] }>(
    {},
  );
  const chosen = { detail: change.detail ?? detail.noteDetail, noteLanguage: change.language ?? detail.noteLanguage };
  const box = useRef<HTMLSpanElement>(null);
  useFocusWhenGone(box, '[data-cancel-run]');
  return (
    <span ref={box} className="flex items-center">
      <Button
        data-summarize-again
        size="sm"
        variant="ghost"
        loading={again.isPending}
        onClick={() => again.mutate({ contentId })}
      >
        {again.isPending ? null : <RefreshCw aria-hidden className="size-4" />}
        {t(($) => $.summaries.again.action)}
      </Button>
      <DropdownMenu onOpenChange={() => setChange({})}>
        <DropdownMenuTrigger asChild>
          <IconButton size="sm" label={t(($) => $.summaries.again.options)} disabled={again.isPending}>
            <ChevronDown aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <NoteOptions
            detail={chosen.detail}
            language={chosen.noteLanguage}
            onChange={({ detail: level, language }) =>
              setChange((before) => ({ ...before, ...(level ? { detail: level } : {}), ...(language ? { language } : {}) }))
            }
            labels={{
              detail: t(($) => $.summaries.again.detail),
              language: t(($) => $.summaries.again.language),
              details: t(($) => $.summaries.again.details, { returnObjects: true }),
              hints: t(($) => $.summaries.again.hints, { returnObjects: true }),
            }}
          />
          {detail.availableModel === null && isOtherLanguage(detail.language, chosen.noteLanguage) ? (
            <p role="status" className="max-w-64 px-2 py-1.5 text-xs text-soft">
              {t(($) => $.summaries.again.keepsLanguage)}
            </p>
          ) : null}
          <DropdownMenuSeparator />
          <DropdownMenuItem
            onSelect={() => {
              if (change.detail) changeNotePreferences({ detail: change.detail });
              again.mutate({ contentId, ...chosen });
            }}
          >
            <RefreshCw aria-hidden />
            {t(($) => $.summaries.again.start)}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </span>
  );
}

function isOtherLanguage(tag: string | null, wanted: string): boolean {
  return tag !== null && tag.toLowerCase().split(/[-_]/)[0] !== wanted;
}
