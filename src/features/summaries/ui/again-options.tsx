import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useCostText } from '#i18n/use-cost-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { CostLine } from '#ui/cost-line.tsx';
import { DropdownMenuItem, DropdownMenuSeparator } from '#ui/overlays/dropdown-menu.tsx';
import { NoteOptionItems } from './note-option-items.tsx';
import { changeNotePreferences } from './note-preferences.ts';

type Chosen = { detail: ContentOverview['noteDetail']; noteLanguage: ContentOverview['noteLanguage'] };

type AgainOptionsProps = { detail: ContentOverview; onStart: (chosen: Chosen) => void };

export function AgainOptions({ detail, onStart }: AgainOptionsProps) {
  const { t } = useTranslation();
  const [change, setChange] = useState<{ detail?: ContentOverview['noteDetail']; language?: ContentOverview['noteLanguage'] }>(
    {},
  );
  const chosen = { detail: change.detail ?? detail.noteDetail, noteLanguage: change.language ?? detail.noteLanguage };
  return (
    <>
      <NoteOptionItems
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
        <p role="status" className="px-2 py-1.5 text-xs text-soft">
          {t(($) => $.summaries.again.keepsLanguage)}
        </p>
      ) : null}
      <AgainCost contentId={detail.contentId} chosen={chosen} />
      <DropdownMenuSeparator />
      <DropdownMenuItem
        onSelect={() => {
          if (change.detail) changeNotePreferences({ detail: change.detail });
          onStart(chosen);
        }}
      >
        <RefreshCw aria-hidden />
        {t(($) => $.summaries.again.start)}
      </DropdownMenuItem>
    </>
  );
}

function AgainCost({ contentId, chosen }: { contentId: string; chosen: Chosen }) {
  const trpc = useTRPC();
  const toText = useCostText();
  const { data } = useQuery(
    trpc.user.workCost.queryOptions(
      { work: 'again', contentId, ...chosen },
      { staleTime: 10_000, retry: false, placeholderData: (previous) => previous },
    ),
  );
  const cost = toText(data, 'note');
  return cost === null ? null : (
    <div className="max-w-64 px-2 py-1.5">
      <CostLine {...cost} />
    </div>
  );
}

function isOtherLanguage(tag: string | null, wanted: string): boolean {
  return tag !== null && tag.toLowerCase().split(/[-_]/)[0] !== wanted;
}
