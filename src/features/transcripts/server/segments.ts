/**
 * The lines of a content as its owner corrected them. Corrections are rows of their own, applied to the shared extraction
 * at every read: everything that quotes a line asks here, and nothing has to be transcribed again.
 */
import type { Executor } from '#db/client.ts';
import type { Extracted, Segment } from '#engine/domain.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { loadExtraction } from '#features/contents/server/index.ts';
import { applyEdits } from '#lib/transcript-edits.ts';
import { type EditRow, readEdits } from './edit-rows.ts';

/** The content's words as its owner corrected them; empty while there are none. Ids are places in the list. */
export async function segmentsOf(executor: Executor, content: OwnedContent): Promise<Segment[]> {
  const known = content.extractionId ? await loadExtraction(executor, content.extractionId) : null;
  return known ? (await correctedSegments(executor, content, known.extracted)).segments : [];
}

type CorrectedSegments = { segments: Segment[]; version: number; edits: number };

/** The same where the extraction is at hand, with what names the state of the corrections. */
export async function correctedSegments(
  executor: Executor,
  content: OwnedContent,
  extracted: Extracted,
): Promise<CorrectedSegments> {
  return withEdits(extracted, extracted.transcript?.timed ? await readEdits(executor, content) : []);
}

/** The words of an extraction after these corrections, which are all there are, in their order. */
export function withEdits({ transcript }: Extracted, rows: readonly EditRow[]): CorrectedSegments {
  if (!transcript) return { segments: [], version: 0, edits: 0 };
  // Paragraphs have no times to find them by, and notes point at their numbers.
  if (!transcript.timed) return { segments: transcript.segments, version: 0, edits: 0 };
  return { segments: replay(transcript.segments, rows), version: rows.at(-1)?.id ?? 0, edits: rows.length };
}

export function replay(segments: Segment[], rows: readonly EditRow[]): Segment[] {
  return rows.length === 0
    ? segments
    : applyEdits(
        segments,
        rows.map(({ edit }) => edit),
      );
}
