/** A note that quotes a corrected line: the same words are corrected there too, where they surely are the same. */
import { splitsCharacter } from '#lib/cut-text.ts';
import { parseAnchor } from '#lib/markdown/anchors.ts';
import type { NoteChange } from './note-changes.ts';

/** A block of the note belongs to a line when a time in it is this near before the line's start: points quote onwards. */
const nearMs = 60_000;

/** How much of the line must stand around the words: little beside a time of the line, much elsewhere. Han count triple. */
const enoughNear = 6;
const enoughAnywhere = 30;

/**
 * What changed between `line.was` and `now`, as changes of `markdown` at every place where it stands word for word with
 * enough of the line around it. Links and their addresses are not touched.
 */
export function followQuote(markdown: string, line: { startMs: number; was: string }, now: string): NoteChange[] {
  const change = changeOf(squeeze(line.was), squeeze(now));
  if (change === null) return [];
  const changes: NoteChange[] = [];
  let start = 0;
  let shift = 0;
  for (const block of markdown.split('\n')) {
    const enough = isNear(block, line.startMs) ? enoughNear : enoughAnywhere;
    for (const at of placesIn(block, change, enough)) {
      changes.push({ at: start + at + shift, was: change.was, now: change.now });
      shift += change.now.length - change.was.length;
    }
    start += block.length + 1;
  }
  return changes;
}

/** What stood and what stands, in whole words, and the line's text on both sides of it. */
type Change = { left: string; was: string; now: string; right: string };

function changeOf(was: string, now: string): Change | null {
  if (was === now) return null;
  let start = 0;
  while (start < was.length && start < now.length && was[start] === now[start]) start += 1;
  let end = 0;
  while (end < was.length - start && end < now.length - start && was.at(-1 - end) === now.at(-1 - end)) end += 1;
  while (start > 0 && (isWord(was[start - 1]) || splitsCharacter(was, start))) start -= 1;
  while (end > 0 && (isWord(was[was.length - end]) || splitsCharacter(was, was.length - end))) end -= 1;
  // Words that were added are found by the word beside them.
  if (was.length - end === start) {
    while (start > 0 && /\s/.test(was[start - 1] ?? '')) start -= 1;
    const before = /(?:[\p{L}\p{N}'’-]+|\S)$/u.exec(was.slice(0, start))?.[0] ?? '';
    start -= isHan(before) ? Math.min(2, before.length) : before.length;
    if (splitsCharacter(was, start)) start -= 1;
    if (before === '') end -= /^\s*(?:[\p{L}\p{N}'’-]+|\S)/u.exec(was.slice(was.length - end))?.[0].length ?? 0;
  }
  const found = was.slice(start, was.length - end);
  if (found.trim() === '') return null;
  return { left: was.slice(0, start), was: found, now: now.slice(start, now.length - end), right: was.slice(was.length - end) };
}

function placesIn(block: string, change: Change, enough: number): number[] {
  const links = [...block.matchAll(/!?\[(?:[^\]\\]|\\.)*\]\([^)]*\)|<https?:[^>]*>|`[^`]*`/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const places: number[] = [];
  let from = 0;
  for (let at = block.indexOf(change.was); at !== -1; at = block.indexOf(change.was, at + 1)) {
    const end = at + change.was.length;
    if (at < from || links.some((link) => at < link.end && end > link.start)) continue;
    if (cutsWord(block, at, change.was.at(0)) || cutsWord(block, end, change.was.at(-1))) continue;
    const around = matching(block.slice(0, at), change.left, 'end') + matching(block.slice(end), change.right, 'start');
    // A line that was wrong from end to end has nothing around it: its own length speaks for it.
    const own = change.left.trim() === '' && change.right.trim() === '' ? weight(change.was) : 0;
    if (weight(around) + own < enough) continue;
    places.push(at);
    from = end;
  }
  return places;
}

/** The characters that two texts share where they meet the words. */
function matching(a: string, b: string, side: 'start' | 'end'): string {
  let length = 0;
  while (length < a.length && length < b.length) {
    const [one, other] = side === 'start' ? [a[length], b[length]] : [a.at(-1 - length), b.at(-1 - length)];
    if (one?.toLowerCase() !== other?.toLowerCase()) break;
    length += 1;
  }
  return side === 'start' ? a.slice(0, length) : a.slice(a.length - length);
}

function weight(text: string): number {
  let sum = 0;
  for (const character of text) sum += isHan(character) ? 3 : /[\p{L}\p{N}]/u.test(character) ? 1 : 0;
  return sum;
}

function isNear(block: string, startMs: number): boolean {
  return [...block.matchAll(/\]\((#t=[\d.]+)\)/g)].some((match) => {
    const anchor = parseAnchor(match[1] ?? '');
    return anchor?.kind === 'time' && anchor.ms <= startMs + 1000 && anchor.ms >= startMs - nearMs;
  });
}

/** Does an edge of the found words lie inside a word of the note? Han characters are words by themselves. */
function cutsWord(text: string, edge: number, own: string | undefined): boolean {
  return isWord(own) && isWord(text[edge - 1]) && isWord(text[edge]);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}'’]/u.test(character) && !isHan(character);
}

function isHan(text: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

function squeeze(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
