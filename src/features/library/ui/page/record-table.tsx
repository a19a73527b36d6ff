import { type ColumnSizingState, type ColumnVisibilityState, type SortingState, useTable } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coverWhileScrolling } from '#ui/browser/cover-while-scrolling.ts';
import { useStored } from '#ui/browser/use-stored.ts';
import { readSort, type Sort, sorts } from '../../shared/sorts.ts';
import { RowWordsProvider } from '../row-words.tsx';
import type { Records } from '../use-records.ts';
import { ColumnMenu } from './column-menu.tsx';
import { ListEnd } from './list-end.tsx';
import { SelectAll } from './select-box.tsx';
import { TableBody } from './table-body.tsx';
import { type ColumnId, columns, features } from './table-columns.tsx';
import { useFits } from './use-fits.ts';
import type { Selection } from './use-selection.ts';

const resizeStepPx = 16;

type RecordTableProps = {
  query: Pick<Records, 'rows' | 'error' | 'hasNextPage' | 'isFetching' | 'isNextPageError' | 'fetchNextPage'>;
  label: string;
  selection: Selection;
  sort: Sort | null;
  /** Null: the default order. */
  onSort: (sort: Sort | null) => void;
};

export function RecordTable({ query, label, selection, sort, onSort }: RecordTableProps) {
  const { t } = useTranslation();
  const { rows: data, hasNextPage } = query;
  const [columnVisibility, setColumnVisibility] = useStored<ColumnVisibilityState>('gleaner.library.columns', {});
  const [columnSizing, setColumnSizing] = useStored<ColumnSizingState>('gleaner.library.widths', {});
  const sorting = sortingOf(sort);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row) => row.content_id,
    state: { columnVisibility, columnSizing, sorting },
    onColumnVisibilityChange: setColumnVisibility,
    onColumnSizingChange: setColumnSizing,
    onSortingChange: (next) => onSort(sortOfState(typeof next === 'function' ? next(sorting) : next)),
    manualSorting: true,
    columnResizeMode: 'onChange',
    enableMultiSort: false,
  });
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  useEffect(() => coverWhileScrolling(frame), [frame]);
  // A table that scrolls sideways contains its head; otherwise the head sticks below the page's header.
  const stays = useFits(frame, table.getTotalSize());
  const shownColumns = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join(' ');
  const name = (id: string) => t(($) => $.records.columns[id as ColumnId]);
  return (
    <>
      <div className="mb-2 flex justify-end">
        <ColumnMenu
          columns={table
            .getAllLeafColumns()
            .filter((column) => column.getCanHide())
            .map((column) => ({ id: column.id, name: name(column.id), shown: column.getIsVisible() }))}
          onShown={(id, shown) => table.getColumn(id)?.toggleVisibility(shown)}
        />
      </div>
      <section
        ref={setFrame}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard.
        tabIndex={0}
        className={clsx('relative rounded-lg border border-line focus-visible:-outline-offset-2', !stays && 'overflow-x-auto')}
      >
        <table
          aria-rowcount={hasNextPage ? -1 : data.length + 1}
          className="min-w-full table-fixed border-separate border-spacing-0 text-sm"
          style={{ width: table.getTotalSize() }}
        >
          <thead className={clsx(stays && 'sticky top-14 z-20')}>
            <tr aria-rowindex={1} className="text-left text-xs text-soft">
              {table.getHeaderGroups()[0]?.headers.map(({ id, column }) => (
                <th
                  key={id}
                  scope="col"
                  aria-sort={sortOf(column.getIsSorted())}
                  className="group/head relative h-10 bg-sunken px-2 font-medium shadow-[inset_0_-1px_0_var(--line)] first:rounded-tl-lg last:rounded-tr-lg"
                  style={{ width: column.getSize() }}
                >
                  {id === 'select' ? (
                    <SelectAll selection={selection} />
                  ) : column.getCanSort() ? (
                    <button
                      type="button"
                      onClick={column.getToggleSortingHandler()}
                      className="inline-flex min-h-8 max-w-full items-center gap-1 rounded-sm hover:text-ink"
                    >
                      <span className="truncate">{name(id)}</span>
                      {column.getIsSorted() === 'asc' ? <ArrowUp aria-hidden className="size-3.5 shrink-0" /> : null}
                      {column.getIsSorted() === 'desc' ? <ArrowDown aria-hidden className="size-3.5 shrink-0" /> : null}
                    </button>
                  ) : (
                    <span className={clsx(id === 'actions' && 'sr-only')}>{name(id)}</span>
                  )}
                  {column.getCanResize() ? (
                    <ResizeHandle
                      label={t(($) => $.records.table.resize, { name: name(id) })}
                      width={column.getSize()}
                      least={column.columnDef.minSize ?? 0}
                      most={column.columnDef.maxSize ?? 0}
                      onStart={table
                        .getHeaderGroups()[0]
                        ?.headers.find((header) => header.id === id)
                        ?.getResizeHandler()}
                      onWidth={(width) => setColumnSizing((sizes) => ({ ...sizes, [id]: width }))}
                    />
                  ) : null}
                </th>
              ))}
            </tr>
          </thead>
          <RowWordsProvider>
            <TableBody rows={data} columns={shownColumns} selection={selection.ofRows} />
          </RowWordsProvider>
        </table>
      </section>
      <ListEnd query={query} label={t(($) => $.library.loadingMore)} />
    </>
  );
}

function sortingOf(sort: Sort | null): SortingState {
  if (sort === null) return [];
  const { column, direction } = readSort(sort);
  return [{ id: column, desc: direction === 'desc' }];
}

function sortOfState([first]: SortingState): Sort | null {
  const said = first && `${first.id}-${first.desc ? 'desc' : 'asc'}`;
  return sorts.find((one) => one === said) ?? null;
}

function sortOf(sorted: false | 'asc' | 'desc'): 'ascending' | 'descending' | 'none' {
  if (sorted === false) return 'none';
  return sorted === 'asc' ? 'ascending' : 'descending';
}

type ResizeHandleProps = {
  label: string;
  width: number;
  least: number;
  most: number;
  onStart: ((event: unknown) => void) | undefined;
  onWidth: (width: number) => void;
};

/** Can be dragged, or moved with the arrow keys. */
function ResizeHandle({ label, width, least, most, onStart, onWidth }: ResizeHandleProps) {
  function handleKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? resizeStepPx : event.key === 'ArrowLeft' ? -resizeStepPx : 0;
    if (step === 0) return;
    event.preventDefault();
    onWidth(Math.min(most, Math.max(least, width + step)));
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width)}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onMouseDown={onStart}
      onTouchStart={onStart}
      onKeyDown={handleKey}
      className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-r border-transparent group-hover/head:border-line-strong hover:border-accent focus-visible:border-accent focus-visible:-outline-offset-2"
    />
  );
}
