import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { QueryCard } from './query-card.tsx';

/** The part of a query that a list needs; with the last three, it loads page by page. */
export type ListQuery = {
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
  isFetchingNextPage?: boolean;
  hasNextPage?: boolean;
  fetchNextPage?: () => Promise<unknown>;
};

type ListCardProps = {
  query: ListQuery;
  rows: ReactNode[] | undefined;
  label: string;
  none: { title: string; description: string };
};

export function ListCard({ query, rows, label, none }: ListCardProps) {
  const { t } = useTranslation();
  return (
    <QueryCard query={query}>
      {rows === undefined ? null : rows.length === 0 ? (
        <EmptyState {...none} />
      ) : (
        <>
          <ul aria-label={label} className="divide-y divide-line">
            {rows}
          </ul>
          {query.hasNextPage ? (
            <div className="border-t border-line p-3">
              <Button loading={query.isFetchingNextPage === true} onClick={() => void query.fetchNextPage?.()}>
                {t(($) => $.admin.more)}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </QueryCard>
  );
}
