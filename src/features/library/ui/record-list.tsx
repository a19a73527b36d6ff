import { Link } from '@tanstack/react-router';
import { Library } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordItemSkeleton } from '#features/library/ui/record-item.tsx';
import { RecordRows } from '#features/library/ui/record-rows.tsx';
import { TypeFilter } from '#features/library/ui/type-filter.tsx';
import { useRecords } from '#features/library/ui/use-records.ts';
import { useAppError } from '#i18n/error-text.ts';
import { contentTypes } from '#lib/content-type.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

type RecordListProps = {
  type: string | null;
  /** Beside the title, where there are records. */
  actions?: ReactNode;
  /** Above the list. */
  notice?: ReactNode;
};

/** An unknown `type` loads nothing. */
export function RecordList({ type, actions, notice }: RecordListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const known = contentTypes.find((name) => name === type);
  const unknown = type !== null && known === undefined;
  const query = useRecords({ type: known, enabled: !unknown });
  const error = useAppError(query.error);
  const { rows, count } = query;
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 md:px-8">
      <div className="mb-4 flex min-h-8 items-baseline gap-3">
        <h1 className="text-2xl font-semibold">{t(($) => $.library.title)}</h1>
        {count === null || count === 0 ? null : (
          <p className="text-sm text-faint tabular-nums">
            {t(($) => $.library.count, { count, formatted: format.number(count) })}
          </p>
        )}
        {actions && rows.length > 0 ? <div className="ml-auto self-center">{actions}</div> : null}
      </div>
      {notice}
      <TypeFilter selected={type} counts={query.typeCounts} />
      {unknown ? (
        <EmptyState
          icon={<Library />}
          title={t(($) => $.records.unknownType)}
          description={t(($) => $.records.unknownTypeHint)}
          action={<ShowAll />}
        />
      ) : query.isPending ? (
        <div role="status">
          <span className="sr-only">{t(($) => $.common.loading)}</span>
          {skeletonRows.map((row) => (
            <RecordItemSkeleton key={row} />
          ))}
        </div>
      ) : error !== null && rows.length === 0 ? (
        <ErrorState
          title={t(($) => $.library.failed)}
          message={error.message}
          code={error.code}
          retrying={query.isFetching}
          onRetry={query.retry}
        />
      ) : rows.length === 0 && known ? (
        <EmptyState
          icon={<Library />}
          title={t(($) => $.records.noneOfType)}
          description={t(($) => $.records.noneOfTypeHint)}
          action={<ShowAll />}
        />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<Library />}
          title={t(($) => $.library.emptyTitle)}
          description={t(($) => $.library.empty)}
          action={
            <Button variant="primary" asChild>
              <Link to="/">{t(($) => $.library.emptyAction)}</Link>
            </Button>
          }
        />
      ) : (
        <RecordRows key={type} query={query} label={t(($) => $.library.list)} />
      )}
    </div>
  );
}

function ShowAll() {
  const { t } = useTranslation();
  return (
    <Button asChild>
      <Link to="/user/videos">{t(($) => $.records.showAll)}</Link>
    </Button>
  );
}
