/** Applies a line's correction to quotes of it in the note, where they are surely quotes. */

import { parseAnchor } from '#lib/markdown/anchors.ts';
import { escapeMarkdownText } from '#lib/markdown/escape-text.ts';
import { splitsCharacter } from '#lib/text/cut-text.ts';
import type { NoteChange } from './note-changes.ts';

/** A block belongs to a line when one of its times is this near before the line's start. */
const nearMs = 60_000;

/** Matching characters required around the words, near a time of the line or elsewhere. Han characters count triple. */
const enoughNear = 6;
const enoughAnywhere = 30;

/** Changes at every verbatim quote of `line.was` with enough context, escaped or not. Links stay; new text is escaped. */
export function followQuote(markdown: string, line: { startMs: number; was: string }, now: string): NoteChange[] {
  const change = changeOf(squeeze(line.was), squeeze(now));
  if (change === null) return [];
  const changes: NoteChange[] = [];
  let start = 0;
  let shift = 0;
  for (const block of markdown.split('\n')) {
    const enough = isNear(block, line.startMs) ? enoughNear : enoughAnywhere;
    for (const { at, end } of placesIn(block, change, enough)) {
      const was = block.slice(at, end);
      const now = asWords(change.now, opensText.test(block.slice(0, at)));
      changes.push({ at: start + at + shift, was, now });
      shift += now.length - was.length;
    }
    start += block.length + 1;
  }
  return changes;
}

/** Old and new text in whole words, with the line's text on both sides. */
type Change = { left: string; was: string; now: string; right: string };

function changeOf(was: string, now: string): Change | null {
  if (was === now) return null;
  let start = 0;
  while (start < was.length && start < now.length && was[start] === now[start]) start += 1;
  let end = 0;
  while (end < was.length - start && end < now.length - start && was.at(-1 - end) === now.at(-1 - end)) end += 1;
  while (start > 0 && (isWord(was[start - 1]) || splitsCharacter(was, start))) start -= 1;
  while (end > 0 && (isWord(was[was.length - end]) || splitsCharacter(was, was.length - end))) end -= 1;
  // Added words are found by the word beside them.
  if (was.length - end === start) {
    while (start > 0 && /\s/.test(was[start - 1] ?? '')) start -= 1;
    const before = /(?:(?<![\p{L}\p{N}'’-])[\p{L}\p{N}'’-]+|\S)$/u.exec(was.slice(0, start))?.[0] ?? '';
    start -= isHan(before) ? Math.min(2, before.length) : before.length;
    if (splitsCharacter(was, start)) start -= 1;
    if (before === '') end -= /^\s*(?:[\p{L}\p{N}'’-]+|\S)/u.exec(was.slice(was.length - end))?.[0].length ?? 0;
  }
  const found = was.slice(start, was.length - end);
  if (found.trim() === '') return null;
  return { left: was.slice(0, start), was: found, now: now.slice(start, now.length - end), right: was.slice(was.length - end) };
}

/** Only list, heading or quote marks before the place. */
const opensText = /^\s*(?:(?:[-*+>]|\d{1,9}[.)]|#{1,6}|\[[ xX]\])\s+)*$/;

/** Escaped, keeping white space at the ends. */
function asWords(text: string, leading: boolean): string {
  const words = text.trim();
  if (words === '') return text;
  const from = text.indexOf(words);
  const escaped = escapeMarkdownText(words, leading && from === 0);
  return text.slice(0, from) + escaped + text.slice(from + words.length);
}

/** Offsets of the words in a block's Markdown. */
function placesIn(block: string, change: Change, enough: number): { at: number; end: number }[] {
  const { text, starts } = readEscapes(block);
  const links = linksIn(block);
  const places: { at: number; end: number }[] = [];
  let from = 0;
  for (let at = text.indexOf(change.was); at !== -1; at = text.indexOf(change.was, at + 1)) {
    const end = at + change.was.length;
    const place = { at: starts[at] ?? 0, end: starts[end] ?? block.length };
    if (at < from || links.some((link) => place.at < link.end && place.end > link.start)) continue;
    if (cutsWord(text, at, change.was.at(0)) || cutsWord(text, end, change.was.at(-1))) continue;
    if (endsWithin(change, text.slice(end, end + 4))) continue;
    const around = matching(text.slice(0, at), change.left, 'end') + matching(text.slice(end), change.right, 'start');
    // A line replaced as a whole has no context: its length counts.
    const own = change.left.trim() === '' && change.right.trim() === '' ? weight(change.was) : 0;
    if (weight(around) + own < enough) continue;
    places.push(place);
    from = end;
  }
  return places;
}

/** A mark that now ends the line belongs into no sentence that goes on there. */
function endsWithin({ was, now, right }: Change, after: string): boolean {
  const isMark = now.startsWith(was) && /^\s?[^\p{L}\p{N}]+$/u.test(now.slice(was.length));
  return isMark && right.trim() === '' && /^\s?[\p{L}\p{N}]/u.test(after);
}

/** Links, addresses and code are not quotes. */
function linksIn(block: string): { start: number; end: number }[] {
  const found = block.matchAll(
    /(?<!\\)!?\[(?:[^[\]\\]|\\.)*\]\([^)]{0,2048}\)|(?<!\\)\]\([^)]{0,2048}\)|(?<!\\)<https?:[^>]{0,2048}>|(?<!\\)`[^`]*`/g,
  );
  return [...found].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** The displayed text with the Markdown offset of each UTF-16 unit, and of the end. */
function readEscapes(block: string): { text: string; starts: number[] } {
  let text = '';
  const starts: number[] = [];
  for (let at = 0; at < block.length; ) {
    starts.push(at);
    const isEscape = block[at] === '\\' && /[!-/:-@[-`{-~]/.test(block[at + 1] ?? '');
    const isNamed = block.startsWith('&amp;', at);
    text += isEscape ? block[at + 1] : block[at];
    at += isEscape ? 2 : isNamed ? '&amp;'.length : 1;
  }
  starts.push(block.length);
  return { text, starts };
}

/** The shared characters next to the words. */
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

/** Does the edge cut a word? Han characters are words by themselves. */
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
