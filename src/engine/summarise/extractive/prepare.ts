import type { Language, Segment } from '../../domain.ts';
import { detectLanguage } from '../../text/language.ts';
import { readDocument, sampleText, type Treatment } from './document.ts';
import { type ScoredDocument, scoreDocument } from './sentences/score.ts';
import { detectTreatment } from './treatment.ts';

export type SourceText = {
  segments: Segment[];
  timed: boolean;
  language: Language | null;
  treatment?: Treatment;
  signal?: AbortSignal;
};

export function prepare(input: SourceText): ScoredDocument {
  input.signal?.throwIfAborted();
  const language = languageOf(sampleText(input.segments), input.language);
  const treatment = input.treatment ?? (input.timed ? 'speech' : detectTreatment(input.segments, language));
  const document = readDocument({ segments: input.segments, timed: input.timed, language, treatment });
  input.signal?.throwIfAborted();
  const scored = scoreDocument(document);
  input.signal?.throwIfAborted();
  return scored;
}

/** The script decides: a track marked `en` may be Chinese. */
function languageOf(text: string, given: Language | null): Language {
  const scripts = detectLanguage(text);
  if (given === null || given === scripts) return scripts;
  return given === 'zh' && /\p{Script=Han}/u.test(text) ? given : scripts;
}
