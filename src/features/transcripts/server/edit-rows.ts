/** Stored corrections of a script, and their replay on a new note. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import { storedRow } from '#db/stored-row.ts';
import type { Segment } from '#engine/domain.ts';
import { type ContentRecord, loadTranscript } from '#features/contents/server/index.ts';
import { applyEdits, type TranscriptEdit } from '#lib/transcripts/transcript-edits.ts';
import { zTranscriptEdit } from '../contract.ts';
import { followEdit, needsLines, withName } from './follow-edit.ts';
import { type KeptChange, keepChanges, makeChanges, type NoteChange, zKeptChanges } from './note-changes.ts';

export type EditRow = {
  id: number;
  edit: TranscriptEdit;
  /** The changes that it made to the note; null when unknown. */
  noteChanges: KeptChange[] | null;
  at: Date;
};

type Whose = Pick<ContentRecord, 'id' | 'userId'>;

export async function readEdits(executor: Executor, content: Whose): Promise<EditRow[]> {
  const rows = await executor
    .select({
      id: transcriptEdits.id,
      edit: transcriptEdits.edit,
      noteChanges: transcriptEdits.noteChanges,
      at: transcriptEdits.createdAt,
    })
    .from(transcriptEdits)
    .where(and(eq(transcriptEdits.userId, content.userId), eq(transcriptEdits.contentId, content.id)))
    .orderBy(asc(transcriptEdits.id));
  return rows.flatMap(({ id, edit, noteChanges, at }) => {
    const known = zTranscriptEdit.safeParse(edit);
    return known.success
      ? [{ id, edit: known.data, noteChanges: zKeptChanges.nullable().safeParse(noteChanges).data ?? null, at }]
      : [];
  });
}

export async function addEdit(tx: Tx, content: Whose, edit: TranscriptEdit): Promise<Pick<EditRow, 'id' | 'at'>> {
  const made = await tx
    .insert(transcriptEdits)
    .values({ userId: content.userId, contentId: content.id, edit, noteChanges: [] })
    .returning({ id: transcriptEdits.id, at: transcriptEdits.createdAt });
  return storedRow(made);
}

export async function removeEdit(tx: Tx, content: Whose, { id }: Pick<EditRow, 'id'>): Promise<void> {
  await tx.delete(transcriptEdits).where(and(eq(transcriptEdits.userId, content.userId), eq(transcriptEdits.id, id)));
}

/** `since`: the corrections' version the text was made from, or its date; null: older than any. */
export async function loadRenamer(
  executor: Executor,
  content: Whose,
): Promise<(markdown: string, since: Date | number | null) => string> {
  const rows = await executor
    .select({ id: transcriptEdits.id, edit: transcriptEdits.edit, at: transcriptEdits.createdAt })
    .from(transcriptEdits)
    .where(
      and(
        eq(transcriptEdits.userId, content.userId),
        eq(transcriptEdits.contentId, content.id),
        sql`${transcriptEdits.edit} ->> 'type' = 'rename'`,
      ),
    )
    .orderBy(asc(transcriptEdits.id));
  const renames = rows.flatMap(({ id, edit, at }) => {
    const known = zTranscriptEdit.safeParse(edit).data;
    return known?.type === 'rename' ? [{ ...known, id, at }] : [];
  });
  return (markdown, since) => {
    const later = renames.filter(({ id, at }) => since === null || (typeof since === 'number' ? id > since : at > since));
    return later.reduce(withName, markdown);
  };
}

/** Stores the changes that a correction made to the note; `changed` is the note after them. */
export async function keepNoteChanges(
  executor: Executor,
  row: Pick<EditRow, 'id'>,
  changed: string,
  changes: readonly NoteChange[],
): Promise<void> {
  await executor
    .update(transcriptEdits)
    .set({ noteChanges: keepChanges(changed, changes) })
    .where(eq(transcriptEdits.id, row.id));
}

/** A shared run writes from uncorrected text: applies this user's corrections to its note. */
export async function withCorrections(
  executor: Executor,
  content: Whose,
  note: string,
  extractionId: string | null,
): Promise<string> {
  const rows = await readEdits(executor, content);
  const edits = rows.map(({ edit }) => edit);
  let lines = edits.some(needsLines) ? await timedLines(executor, extractionId) : [];
  let replayed = 0;
  // As stored: lone surrogates are replaced.
  let markdown = note.toWellFormed();
  for (const [index, row] of rows.entries()) {
    if (needsLines(row.edit)) {
      lines = applyEdits(lines, edits.slice(replayed, index));
      replayed = index;
    }
    const changes = followEdit(markdown, row.edit, lines);
    // A correction without recorded changes may be older than the recording.
    if (changes.length === 0 && (row.noteChanges ?? []).length === 0) continue;
    markdown = makeChanges(markdown, changes);
    await keepNoteChanges(executor, row, markdown, changes);
  }
  return markdown;
}

async function timedLines(executor: Executor, extractionId: string | null): Promise<Segment[]> {
  const transcript = await loadTranscript(executor, extractionId);
  return transcript?.timed ? transcript.segments : [];
}
