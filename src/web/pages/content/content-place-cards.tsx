import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { CitedSource } from '#features/transcripts/ui/place/cited-source.tsx';
import { usePrepareLines } from '#rpc/content-parts.ts';
import { type CitedSourceProps, PlaceCards } from '#ui/reader/place-card/place-cards.tsx';

export function ContentPlaceCards({ detail, children }: { detail: ContentOverview; children: ReactNode }) {
  const { t } = useTranslation();
  const prepare = usePrepareLines(detail);
  const render = useCallback((props: CitedSourceProps) => <CitedSource detail={detail} {...props} />, [detail]);
  return (
    <PlaceCards prepare={prepare} label={t(($) => $.content.places.card)} render={render}>
      {children}
    </PlaceCards>
  );
}
