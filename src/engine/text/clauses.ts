import type { Language } from '../domain.ts';
import type { Span } from './sentences.ts';

const sizes = { zh: { least: 16, best: 32, most: 64 }, en: { least: 60, best: 120, most: 220 } } as const;

/** An opening below this may be the object of the clause before. */
const sureWeight = 0.6;

/** Words that open a clause, the surest first. */
const openings = {
  en: [
    {
      weight: 1,
      pattern:
        /(?<=\s)(?:so|but|okay|ok|well|now|anyway|however|therefore|also|finally|first of all|secondly|meanwhile|in fact|for example|of course|and (?:then|so|now|i|we|you|they|he|she|it|there|that['’]s|this|if|when|what))\b/gi,
    },
    {
      weight: 0.6,
      // Not when the word before makes it a dependent clause.
      pattern:
        /(?<!\b(?:that|which|who|if|what|because|when|where|why|how|as|than|and|or|but|so|the|to|of|in|for|with|think|know|say|said|mean|believe|hope|until|while|unless|like|do|did|does|can|could|will|would|should|are|is|was|were|have|has|had|not))\s(?:i['’](?:m|ve|d|ll)|i (?:think|mean|want|know|was|am|have|had|would|will|can|do|don['’]t)|we['’](?:re|ve|ll|d)|we (?:are|have|had|were|want|need|can|will|would|do)|there(?:['’]s| is| are| was| were)|it(?:['’]s| is| was)|they(?:['’](?:re|ve)| are| have| were)|this is|that['’]s|you(?:['’](?:re|ve|ll)| can| have| need| want)|he (?:is|was|has)|she (?:is|was|has)|because|let['’]s|what)\b/gi,
    },
  ],
  zh: [
    { weight: 1, pattern: /(?<=[\s\u3000])\S/gu },
    {
      weight: 0.8,
      pattern:
        /然后|那么|但是|可是|不过|所以|因此|另外|同时|首先|其次|最后|第[一二三四五六七八九十][个点类种]?|而且|并且|比如说|例如|其实|实际上|当然|接下来|总之|如果|因为|虽然|那我们?|那这|那你|那他/gu,
    },
    { weight: 0.7, pattern: /(?<=[了吧呢吗啊嘛])(?:我们|我|大家|这个时候|他们|你)/gu },
    {
      weight: 0.5,
      pattern: /(?<![的和与跟对把被让给向从为在是说])(?:我们|我觉得|我想|大家|这个时候|他们|你会|它是|这是|这就)/gu,
    },
  ],
} as const;

/** Stretches of unpunctuated speech; every non-space character is in exactly one. */
export function clauseSpans(text: string, language: Language): Span[] {
  const { least, best, most } = sizes[language];
  const weights = openingWeights(text, language);
  const spans: Span[] = [];
  let start = 0;
  let ragged = false;
  while (text.length - start > most) {
    let cut = -1;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (let at = start + least; at <= start + most; at += 1) {
      const weight = weights.get(at);
      if (weight === undefined) continue;
      const value = weight - Math.abs(at - start - best) / (2 * best);
      if (value > bestValue) {
        bestValue = value;
        cut = at;
      }
    }
    const guessed = (weights.get(cut) ?? 0) < sureWeight;
    if (cut < 0) cut = wordCut(text, start, most);
    pushTrimmed(spans, text, { start, end: cut, ragged: ragged || guessed });
    start = cut;
    ragged = guessed;
  }
  pushTrimmed(spans, text, { start, end: text.length, ragged });
  return spans;
}

function openingWeights(text: string, language: Language): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { weight, pattern } of openings[language]) {
    for (const match of text.matchAll(pattern)) {
      const at = match.index + (match[0].length - match[0].trimStart().length);
      if (weight > (weights.get(at) ?? 0)) weights.set(at, weight);
    }
  }
  return weights;
}

function wordCut(text: string, start: number, most: number): number {
  // Searching the whole text before each cut would take quadratic time.
  const space = text.slice(start, start + most + 1).lastIndexOf(' ');
  if (space > most / 2) return start + space + 1;
  const code = text.charCodeAt(start + most);
  return code >= 0xdc00 && code <= 0xdfff ? start + most - 1 : start + most;
}

function pushTrimmed(spans: Span[], text: string, piece: { start: number; end: number; ragged: boolean }): void {
  let { start, end } = piece;
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  if (end > start) spans.push({ start, end, sentence: spans.length, ragged: piece.ragged });
}
