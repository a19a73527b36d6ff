import type { Point } from '../../../domain.ts';
import { dropStutters, trimFillers } from '../../../text/fillers.ts';
import type { Sentence, SourceDocument } from '../document.ts';

const longestPoint = { zh: 120, en: 420 } as const;

/** Pieces of one long sentence are joined again as far as they are readable. */
export function expandSentence(document: SourceDocument, index: number): Point {
  const { sentences, language } = document;
  const chosen = sentences[index];
  if (!chosen) return { text: '', segmentIds: [] };
  let from = index;
  let to = index;
  let length = chosen.raw.length;
  const belongs = (sentence: Sentence | undefined): sentence is Sentence =>
    sentence?.group === chosen.group && length + sentence.raw.length <= longestPoint[language];
  for (let grown = true; grown; ) {
    grown = false;
    const after = sentences[to + 1];
    if (belongs(after)) {
      to += 1;
      length += after.raw.length;
      grown = true;
    }
    const before = sentences[from - 1];
    if (belongs(before)) {
      from -= 1;
      length += before.raw.length;
      grown = true;
    }
  }
  const pieces = sentences.slice(from, to + 1);
  const glue = language === 'zh' ? '' : ' ';
  const joined = pieces.map((piece) => piece.raw).join(glue);
  const spoken = document.treatment === 'speech' ? dropStutters(joined, language) || joined : joined;
  const text = pieces.length === 1 ? chosen.text : trimFillers(spoken, language);
  const ids = new Set(pieces.flatMap((piece) => piece.segmentIds));
  return { text, segmentIds: [...ids].sort((a, b) => a - b) };
}
