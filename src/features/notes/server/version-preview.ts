/** What the list of versions shows of a note. */
import { cutText, sliceWhole } from '#lib/cut-text.ts';
import { isOwnMark } from '#lib/markdown/anchors.ts';
import { type FlatBlock, flattenMarkdown, type Run } from '#lib/markdown/flatten.ts';

const previewLength = 160;
/** More of a note is not read for it. */
export const readLength = 2000;

/** The first words of a note as a page shows them, in one line, with an ellipsis when there are more. Empty without any. */
export function previewOf(markdown: string): string {
  const start = wholeLines(markdown);
  const text = flattenMarkdown(start, (href) => (isOwnMark(href) ? href : null))
    .map(wordsOf)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  const cut = cutText(text, previewLength);
  return cut === text && start !== markdown ? `${text}…` : cut;
}

/** The beginning of a note. Half of a link would stand there as it was typed: it ends with a line, if that is possible. */
function wholeLines(markdown: string): string {
  if (markdown.length <= readLength) return markdown;
  const start = sliceWhole(markdown, 0, readLength);
  const end = start.lastIndexOf('\n');
  return end > 0 ? start.slice(0, end) : start;
}

function wordsOf(block: FlatBlock): string {
  if (block.type === 'rule') return '';
  if (block.type === 'code') return block.text;
  if (block.type === 'table') return block.rows.map((row) => row.map(wordsOfRuns).join(' ')).join(' ');
  const words = wordsOfRuns(block.runs);
  // A todo item that says nothing (yet).
  return block.type === 'item' && /^\[[ xX]\]$/.test(words) ? '' : words;
}

/** Without anchors, which are the only links left, and the space before them. */
function wordsOfRuns(runs: readonly Run[]): string {
  return runs.reduce((words, run) => (run.href === undefined ? words + run.text : words.trimEnd()), '');
}
