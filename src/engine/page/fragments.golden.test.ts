/**
 * What is read from the pieces of pages in `tests/golden/page/fragments.html`, one a line: the blocks and the Markdown of all of
 * them, and the Markdown without each second block.
 */
import { expect, test } from 'vitest';
import { goldenFile, goldenLines } from '../../../tests/harness/files/line-record.ts';
import { type Block, cutBlocks } from './blocks.ts';
import { toMarkdown } from './markdown.ts';
import { placeStreamedParts } from './streamed.ts';
import { parseTree } from './tree.ts';

const base = 'https://a.example/x/y';

function shown({ text, words, linkWords, bold, hidden, owner, depth, flags, nearFlags, links }: Block): string {
  const numbers = `${Math.round(words * 10) / 10}/${Math.round(linkWords * 10) / 10}`;
  const more = [
    bold > 0 && `bold ${bold}`,
    hidden && 'opened',
    flags > 0 && flags.toString(16),
    nearFlags > 0 && `near ${nearFlags.toString(16)}`,
  ];
  return (
    `  ${owner.tagName}·${depth} ${numbers} ${[...more, ...links].filter(Boolean).join(' ')}`.trimEnd() +
    ` ${JSON.stringify(text)}`
  );
}

test('SUM-05 reads pieces of pages as on record', async () => {
  const records = goldenLines('page/fragments.html').map((html) => {
    const document = parseTree(`<html>${/<body/.test(html) ? '' : '<body>'}${html}</html>`);
    placeStreamedParts(document);
    const tree = cutBlocks(document);
    const all = toMarkdown(
      tree,
      tree.blocks.map(() => true),
      base,
    );
    const some = toMarkdown(
      tree,
      tree.blocks.map(({ index }) => index % 2 === 0),
      base,
    );
    const other = some === all ? [] : [`  ── without each second:\n${some}`];
    return [html.replaceAll('\n', '⏎'), ...tree.blocks.map(shown), '  ──', all, ...other, ''].join('\n');
  });
  await expect(`${records.join('\n')}\n`).toMatchFileSnapshot(goldenFile('page/fragments.record.txt'));
});
