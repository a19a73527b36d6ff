import { isOwnMark } from '#lib/markdown/anchors.ts';
import { type FlatBlock, flattenMarkdown, type Run } from '#lib/markdown/flatten.ts';
import { cutText, sliceWhole } from '#lib/text/cut-text.ts';

const previewLength = 160;
export const readLength = 2000;

/** Empty if the note has no words. */
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

/** Cuts at the end of a line, so that no link is cut. */
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
  return wordsOfRuns(block.runs);
}

/** Drops anchors, which are the only links left, and the space before them. */
function wordsOfRuns(runs: readonly Run[]): string {
  return runs.reduce((words, run) => (run.href === undefined ? words + run.text : words.trimEnd()), '');
}
