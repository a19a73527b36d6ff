import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CitedSource } from '#features/transcripts/ui/place/cited-source.tsx';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { PlayerProvider } from '#ui/player/player-context.tsx';
import type { CitedSourceProps } from '#ui/reader/place-card/place-cards.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';

/** The content of a reference's card, for a content whose page is not open. */
export function CitedContent({ contentId, ...cited }: CitedSourceProps & { contentId: string }) {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().content.overview.queryOptions({ contentId }));
  const error = useAppError(query.data ? null : query.error);
  if (error) return <ErrorState layout="row" message={error.message} onRetry={() => void query.refetch()} />;
  if (query.data)
    return (
      // Nothing plays here: the card leads to the place.
      <PlayerProvider>
        <CitedSource detail={query.data} {...cited} />
      </PlayerProvider>
    );
  return (
    <div id={cited.textId} role="status">
      <span className="sr-only">{t(($) => $.common.loading)}</span>
      <Skeleton className="mb-2 h-5 w-full" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}
