import { createFenceReader } from '#lib/markdown/code-fences.ts';
import { sliceWhole } from '#lib/text/cut-text.ts';

/** Marks are the vowels of Thai, Hindi and others, and accents that are written apart. */
const TAG = /(?:^|\s)#([\p{L}\p{N}_](?:[\p{L}\p{N}\p{Mc}_/-]|(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Mn})*)/gu;

export const tagLength = 40;

/** The form that may follow a hash: spaces become hyphens, other marks are dropped. Empty if nothing is left. */
export function cleanTag(text: string): string {
  const tag = text
    .trim()
    .replace(/^#+/, '')
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{Mn}\p{Mc}\p{N}_/-]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, '')
    .replace(/^[-/\p{M}]+|(?<![-/])[-/]+$/gu, '');
  return sliceWhole(tag, 0, tagLength);
}

export function tagsOf(markdown: string): string[] {
  const seen = new Set<string>();
  const tags: string[] = [];
  const kindOf = createFenceReader();
  for (const line of markdown.split('\n')) {
    if (kindOf(line) !== 'text') continue;
    for (const match of line.replace(/`[^`]*`/g, ' ').matchAll(TAG)) {
      const tag = match[1] ?? '';
      if (seen.has(tag.toLowerCase())) continue;
      seen.add(tag.toLowerCase());
      tags.push(tag);
    }
  }
  return tags;
}

const leadingTags =
  /^( {0,3})(#[\p{L}\p{N}_](?:[\p{L}\p{N}\p{Mc}_/-]|(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Mn})*(?:[ \t]+#[\p{L}\p{N}_](?:[\p{L}\p{N}\p{Mc}_/-]|(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Mn})*)*)(?:[ \t]+([\s\S]*))?$/u;

/** `line` counts from 0. `rest` is the text after the tags. */
export type TagLine = { line: number; indent: string; tags: string; rest: string };

/** The last line with only hashtags, else the last that begins with two. `openFence`: line of an unclosed code block. */
export function findTagLine(lines: readonly string[]): { found: TagLine | null; openFence: number | null } {
  let openFence: number | null = null;
  let found: TagLine | null = null;
  const kindOf = createFenceReader();
  for (const [line, text] of lines.entries()) {
    const kind = kindOf(text);
    if (kind === 'fence') openFence = openFence === null ? line : null;
    if (kind !== 'text') continue;
    const [, indent = '', tags, rest = ''] = leadingTags.exec(text.trimEnd()) ?? [];
    if (tags === undefined) continue;
    if (rest === '' || (tags.includes(' #') && (found === null || found.rest !== ''))) found = { line, indent, tags, rest };
  }
  return { found, openFence };
}

/** In `text` the line of tags is emptied, not removed, so that line numbers stay the same. */
export function takeTags(markdown: string): { text: string; tags: string[] } {
  const lines = markdown.split('\n');
  const { found } = findTagLine(lines);
  if (!found) return { text: markdown, tags: [] };
  lines[found.line] = found.rest;
  return { text: lines.join('\n'), tags: tagsOf(found.tags) };
}

export function isTagLine(line: string): boolean {
  return /^#[^#\s]/.test(line.trim());
}
