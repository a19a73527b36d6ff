import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { RecordRow } from '../use-records.ts';

export const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});

const helper = createColumnHelper<typeof features, RecordRow>();

export const columnIds = ['select', 'cover', 'title', 'updated', 'created', 'note', 'highlights', 'actions'] as const;
export type ColumnId = (typeof columnIds)[number];

const least = 72;

/** `TableCell` renders the cells, and the server sorts. All columns but the first and the last can be hidden. */
export const columns = helper.columns([
  helper.display({ id: 'select', size: 44, enableHiding: false, enableResizing: false, enableSorting: false }),
  helper.display({ id: 'cover', size: 88, enableResizing: false, enableSorting: false }),
  helper.accessor((row) => row.title, { id: 'title', size: 280, minSize: 160, maxSize: 900, sortDescFirst: false }),
  helper.accessor((row) => row.updated_at, { id: 'updated', size: 112, minSize: least, maxSize: 300, sortDescFirst: true }),
  helper.accessor((row) => row.created_at, { id: 'created', size: 112, minSize: least, maxSize: 300, sortDescFirst: true }),
  helper.accessor((row) => row.excerpt ?? '', { id: 'note', size: 330, minSize: 120, maxSize: 1200, sortDescFirst: false }),
  helper.accessor((row) => row.highlightCount, { id: 'highlights', size: 88, minSize: least, maxSize: 200, sortDescFirst: true }),
  helper.display({ id: 'actions', size: 52, enableHiding: false, enableResizing: false, enableSorting: false }),
]);
