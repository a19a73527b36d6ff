/** A content's lines with its owner's corrections, which are applied to the shared extraction at every read. */
import type { Executor } from '#db/client.ts';
import type { Extracted, Segment, Transcript } from '#engine/domain.ts';
import type { ContentTranscript } from '#features/contents/contract.ts';
import { loadTranscript, type OwnedContent } from '#features/contents/server/index.ts';
import { applyEdits } from '#lib/transcripts/transcript-edits.ts';
import { type EditRow, readEdits } from './edit-rows.ts';

/** Empty without a transcript. Ids are indexes. */
export async function segmentsOf(executor: Executor, content: OwnedContent): Promise<Segment[]> {
  const transcript = await loadTranscript(executor, content.extractionId);
  return (await correctedSegments(executor, content, { transcript })).segments;
}

type CorrectedSegments = { segments: Segment[]; version: number; edits: number };

/** For a loaded extraction; `version` identifies the state of the corrections. */
export async function correctedSegments(
  executor: Executor,
  content: OwnedContent,
  extracted: Pick<Extracted, 'transcript'>,
): Promise<CorrectedSegments> {
  return withEdits(extracted, extracted.transcript?.timed ? await readEdits(executor, content) : []);
}

/** The timed script as the wire shows it; empty where the words have no times. */
export function toTranscript(
  extractionId: string | null,
  transcript: Transcript | null,
  rows: readonly EditRow[],
): ContentTranscript {
  const { segments, version, edits } = withEdits({ transcript: transcript?.timed ? transcript : null }, rows);
  return { extractionId, subtitlesArray: segments, transcriptVersion: version, transcriptEdits: edits };
}

/** `rows`: all corrections, in order. */
function withEdits({ transcript }: Pick<Extracted, 'transcript'>, rows: readonly EditRow[]): CorrectedSegments {
  if (!transcript) return { segments: [], version: 0, edits: 0 };
  // Untimed paragraphs cannot be corrected: notes refer to their numbers.
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
