import { memo } from 'react';
import { dragSource } from '#ui/drag/drag-source.ts';
import { useRowWords } from '../row-words.tsx';
import { type RecordRow, recordTitle } from '../use-records.ts';
import { RowMenu } from './row-menu.tsx';
import { SelectBox } from './select-box.tsx';
import { TableCell } from './table-cell.tsx';
import type { ColumnId } from './table-columns.tsx';
import type { RowSelection } from './use-selection.ts';

export const rowPx = 56;

type TableRowProps = {
  row: RecordRow;
  index: number;
  /** Ids of the visible columns, separated by spaces. */
  columns: string;
  selection: RowSelection;
};

export const TableRow = memo(function TableRow({ row, index, columns, selection }: TableRowProps) {
  const { t } = useRowWords();
  const title = recordTitle(row, 80) ?? t(($) => $.common.untitled);
  return (
    <tr
      {...dragSource({ id: row.content_id, title, chosen: selection.has(row.content_id) })}
      aria-rowindex={index + 2}
      aria-selected={selection.has(row.content_id)}
      // Each row is a layer of its own, so that adding one does not repaint the others.
      className="group/row relative z-0 has-[[data-state=open]]:z-10 hover:bg-hover aria-selected:bg-accent-soft"
      style={{ height: rowPx }}
    >
      {columns.split(' ').map((column) => (
        <td key={column} className="border-b border-line px-2 group-last/row:border-0">
          {column === 'select' ? (
            <SelectBox id={row.content_id} title={title} selection={selection} />
          ) : column === 'actions' ? (
            <RowMenu row={row} title={title} onDeleted={selection.drop} />
          ) : (
            <TableCell column={column as ColumnId} row={row} title={title} />
          )}
        </td>
      ))}
    </tr>
  );
});
