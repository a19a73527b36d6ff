import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PreviewItem } from '#features/ingest/ui/use-preview.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';

export type CollectionOfferProps = {
  collection: NonNullable<PreviewItem['collection']> /** Null: the page's main button does it. */;
  onPick: (() => void) | null;
};

/** Under what was recognised: this link stands for many, or belongs to a list. */
export function CollectionOffer({ collection, onPick }: CollectionOfferProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, total, alsoItem } = collection;
  const facts = [
    t(($) => $.collections.kind[kind]),
    total === null ? null : t(($) => $.collections.count, { count: total, replace: { count: format.number(total) } }),
  ].filter((fact) => fact !== null);
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-soft">
      <p className="min-w-0">
        <span className="text-ink">{facts.join(' · ')}</span>{' '}
        {alsoItem ? t(($) => $.collections.offerBeside) : t(($) => $.collections.offer)}
      </p>
      {onPick === null ? null : (
        <Button size="sm" onClick={onPick}>
          <ListChecks aria-hidden className="size-4" />
          {t(($) => $.collections.pick)}
        </Button>
      )}
    </div>
  );
}
