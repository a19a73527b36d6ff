import type { SpokenSegment } from '../../ports.ts';
import { detectLanguage } from '../../text/language.ts';
import { splitLongText } from '../../text/paragraphs.ts';
import { sentenceSpans } from '../../text/sentences.ts';
import type { Span } from './cut.ts';

/** A longer segment has only the times of its piece. */
const longestMs = 30_000;
const longestText = 240;
const longestSentence = 120;

/** Splits long segments into sentences, with times by their length over the voiced time. */
export function spreadSegments(segments: readonly SpokenSegment[], quiet: readonly Span[]): SpokenSegment[] {
  return segments.flatMap((segment) => {
    const long = segment.endMs - segment.startMs > longestMs || segment.text.length > longestText;
    return long ? spread(segment, quiet) : [segment];
  });
}

function spread(segment: SpokenSegment, quiet: readonly Span[]): SpokenSegment[] {
  const sentences = sentencesOf(segment.text);
  if (sentences.length < 2) return [segment];
  const voiced = voicedSpans(segment, quiet);
  const weights = sentences.map(spokenLength);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return sentences.map((text, index) => {
    const from = timeAt(voiced, before / total);
    before += weights[index] ?? 0;
    const to = timeAt(voiced, before / total, true);
    return { ...segment, text, startMs: from, endMs: Math.max(from, to) };
  });
}

function sentencesOf(text: string): string[] {
  return sentenceSpans(text, detectLanguage(text))
    .flatMap(({ start, end }) => splitLongText(text.slice(start, end).trim(), longestSentence))
    .filter((sentence) => sentence !== '');
}

/** Returns the whole span when it is quiet throughout. */
export function voicedSpans(span: Span, quiet: readonly Span[]): Span[] {
  const voiced: Span[] = [];
  let at = span.startMs;
  for (const pause of quiet) {
    if (pause.endMs <= at || pause.startMs >= span.endMs) continue;
    if (pause.startMs > at) voiced.push({ startMs: at, endMs: pause.startMs });
    at = pause.endMs;
  }
  if (at < span.endMs) voiced.push({ startMs: at, endMs: span.endMs });
  return voiced.length > 0 ? voiced : [{ startMs: span.startMs, endMs: span.endMs }];
}

/** On the border of two spans, `ending` chooses the end of the earlier one. */
function timeAt(voiced: readonly Span[], share: number, ending = false): number {
  const total = voiced.reduce((sum, span) => sum + span.endMs - span.startMs, 0);
  let left = Math.min(1, Math.max(0, share)) * total;
  for (const span of voiced) {
    const length = span.endMs - span.startMs;
    if (left < length || (ending && left <= length)) return Math.round(span.startMs + left);
    left -= length;
  }
  return voiced.at(-1)?.endMs ?? 0;
}

/** A Chinese character takes about as long as three letters. */
function spokenLength(text: string): number {
  let length = 1;
  for (const character of text) length += character >= '\u2e80' ? 3 : 1;
  return length;
}
