import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import type { ContentRecord } from './owned.ts';

export type NoteColumns = Pick<ContentRecord, 'note' | 'noteExcerpt' | 'noteTags' | 'openTodos' | 'doneTodos'>;

/** `fields`: other columns that change with the note. */
export async function setContentNote(
  tx: Tx,
  contentId: string,
  note: NoteColumns & Pick<ContentRecord, 'noteVersionId'>,
  fields: Partial<Omit<ContentRecord, keyof NoteColumns | 'noteVersionId'>>,
): Promise<void> {
  await tx
    .update(contents)
    .set({ ...fields, ...note })
    .where(eq(contents.id, contentId));
}

const AT_ONCE = 500;

/** Fills the columns of older notes; returns their number. Resumable: one statement per batch; without any, one index lookup. */
export async function fillNoteColumns(db: Db, columnsOf: (note: string) => NoteColumns): Promise<number> {
  for (let filled = 0; ; ) {
    const rows = await db
      .select({ id: contents.id, note: contents.note })
      .from(contents)
      // Matches the condition of the index.
      .where(sql`note is not null and note_excerpt is null`)
      .orderBy(contents.id)
      .limit(AT_ONCE);
    if (rows.length === 0) return filled;
    const columns = rows.map(({ id, note }) => {
      const { note: _note, ...rest } = columnsOf(note ?? '');
      return { id, ...rest };
    });
    await db
      .update(contents)
      .set({
        noteExcerpt: sql`filled."noteExcerpt"`,
        noteTags: sql`filled."noteTags"`,
        openTodos: sql`filled."openTodos"`,
        doneTodos: sql`filled."doneTodos"`,
      })
      .from(
        sql`jsonb_to_recordset(${JSON.stringify(columns)}::jsonb)
          as filled(id uuid, "noteExcerpt" text, "noteTags" text[], "openTodos" int, "doneTodos" int)`,
      )
      // A concurrent process may have written a newer note.
      .where(sql`${eq(contents.id, sql`filled.id`)} and ${contents.noteExcerpt} is null`);
    filled += rows.length;
  }
}
