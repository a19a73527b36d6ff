import { displayWidth } from '#lib/text/display-width.ts';
import type { Segment } from '../domain.ts';

/** It would be hard to find the place of an anchor in a longer paragraph. */
const maxParagraphChars = 600;

/** Lines without a letter or a digit (`* * *`) are left out; white space is collapsed. */
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

/** Joins lines that end at a fixed width between blank lines; other texts keep their lines. */
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

/** `[12/03/24, 10:15:02] Ada: …`, `10:15 …`, `[00:00.000 --> …]`. */
const stamp = /^\s*[[(（【]?\s?(?:\d{1,2}[:：]\d{2}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})/u;
/** `Q: …`, `张三：…`, `3月12日 …`. */
const turn = /^\s*(?:[\p{L}\p{N}][^:：,，。.!！?？]{0,19}[:：](?:\s|(?=\p{Script=Han}))|(?:\d{4}年)?\d{1,2}月\d{1,2}日)/u;
const finished = /[。！？.!?…]["”’'」』）)]*$/u;

function isHardWrapped(block: string[]): boolean {
  if (block.length < 2) return false;
  const width = block.reduce((widest, line) => Math.max(widest, line.length), 0);
  if (width > 100 || width < 30) return false;
  if (block.some((line) => /^\s*(?:[-*+•·>#|]|\d{1,3}[.)、])/.test(line))) return false;
  // A line of wrapped text may happen to begin like a turn of talk.
  if (stamp.test(block[0] ?? '') || block.filter((line) => stamp.test(line) || turn.test(line)).length >= 2) return false;
  // The last line of a paragraph ends a sentence in any case.
  const inside = block.slice(0, -1);
  const ends = inside.filter((line) => finished.test(line)).length;
  if (ends >= 2 && ends * 2 >= inside.length) return false;
  const columns = Math.max(...block.map(displayWidth));
  return inside.every((line, index) => fills(line, block[index + 1] ?? '', columns));
}

/** Whether the line is nearly as wide as the widest, or the next word would not have fitted. `columns`: the width of that line. */
function fills(line: string, next: string, columns: number): boolean {
  const width = displayWidth(line);
  if (width >= columns * 0.8) return true;
  const word = /^\s*([^\s\p{Script=Han}]{1,100})/u.exec(next)?.[1] ?? '';
  return width >= columns * 0.6 && width + 1 + displayWidth(word) > columns;
}

/** Joins with a space, except in Chinese and Japanese. */
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

export function needsSpaceBetween(before: string, after: string): boolean {
  const last = Array.from(before.slice(-2)).at(-1) ?? '';
  const first = Array.from(after.slice(0, 2))[0] ?? '';
  if (last === '' || first === '' || /\s/.test(last) || /\s/.test(first)) return false;
  return !(wideScript.test(last) || wideScript.test(first));
}

/** Pieces of at most `max` UTF-16 units, cut at sentence ends, else commas or spaces. Keeps all but white space at the cuts. */
export function splitLongText(text: string, max: number): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    const even = Math.ceil(rest.length / Math.ceil(rest.length / max));
    const cut = cutPosition(rest, even, max);
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

const cutPatterns = [/[。！？!?…]["'”’」』）)\]]{0,3}|[.]["'”’)\]]{0,3}(?=\s)/gu, /[；;：:，,、]|[-–—](?=\s)/gu, /\s/gu];

/** The cut nearest to `wanted`, never past `max` and not in the first quarter of it. */
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

/** Also removes soft hyphens, zero-width spaces and stray byte order marks. */
export function collapseSpace(text: string): string {
  return text
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
