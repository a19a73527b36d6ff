import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import type { PreviewItem } from '../preview/use-preview.ts';

type PlaylistOfferProps = {
  listing: NonNullable<PreviewItem['listing']> /** Null: the page's main button does it. */;
  onPick: (() => void) | null;
};

export function PlaylistOffer({ listing, onPick }: PlaylistOfferProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, total, alsoItem } = listing;
  const facts = [
    t(($) => $.listings.kind[kind]),
    total === null ? null : t(($) => $.listings.count, { count: total, replace: { count: format.number(total) } }),
  ].filter((fact) => fact !== null);
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-soft">
      <p className="min-w-0">
        <span className="text-ink">{facts.join(' · ')}</span>{' '}
        {alsoItem ? t(($) => $.listings.offerBeside) : t(($) => $.listings.offer)}
      </p>
      {onPick === null ? null : (
        <Button size="sm" onClick={onPick}>
          <ListChecks aria-hidden className="size-4" />
          {t(($) => $.listings.pick)}
        </Button>
      )}
    </div>
  );
}
