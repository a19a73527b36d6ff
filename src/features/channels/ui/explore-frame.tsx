import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { EntryListSkeleton } from './entry-list.tsx';

export type ExplorePage = 'popular' | 'channel' | 'podcast';

const pages = [
  { page: 'popular', to: '/popular' },
  { page: 'channel', to: '/explore/channel' },
  { page: 'podcast', to: '/explore/podcast' },
] as const;

type ExploreFrameProps = {
  page: ExplorePage;
  query: { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown };
  empty: boolean;
  children: ReactNode;
};

export function ExploreFrame({ page, query, empty, children }: ExploreFrameProps) {
  const { t } = useTranslation();
  const failed = useAppError(query.error);
  const leads = {
    popular: t(($) => $.channels.explore.popularLead),
    channel: t(($) => $.channels.explore.channelLead),
    podcast: t(($) => $.channels.explore.podcastLead),
  };
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 md:px-8">
      <h1 className="text-2xl font-semibold">{t(($) => $.channels.explore[page])}</h1>
      <p className="mt-2 max-w-xl text-sm text-soft">{leads[page]}</p>
      <nav aria-label={t(($) => $.channels.explore.pages)} className="mt-4 mb-1 border-b border-line">
        <ul className="-mb-px flex gap-1">
          {pages.map((one) => (
            <li key={one.page}>
              <Link
                to={one.to}
                aria-current={one.page === page ? 'page' : undefined}
                className={clsx(
                  'flex h-10 items-center border-b-2 px-3 text-sm transition-colors max-md:h-11',
                  one.page === page ? 'border-accent font-medium text-ink' : 'border-transparent text-soft hover:text-ink',
                )}
              >
                {t(($) => $.channels.explore[one.page])}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {query.isPending ? (
        <EntryListSkeleton />
      ) : failed ? (
        <ErrorState
          title={t(($) => $.channels.explore.failed)}
          message={failed.message}
          code={failed.code}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : empty ? (
        <EmptyState
          icon={<Compass />}
          title={t(($) => $.channels.explore.empty)}
          description={t(($) => $.channels.explore.emptyHints[page])}
        />
      ) : (
        // The tabs draw the line above the list.
        <div className="[&>ul]:border-t-0">{children}</div>
      )}
    </div>
  );
}
