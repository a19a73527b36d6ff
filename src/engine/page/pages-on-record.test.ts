/**
 * Compares what is read from whole pages, and the numbers that the block model is given, with records. The model was trained
 * with these numbers: where they change, it has to be trained again (`scripts/train-blocks.mjs`). `vitest run --project unit
 * src/engine/page/pages-on-record.test.ts -u` writes new records.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { blockFeatures, pageFacts } from './features.ts';
import { readPage } from './read-page.ts';
import { secondFeatures } from './second-features.ts';
import { placeStreamedParts } from './streamed.ts';
import { parseTree } from './tree.ts';

const folder = fileURLToPath(new URL('../../../tests/golden/pages', import.meta.url));

/** The same on every machine: logarithms may differ in their last digits. */
const rounded = (value: number) => Number(value.toPrecision(6));

/** Each column's sum, and its sum weighted by place, so that an exchange of two rows shows too. */
function columnsOf(rows: readonly Float64Array[]): string[] {
  return Array.from(rows[0] ?? [], (_, column) => {
    let sum = 0;
    let weighted = 0;
    for (const [index, row] of rows.entries()) {
      sum += row[column] ?? 0;
      weighted += (row[column] ?? 0) * (1 + (index % 11));
    }
    return `${column} ${rounded(sum)} ${rounded(weighted)}`;
  });
}

test.each<[name: string, url: string, types: string[], ogType: string | null]>([
  ['board', 'https://www.forum.example.com/thread/42?page=1', ['QAPage', 'Question'], 'Article'],
  ['news', 'http://www.example-news.cn/news/2024/1027/c1-1.html', ['NewsArticle'], null],
  ['magazine', 'https://blog.example.de/kultur/speicher', [], null],
  ['shop', 'https://gates.example.com/shop/products/oak/', ['Product', 'ItemList'], 'product.item'],
  ['collection', 'https://gates.example.com/collections/oak', ['CollectionPage'], null],
  ['manual', 'https://docs.example.org/lockworks/gate.html', [], null],
  ['forum', 'https://forum.example.de/viewtopic.php?f=3&t=77', [], null],
  ['portal', 'http://www.example.cn/', [], null],
  ['blog', 'https://notes.example.com/2024/04/what-the-water-taught-me/', [], 'article'],
  ['paywalled', 'https://post.example.co.uk/news/2024/canal', ['NewsArticle'], 'article'],
  ['sign-in', 'https://post.example.co.uk/login', [], null],
  ['error', 'https://post.example.co.uk/old/page', [], null],
])('SUM-05 SUM-09 the page of a %s is read as on record', async (name, url, types, ogType) => {
  const bytes = readFileSync(`${folder}/${name}.html`);
  const { text, markdown, ...page } = readPage({ bytes, contentType: null, url });
  const document = parseTree(bytes.toString('utf8'));
  placeStreamedParts(document);
  const tree = cutBlocks(document);
  const features = blockFeatures(tree, pageFacts(url, types, ogType), document);
  // Scores of every height, which do not depend on the model.
  const scores = tree.blocks.map(({ index, words }) => ((index * 7 + words * 3) % 11) / 10);
  const second = secondFeatures(tree, features, scores);
  const blocks = tree.blocks.map(
    ({ text: said, words, linkWords, hidden, depth, owner, flags, nearFlags, links, bold }) =>
      `${owner.tagName} ${depth} ${rounded(words)}/${rounded(linkWords)} ${bold} ${hidden ? 'hidden ' : ''}${flags.toString(16)}/${nearFlags.toString(16)} ${links.join(' ')} ${JSON.stringify(said)}`,
  );
  const parts = [JSON.stringify(page, null, 1), text, markdown, blocks.join('\n'), columnsOf(second).join('\n')];
  await expect(`${parts.join('\n\n====\n\n')}\n`).toMatchFileSnapshot(`${folder}/${name}.html.record.txt`);
});
