import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCostText } from '#i18n/use-cost-text.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import type { NoteDetail } from '#lib/notes/note-details.ts';
import { useTRPC } from '#rpc/client.tsx';
import { CostLine } from '#ui/cost-line.tsx';
import type { PreviewItem } from '../preview/use-preview.ts';

type LinkCostProps = { items: readonly PreviewItem[]; noteLanguage: NoteLanguage; detail: NoteDetail };

export function LinkCost({ items, noteLanguage, detail }: LinkCostProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const toText = useCostText();
  const links = items.map(({ url, durationSeconds }) => ({ url, durationSeconds }));
  const { data, isPending } = useQuery(
    trpc.user.workCost.queryOptions(
      { work: 'links', links, noteLanguage, detail },
      { staleTime: 10_000, retry: false, placeholderData: (previous) => previous },
    ),
  );
  const cost = toText(data, 'note');
  const isLimited = useQuery(trpc.user.remainingTime.queryOptions()).data?.remainingTime != null;
  // The line is reserved before its text is known, so that nothing below it moves.
  if (cost === null) return isPending && isLimited ? <div aria-hidden className="h-8 border-t border-line py-2" /> : null;
  return (
    <div className="border-t border-line px-4 py-2">
      <CostLine {...cost}>
        <Link
          to="/user/settings"
          search={{ section: 'time' }}
          className="rounded-sm text-accent-ink underline underline-offset-4"
        >
          {t(($) => $.common.cost.ways)}
        </Link>
      </CostLine>
    </div>
  );
}
