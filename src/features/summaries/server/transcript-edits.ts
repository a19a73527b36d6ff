/**
 * A user's corrections of a transcript. They are rows of their own, applied to the shared extraction whenever somebody
 * asks for the words: everything that quotes a line asks here, and nothing has to be recognised again.
 */
import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import type { Extracted, Segment } from '#engine/model.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { applyEdit, applyEdits, type TranscriptEdit } from '#lib/transcript-edits.ts';
import type { Services } from '#rpc/services.ts';
import type { EditedTranscript } from '../contract.ts';
import { type EditRow, readEdits } from './edit-rows.ts';
import { followQuote } from './follow-quote.ts';
import { type OwnedContent, requireOwnedContent } from './owned.ts';
import { saveNote } from './save-note.ts';
import { loadExtraction } from './start-work.ts';

/** Replaying more would make every reader wait; nobody corrects that much by hand. */
const mostEdits = 20_000;

/** The content's words as its owner corrected them; empty while there are none. Ids are places in the list. */
export async function segmentsOf(executor: Executor, content: OwnedContent): Promise<Segment[]> {
  const known = content.extractionId ? await loadExtraction(executor, content.extractionId) : null;
  return known ? (await correctedSegments(executor, content, known.extracted)).segments : [];
}

/** The same where the extraction is at hand, with what names the state of the corrections. */
export async function correctedSegments(
  executor: Executor,
  content: OwnedContent,
  extracted: Extracted,
): Promise<{ segments: Segment[]; version: number; edits: number }> {
  const { transcript } = extracted;
  if (!transcript) return { segments: [], version: 0, edits: 0 };
  // Paragraphs have no times to find them by, and notes point at their numbers.
  if (!transcript.timed) return { segments: transcript.segments, version: 0, edits: 0 };
  const rows = await readEdits(executor, content);
  return { segments: replay(transcript.segments, rows), version: rows.at(-1)?.id ?? 0, edits: rows.length };
}

function replay(segments: Segment[], rows: readonly EditRow[]): Segment[] {
  return rows.length === 0
    ? segments
    : applyEdits(
        segments,
        rows.map(({ edit }) => edit),
      );
}

/**
 * Adds one correction, and lets the note follow where it quotes the corrected words. Errors: `transcript_conflict` when
 * the corrections are others than `base` names, or the line is not as it is said to be; `bad_request` past the most.
 */
export async function editTranscript(
  services: Services,
  content: OwnedContent,
  { base, edit }: { base: number; edit: TranscriptEdit },
): Promise<EditedTranscript> {
  const { version, edits } = await services.db.transaction(async (tx) => {
    await lockContent(tx, content);
    const rows = await readEdits(tx, content);
    if ((rows.at(-1)?.id ?? 0) !== base) throw new AppError('transcript_conflict');
    if (rows.length >= mostEdits) throw new AppError('bad_request', { detail: 'too many corrections' });
    if (applyEdit(replay(await timedSegments(tx, content), rows), edit) === null) throw new AppError('transcript_conflict');
    const [row] = await tx
      .insert(transcriptEdits)
      .values({ userId: content.userId, contentId: content.id, edit })
      .returning({ id: transcriptEdits.id });
    if (!row) throw new AppError('internal', { detail: 'insert returned no row' });
    return { version: row.id, edits: rows.length + 1 };
  });
  const note = edit.type === 'text' ? await followInNote(services, content, edit, edit.text) : null;
  return { version, edits, note };
}

/** Takes the last correction back, in the note too. Errors: `transcript_conflict`, also when there is none. */
export async function undoTranscriptEdit(services: Services, content: OwnedContent, base: number): Promise<EditedTranscript> {
  const { version, edits, undone } = await services.db.transaction(async (tx) => {
    await lockContent(tx, content);
    const rows = await readEdits(tx, content);
    const last = rows.pop();
    if (!last || last.id !== base) throw new AppError('transcript_conflict');
    await tx.delete(transcriptEdits).where(and(eq(transcriptEdits.userId, content.userId), eq(transcriptEdits.id, last.id)));
    return { version: rows.at(-1)?.id ?? 0, edits: rows.length, undone: last.edit };
  });
  const note = undone.type === 'text' ? await followInNote(services, content, { ...undone, was: undone.text }, undone.was) : null;
  return { version, edits, note };
}

/** One correction at a time. Errors: `not_found`. */
async function lockContent(tx: Executor, content: OwnedContent): Promise<void> {
  const [row] = await tx
    .select({ id: contents.id })
    .from(contents)
    .where(and(eq(contents.id, content.id), eq(contents.userId, content.userId)))
    .for('update');
  if (!row) throw new AppError('not_found');
}

async function timedSegments(executor: Executor, content: OwnedContent): Promise<Segment[]> {
  const known = content.extractionId ? await loadExtraction(executor, content.extractionId) : null;
  const transcript = known?.extracted.transcript;
  if (!transcript?.timed) throw new AppError('subtitles_missing');
  return transcript.segments;
}

/**
 * The note where it stands on the line, word for word: a new version of it. A note that is being edited elsewhere at
 * this moment is left alone: its editor would otherwise be told of a conflict for a word.
 */
async function followInNote(
  services: Services,
  content: OwnedContent,
  line: { startMs: number; was: string },
  now: string,
): Promise<EditedTranscript['note']> {
  const current = await requireOwnedContent(services.db, content.userId, content.id);
  if (current.note === null || current.noteVersionId === null || current.activeRunId !== null) return null;
  const followed = followQuote(current.note, line, now);
  if (followed.places === 0) return null;
  try {
    const saved = await saveNote(services, current, { note: followed.markdown, baseVersionId: current.noteVersionId });
    return {
      markdown: followed.markdown,
      versionId: saved.versionId,
      places: followed.places,
      updatedAt: saved.updatedAt.toISOString(),
    };
  } catch (error) {
    if (hasCode(error, 'note_conflict')) return null;
    throw error;
  }
}
