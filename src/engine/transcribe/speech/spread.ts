/** Times for text that came without its own. */
import type { SpokenSegment } from '../../ports.ts';
import { detectLanguage } from '../../text/language.ts';
import { splitLongText } from '../../text/paragraphs.ts';
import { sentenceSpans } from '../../text/sentences.ts';
import type { Span } from './cut.ts';

/** No line of speech lasts longer: a segment that does has no times of its own, only those of its piece. */
const longestMs = 30_000;
/** More text than a line holds. */
const longestText = 240;
/** Speech without marks is cut at this many characters. */
const longestSentence = 120;

/**
 * Segments longer than a line as their sentences. How long each is spoken is taken to go with its length, over the time
 * in which anything was to be heard: a pause takes no words. Other segments stay as they are.
 */
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

/** Where in a span it is not quiet; the whole span when it is quiet throughout. */
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

/** The moment at which `share` of the voiced time has passed; at a border, where the earlier span ends if `ending`. */
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

/** A Chinese character takes about as long to say as three letters. */
function spokenLength(text: string): number {
  let length = 1;
  for (const character of text) length += character >= '\u2e80' ? 3 : 1;
  return length;
}
