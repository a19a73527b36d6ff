import type { Db } from '#db/client.ts';
import { fillNoteColumns as fillColumns } from '#features/contents/server/index.ts';
import { noteColumns } from './note-columns.ts';

export function fillNoteColumns(db: Db): Promise<number> {
  return fillColumns(db, noteColumns);
}
