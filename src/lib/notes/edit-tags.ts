/**
 * Tags of a note are the words of its line of hashtags, as `takeTags` finds it; hashtags within sentences are text and stay.
 * Upper and lower case are one tag.
 */
import { findTagLine, type TagLine, takeTags } from './hashtags.ts';

export function hasTag(note: string, tag: string): boolean {
  return takeTags(note).tags.some((one) => isSame(one, tag));
}

/** `tag` as `cleanTag` leaves it. Returns the note itself when it has the tag. */
export function addTag(note: string, tag: string): string {
  if (hasTag(note, tag)) return note;
  const lines = note.split('\n');
  const { found, openFence } = findTagLine(lines);
  // A line of its own would take the place of an earlier one.
  if (found) return withTags(lines, found, `${found.tags} #${tag}`);
  if (openFence !== null) return [...lines.slice(0, openFence), `#${tag}`, ...lines.slice(openFence)].join('\n');
  const text = note.trimEnd();
  const end = note.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' ? '' : end + end}#${tag}${note.slice(text.length)}`;
}

/** Returns the note itself when it has no such tag. */
export function removeTag(note: string, tag: string): string {
  let text = note;
  // Without the last line of tags an earlier one counts. Each is a pass over the whole note: not for ever.
  for (let passes = 0; passes < mostPasses && hasTag(text, tag); passes++) text = removeFromLine(text, tag);
  return text;
}

const mostPasses = 50;

function removeFromLine(note: string, tag: string): string {
  const lines = note.split('\n');
  const { found } = findTagLine(lines);
  if (!found) return note;
  const tags = found.tags.replace(wordsOfTags, (word, _, name: string) => (isSame(name, tag) ? '' : word));
  const kept = tags.trimStart();
  if (kept !== '') {
    // One tag before words would be part of the sentence.
    const alone = found.rest !== '' && !kept.includes(' #');
    return alone ? splitLine(lines, found, kept) : withTags(lines, found, kept);
  }
  return found.rest === '' ? withoutLine(lines, found.line) : replaceLine(lines, found.line, found.indent + restOf(lines, found));
}

/** Where the note has both, `to` alone stays. `to` as `cleanTag` leaves it. Returns the note itself when it has no tag `from`. */
export function renameTag(note: string, from: string, to: string): string {
  if (!hasTag(note, from)) return note;
  if (!isSame(from, to) && hasTag(note, to)) return removeTag(note, from);
  const lines = note.split('\n');
  const { found } = findTagLine(lines);
  if (!found) return note;
  const tags = found.tags.replace(wordsOfTags, (word, space: string, name: string) =>
    isSame(name, from) ? `${space}#${to}` : word,
  );
  return withTags(lines, found, tags);
}

const wordsOfTags = /(?<![ \t])([ \t]*)#([^ \t]+)/g;

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function withTags(lines: readonly string[], { line, indent, tags }: TagLine, next: string): string {
  return replaceLine(lines, line, indent + next + (lines[line] ?? '').slice(indent.length + tags.length));
}

function splitLine(lines: readonly string[], found: TagLine, tags: string): string {
  const end = (lines[found.line] ?? '').endsWith('\r') ? '\r\n' : '\n';
  return replaceLine(lines, found.line, found.indent + tags + end + restOf(lines, found));
}

/** With the spaces at the end of the line. */
function restOf(lines: readonly string[], { line, indent, tags }: TagLine): string {
  return (lines[line] ?? '').slice(indent.length + tags.length).replace(/^[ \t]+/, '');
}

function replaceLine(lines: readonly string[], at: number, text: string): string {
  return lines.with(at, text).join('\n');
}

/** What stands around it stays apart by one blank line. At the end of the note the blank lines before it go as well. */
function withoutLine(lines: readonly string[], at: number): string {
  const isBlank = (line: string | undefined) => line !== undefined && line.trim() === '';
  let before = at;
  while (isBlank(lines[before - 1])) before--;
  let after = at + 1;
  while (isBlank(lines[after])) after++;
  if (after === lines.length) {
    const tail = lines.slice(at).join('\n');
    const text = lines.slice(0, before).join('\n');
    // The line's own ending stays as the note's.
    return text.replace(/\r$/, '') + tail.slice(tail.trimEnd().length);
  }
  const onBothSides = before < at && after > at + 1;
  if (before === 0 && after > at + 1) return lines.slice(after).join('\n');
  return [...lines.slice(0, onBothSides ? before + 1 : at), ...lines.slice(onBothSides ? after : at + 1)].join('\n');
}
