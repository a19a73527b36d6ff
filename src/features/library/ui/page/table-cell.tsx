import { Cover } from '#ui/cover.tsx';
import { FoundText, foundIn } from '../found.tsx';
import { HighlightCount } from '../highlight-count.tsx';
import { RecordStatus } from '../record-status.tsx';
import { useRowWords } from '../row-words.tsx';
import type { RecordRow } from '../use-records.ts';
import type { ColumnId } from './table-columns.tsx';
import { TitleCell } from './title-cell.tsx';

type TableCellProps = { column: ColumnId; row: RecordRow; title: string };

export function TableCell({ column, row, title }: TableCellProps) {
  const { text } = useRowWords();
  switch (column) {
    case 'cover':
      return <Cover src={row.cover_url} className="h-9 w-16" />;
    case 'title':
      return <TitleCell row={row} title={title} />;
    case 'updated':
      return <Day at={row.updated_at} />;
    case 'created':
      return <Day at={row.created_at} />;
    case 'note':
      return row.excerpt === null && foundIn(row) === undefined ? (
        <div className="overflow-hidden">
          <RecordStatus row={row} />
        </div>
      ) : (
        <FoundText row={row} instead={text(row, 160)} className="line-clamp-2 text-xs wrap-anywhere text-soft" />
      );
    case 'highlights':
      return row.highlightCount === 0 ? <None /> : <HighlightCount count={row.highlightCount} />;
    case 'select':
    case 'actions':
      return null;
  }
}

function Day({ at }: { at: string }) {
  const { format } = useRowWords();
  return (
    <time className="text-xs wrap-anywhere text-faint" dateTime={at} title={format.dateTime(at)}>
      {format.ago(at)}
    </time>
  );
}

function None() {
  const { t } = useRowWords();
  return <span className="sr-only">{t(($) => $.records.table.none)}</span>;
}
