/** Tags are the words in a note's line of hashtags (`takeTags`). Tags that differ only in case are the same. */
import { findTagLine, type TagLine, takeTags } from './hashtags.ts';

export function hasTag(note: string, tag: string): boolean {
  return takeTags(note).tags.some((one) => isSame(one, tag));
}

/** `tag` must come from `cleanTag`. Returns the note unchanged if it has the tag. */
export function addTag(note: string, tag: string): string {
  if (hasTag(note, tag)) return note;
  const lines = note.split('\n');
  const { found, openFence } = findTagLine(lines);
  // If the note has a line of tags, a new line would replace it as the line that counts.
  if (found) return withTags(lines, found, `${found.tags} #${tag}`);
  if (openFence !== null) return [...lines.slice(0, openFence), `#${tag}`, ...lines.slice(openFence)].join('\n');
  const text = note.trimEnd();
  const end = note.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' ? '' : end + end}#${tag}${note.slice(text.length)}`;
}

export function removeTag(note: string, tag: string): string {
  let text = note;
  // Once a line of tags is gone, an earlier one counts. The number of passes is limited, as each reads the whole note.
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
    // A single tag before words would become part of the sentence.
    const alone = found.rest !== '' && !kept.includes(' #');
    return alone ? splitLine(lines, found, kept) : withTags(lines, found, kept);
  }
  return found.rest === '' ? withoutLine(lines, found.line) : replaceLine(lines, found.line, found.indent + restOf(lines, found));
}

/** If the note has both tags, only `to` stays. `to` must come from `cleanTag`. Returns the note unchanged if it lacks `from`. */
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
  const end = lines.some((line) => line.endsWith('\r')) ? '\r\n' : '\n';
  return replaceLine(lines, found.line, found.indent + tags + end + restOf(lines, found));
}

/** Includes the spaces at the end of the line. */
function restOf(lines: readonly string[], { line, indent, tags }: TagLine): string {
  return (lines[line] ?? '').slice(indent.length + tags.length).replace(/^[ \t]+/, '');
}

function replaceLine(lines: readonly string[], at: number, text: string): string {
  return lines.with(at, text).join('\n');
}

/** Leaves one blank line between the text before and after. At the end of the note, removes blank lines before it too. */
function withoutLine(lines: readonly string[], at: number): string {
  const isBlank = (line: string | undefined) => line !== undefined && line.trim() === '';
  let before = at;
  while (isBlank(lines[before - 1])) before--;
  let after = at + 1;
  while (isBlank(lines[after])) after++;
  if (after === lines.length) {
    const tail = lines.slice(at).join('\n');
    const text = lines.slice(0, before).join('\n');
    // The removed line's ending becomes the end of the note.
    return text.replace(/\r$/, '') + tail.slice(tail.trimEnd().length);
  }
  const onBothSides = before < at && after > at + 1;
  if (before === 0 && after > at + 1) return lines.slice(after).join('\n');
  return [...lines.slice(0, onBothSides ? before + 1 : at), ...lines.slice(onBothSides ? after : at + 1)].join('\n');
}
