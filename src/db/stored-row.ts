import { AppError } from '#lib/app-error.ts';

/** The row of an `insert … returning` that always stores one. */
export function storedRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new AppError('internal', { detail: 'insert returned no row' });
  return row;
}
