/** Splits recognised words into lines at punctuation and pauses, with a maximum length. */
import type { SpokenSegment } from '#engine/ports.ts';

/** From this length on, a comma ends a line; from `longestMs` on, any word does. */
const longMs = 8000;
const longestMs = 15_000;
const pauseMs = 700;

export type TimedToken = { text: string; startMs: number };

/** `tokens` include their spaces. Returned segments are in order and do not overlap. */
export function cutWords(tokens: readonly TimedToken[], endMs: number): SpokenSegment[] {
  const segments: SpokenSegment[] = [];
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    const first = tokens[from];
    if (!first || (next && !endsLine(token, next, next.startMs - first.startMs))) continue;
    const text = tokens
      .slice(from, index + 1)
      .map((one) => one.text)
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
    const startMs = Math.min(Math.round(first.startMs), endMs);
    const stop = Math.round(next ? Math.min(next.startMs, endMs) : endMs);
    if (text !== '') segments.push({ startMs, endMs: Math.max(startMs, stop), text });
    from = index + 1;
  }
  return segments;
}

function endsLine(token: TimedToken, next: TimedToken, lengthMs: number): boolean {
  const text = token.text.trim();
  if (/[。！？!?；]$/.test(text)) return true;
  if (text.endsWith('.') && /^\s/.test(next.text)) return true;
  if (/^\p{P}/u.test(next.text.trim())) return false;
  if (lengthMs >= longestMs) return true;
  if (lengthMs >= longMs) return /[，,、;:：]$/.test(text) || next.startMs - token.startMs >= pauseMs;
  return false;
}
