import type { Executor, Tx } from '#db/client.ts';
import type { Segment } from '#engine/domain.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { loadExtraction } from '#features/contents/server/index.ts';
import { moveHighlights } from '#features/highlights/server/index.ts';
import { lockContent, readVersion, saveNoteIn } from '#features/notes/server/index.ts';
import type { EditedTranscript } from '#features/transcripts/contract.ts';
import {
  addEdit,
  type EditRow,
  followEdit,
  followQuote,
  keepNoteChanges,
  makeChanges,
  type NoteChange,
  readEdits,
  removeEdit,
  replay,
  undoChanges,
} from '#features/transcripts/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { applyEdit, speakersOf, type TranscriptEdit } from '#lib/transcripts/transcript-edits.ts';

/** More edits would slow every read, which replays them. */
const mostEdits = 20_000;

/** The note is changed where it quotes the line or names the speaker. Errors: `transcript_conflict`, `bad_request` (too many). */
export async function editTranscript(
  services: Services,
  owned: OwnedContent,
  { base, edit }: { base: number; edit: TranscriptEdit },
): Promise<EditedTranscript> {
  return services.db.transaction(async (tx) => {
    const content = await lockContent(tx, owned);
    const rows = await readEdits(tx, content);
    if ((rows.at(-1)?.id ?? 0) !== base) throw new AppError('transcript_conflict');
    if (rows.length >= mostEdits) throw new AppError('bad_request', { detail: 'too many corrections' });
    const lines = replay(await timedSegments(tx, content), rows);
    if (applyEdit(lines, edit) === null) throw new AppError('transcript_conflict');
    const row = await addEdit(tx, content, edit);
    const changes = content.note === null ? [] : followEdit(content.note, edit, lines);
    const note = await changeNote(services, tx, content, { changes, at: row.at, before: rows.at(-1)?.at });
    if (note) await keepNoteChanges(tx, row, note.markdown, changes);
    if (edit.type === 'rename') await moveHighlights(tx, content, { renamed: { from: edit.from, to: edit.to } });
    return { version: row.id, edits: rows.length + 1, note };
  });
}

/** Errors: `transcript_conflict`, also when there is no edit. */
export async function undoTranscriptEdit(services: Services, owned: OwnedContent, base: number): Promise<EditedTranscript> {
  return services.db.transaction(async (tx) => {
    const content = await lockContent(tx, owned);
    const rows = await readEdits(tx, content);
    const last = rows.pop();
    if (!last || last.id !== base) throw new AppError('transcript_conflict');
    await removeEdit(tx, content, last);
    const changes = content.note === null ? [] : wayBack(content.note, last);
    const note = await changeNote(services, tx, content, { changes, at: new Date(), before: last.at });
    const { edit } = last;
    // If two speakers have the same name, the article cannot tell them apart.
    if (edit.type === 'rename' && !speakersOf(replay(await timedSegments(tx, content), rows)).includes(edit.to))
      await moveHighlights(tx, content, { renamed: { from: edit.to, to: edit.from } });
    return { version: rows.at(-1)?.id ?? 0, edits: rows.length, note };
  });
}

function wayBack(note: string, { edit, noteChanges }: EditRow): NoteChange[] {
  if (noteChanges) return undoChanges(note, noteChanges);
  // Deleted text is found by the text around it.
  return edit.type === 'text' ? followQuote(note, { startMs: edit.startMs, was: edit.text }, edit.was) : [];
}

/** Null without changes. Consecutive corrections share a version; the owner's edits since `before` keep theirs. */
async function changeNote(
  services: Services,
  tx: Tx,
  content: OwnedContent,
  { changes, at, before }: { changes: readonly NoteChange[]; at: Date; before: Date | undefined },
): Promise<EditedTranscript['note']> {
  if (content.note === null || content.noteVersionId === null || changes.length === 0) return null;
  const markdown = makeChanges(content.note, changes);
  const { noteVersionId: baseVersionId } = content;
  const since = (await readVersion(tx, content, baseVersionId)).createdAt;
  const keepBase = before === undefined || since > before;
  const saved = await saveNoteIn(services, tx, content, { note: markdown, baseVersionId, keepBase, at });
  await moveHighlights(tx, content, { note: content.note, changes });
  return { markdown, versionId: saved.versionId, places: changes.length, updatedAt: saved.updatedAt.toISOString() };
}

async function timedSegments(executor: Executor, content: OwnedContent): Promise<Segment[]> {
  const known = content.extractionId ? await loadExtraction(executor, content.extractionId) : null;
  const transcript = known?.extracted.transcript;
  if (!transcript?.timed) throw new AppError('subtitles_missing');
  return transcript.segments;
}
