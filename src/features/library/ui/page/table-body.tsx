import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useState } from 'react';
import type { RecordRow } from '../use-records.ts';
import { observeSparsely } from './observe-sparsely.ts';
import { rowPx, TableRow } from './table-row.tsx';
import { useOffsetBefore } from './use-offset-before.ts';
import { usePageTop } from './use-page-top.ts';
import { useRowsGradually } from './use-rows-gradually.ts';
import type { RowSelection } from './use-selection.ts';

type TableBodyProps = {
  rows: readonly RecordRow[];
  /** Ids of the visible columns, separated by spaces. */
  columns: string;
  selection: RowSelection;
};

/** Virtualised: only rows on the screen are rendered; `aria-rowindex` tells screen readers their positions. */
export const TableBody = memo(function TableBody({ rows, columns, selection }: TableBodyProps) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const top = usePageTop(body);
  const offset = useOffsetBefore();
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.content_id ?? index,
    initialOffset: offset,
    observeElementOffset: observeSparsely,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const drawn = new Set(useRowsGradually(items, virtualizer.scrollOffset ?? offset).map(({ key }) => key));
  const before = (items[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <tbody ref={setBody}>
      {before > 0 ? <tr aria-hidden style={{ height: before }} /> : null}
      {items.map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        if (!drawn.has(item.key)) return <tr key={`place of ${row.content_id}`} aria-hidden style={{ height: rowPx }} />;
        return <TableRow key={row.content_id} row={row} index={item.index} columns={columns} selection={selection} />;
      })}
      {after > 0 ? <tr aria-hidden style={{ height: after }} /> : null}
    </tbody>
  );
});
