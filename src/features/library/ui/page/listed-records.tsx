import { Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { ViewType } from '../../shared/library-address.ts';
import type { Sort } from '../../shared/sorts.ts';
import { RecordRows } from '../record-rows.tsx';
import type { Records } from '../use-records.ts';
import { CardGrid } from './card-grid.tsx';
import type { Selection } from './use-selection.ts';

const RecordTable = lazyPart(async () => (await import('./record-table.tsx')).RecordTable);

type ListedRecordsProps = {
  view: ViewType;
  query: Pick<Records, 'rows' | 'error' | 'hasNextPage' | 'isFetching' | 'isNextPageError' | 'fetchNextPage'>;
  selection: Selection;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
};

export function ListedRecords({ view, query: read, selection, sort, onSort }: ListedRecordsProps) {
  const { t } = useTranslation();
  // Loaded rows are rendered between frames; more are requested only after that.
  const rows = useDeferredValue(read.rows);
  const query = { ...read, rows, isFetching: read.isFetching || rows !== read.rows };
  const label = t(($) => $.library.list);
  switch (view) {
    case 'gallery':
      return <CardGrid key="gallery" query={query} shape="even" label={label} selection={selection} />;
    case 'masonry':
      return <CardGrid key="masonry" query={query} shape="tall" label={label} selection={selection} />;
    case 'list':
      return <RecordRows query={query} label={label} selection={selection} />;
    case 'table':
      return (
        <Suspense fallback={<div className="h-96" />}>
          <RecordTable query={query} label={label} selection={selection} sort={sort} onSort={onSort} />
        </Suspense>
      );
  }
}
