/** The rows behind a user's corrections of a script, and a note that is written anew from the words as they came. */
import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import type { TranscriptEdit } from '#lib/transcript-edits.ts';
import { zTranscriptEdit } from '../contract.ts';
import { followQuote } from './follow-quote.ts';
import type { ContentRecord } from './owned.ts';

export type EditRow = { id: number; edit: TranscriptEdit };

type Whose = Pick<ContentRecord, 'id' | 'userId'>;

/** In the order in which they were made. */
export async function readEdits(executor: Executor, content: Whose): Promise<EditRow[]> {
  const rows = await executor
    .select({ id: transcriptEdits.id, edit: transcriptEdits.edit })
    .from(transcriptEdits)
    .where(and(eq(transcriptEdits.userId, content.userId), eq(transcriptEdits.contentId, content.id)))
    .orderBy(asc(transcriptEdits.id));
  return rows.flatMap(({ id, edit }) => {
    const known = zTranscriptEdit.safeParse(edit);
    return known.success ? [{ id, edit: known.data }] : [];
  });
}

/** A run writes for everybody who waits for it, from the source's own words: what it quotes of corrected lines is put right for this user. */
export async function withCorrections(executor: Executor, content: Whose, note: string): Promise<string> {
  let markdown = note;
  for (const { edit } of await readEdits(executor, content))
    if (edit.type === 'text') markdown = followQuote(markdown, edit, edit.text).markdown;
  return markdown;
}
