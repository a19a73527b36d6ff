import type { Db } from '#db/client.ts';
import type { Segment } from '#engine/domain.ts';
import { factsOf, type SourceFacts } from '#engine/llm/source-prompt.ts';
import { loadExtraction, type OwnedContent } from '#features/contents/server/index.ts';
import { segmentsOf } from '#features/transcripts/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import type { WordsOf } from './passage-store.ts';

export type CorrectedText = WordsOf & { facts: SourceFacts };

/** Errors: `subtitles_missing` when there is no text. */
export async function correctedTextOf(db: Db, content: OwnedContent): Promise<CorrectedText> {
  const known = content.extractionId ? await loadExtraction(db, content.extractionId) : null;
  const transcript = known?.extracted.transcript;
  if (!known || !transcript || transcript.segments.length === 0) throw new AppError('subtitles_missing');
  const segments = (await segmentsOf(db, content)).map((segment, id) => (segment.id === id ? segment : { ...segment, id }));
  const { extracted } = known;
  return {
    extractionId: known.id,
    contentId: content.id,
    corrected: !sameWords(segments, transcript.segments),
    segments,
    facts: factsOf(extracted),
  };
}

function sameWords(left: readonly Segment[], right: readonly Segment[]): boolean {
  return (
    left.length === right.length &&
    left.every((segment, id) => segment.text === right[id]?.text && segment.speaker === right[id]?.speaker)
  );
}
