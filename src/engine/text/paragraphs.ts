/** Untimed text as segments: one paragraph each, so that a note about an article is anchored like one about speech. */
import type { Segment } from '../domain.ts';

/** Longer paragraphs are cut at sentence ends, so that an anchor points to something a reader finds at once. */
const maxParagraphChars = 600;

/**
 * One segment per line of `text` (paragraphs are separated by line breaks). Lines without a letter or a digit
 * (`* * *`) are no paragraphs. Every other word stays; white space is collapsed. Ids run from 0.
 */
export function paragraphsToSegments(text: string): Segment[] {
  const segments: Segment[] = [];
  for (const line of text.split(/[\n\r\u2028\u2029\f\v]+/)) {
    const paragraph = collapseSpace(line);
    if (!/[\p{L}\p{N}]/u.test(paragraph)) continue;
    for (const piece of splitLongText(paragraph, maxParagraphChars)) {
      segments.push({ id: segments.length, startMs: null, endMs: null, text: piece });
    }
  }
  return segments;
}

/**
 * Plain text with its hard line breaks undone: when lines end at a fixed width and blank lines part the paragraphs,
 * the lines between two blank lines belong together. Other texts come back with their lines as they are.
 */
export function unwrapLines(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  const full = blocks.filter((block) => block.length > 0);
  return full.map((block) => (isHardWrapped(block) ? joinLines(block) : block.join('\n'))).join('\n\n');
}

/** Every line but the last nearly fills the width of the widest, and none opens a list item or a heading. */
function isHardWrapped(block: string[]): boolean {
  if (block.length < 2) return false;
  const width = block.reduce((widest, line) => Math.max(widest, line.length), 0);
  if (width > 100 || width < 30) return false;
  if (block.some((line) => /^\s*(?:[-*+•·>#|]|\d{1,3}[.)、])/.test(line))) return false;
  return block.slice(0, -1).every((line) => line.length >= width * 0.6);
}

/** Joins lines of one paragraph: Chinese and Japanese need no space at the seam, other scripts do. */
export function joinLines(lines: readonly string[]): string {
  let text = '';
  for (const raw of lines) {
    const line = raw.trim();
    if (line === '') continue;
    if (text === '') text = line;
    else text += (needsSpaceBetween(text, line) ? ' ' : '') + line;
  }
  return text;
}

const wideScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Whether a space belongs between two pieces of running text. */
export function needsSpaceBetween(before: string, after: string): boolean {
  const last = Array.from(before.slice(-2)).at(-1) ?? '';
  const first = Array.from(after.slice(0, 2))[0] ?? '';
  if (last === '' || first === '' || /\s/.test(last) || /\s/.test(first)) return false;
  return !(wideScript.test(last) || wideScript.test(first));
}

/**
 * Cuts `text` into pieces of at most `max` UTF-16 units: at sentence ends where there are any, else at commas or
 * spaces, at last anywhere between two characters. The pieces hold every character but the white space at the cuts.
 */
export function splitLongText(text: string, max: number): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    // Even pieces read better than full ones and a crumb.
    const even = Math.ceil(rest.length / Math.ceil(rest.length / max));
    const cut = cutPosition(rest, even, max);
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

const cutPatterns = [/[。！？!?…]["'”’」』）)\]]{0,3}|[.]["'”’)\]]{0,3}(?=\s)/gu, /[；;：:，,、]|[-–—](?=\s)/gu, /\s/gu];

/** The best place to end a piece: nearest to `wanted`, never past `max`, and not in the first third. */
function cutPosition(text: string, wanted: number, max: number): number {
  const window = text.slice(0, max + 1);
  for (const pattern of cutPatterns) {
    let best = 0;
    for (const match of window.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (end <= max && end >= max / 4 && Math.abs(end - wanted) < Math.abs(best - wanted)) best = end;
    }
    if (best > 0) return best;
  }
  const code = text.charCodeAt(max);
  return code >= 0xdc00 && code <= 0xdfff && max > 1 ? max - 1 : max;
}

/** One space for every run of white space, none at the ends; zero-width spaces and stray byte order marks go. */
export function collapseSpace(text: string): string {
  return text
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
