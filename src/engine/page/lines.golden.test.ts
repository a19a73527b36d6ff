/**
 * What becomes of the lines in `tests/golden/page/lines.txt`, which stand around the texts of pages: below the text, within it,
 * above it, below a picture, as a title. They hold the constructs that the patterns name, and others just beside them.
 */
import { expect, test } from 'vitest';
import { goldenFile, goldenLines } from '../../../tests/harness/files/line-record.ts';
import { type Block, type BlockTree, cutBlocks } from './blocks.ts';
import { dropFurniture } from './furniture.ts';
import { isCut } from './paywall.ts';
import { isCaption } from './picture-captions.ts';
import { finishProse } from './prose.ts';
import { readInstead } from './sign-in-or-error-page.ts';
import { textKinds, textKindsOf } from './text-kinds.ts';
import { parseTree } from './tree.ts';

const treeOf = (body: string): BlockTree => cutBlocks(parseTree(`<body>${body}</body>`));
const english =
  '<p>The canal was dug by hand, stone by stone, and the town paid for all of it in the end, as it had said it would in May.</p>';
const chinese =
  '<p>运河是一块石头一块石头用手挖出来的，全镇的人最后一起付清了这笔钱，就像前一年说好的那样，谁也没有少出一分。</p>';
const proseOf = {
  english: treeOf(english.repeat(5)).blocks,
  chinese: treeOf(chinese.repeat(5)).blocks,
};
const [title] = treeOf('<h1>The canal</h1>').blocks;
const links = treeOf('<p><a href="/1">秋收过后的谷仓</a></p><p><a href="/2">The last boat</a></p>').blocks;
const wrapped = {
  p: (line: string) => `<p>${line}</p>`,
  li: (line: string) => `<ul><li>${line}</li></ul>`,
  td: (line: string) => `<table><tr><td>${line}</td></tr></table>`,
  dt: (line: string) => `<dl><dt>${line}</dt></dl>`,
  h2: (line: string) => `<h2>${line}</h2>`,
  pre: (line: string) => `<pre>${line}</pre>`,
  a: (line: string) => `<p><a href="/x">${line}</a></p>`,
};

/** A page of blocks, of which the last given one is asked about. */
function joined(...parts: (Block | readonly Block[] | undefined)[]): Block[] {
  return parts.flatMap((part) => part ?? []).map((block, index) => ({ ...block, index }));
}

/** Whether the block stays, if the scores keep all (or, with `isLeftOut`, all but it). */
function stays(blocks: Block[], at: number, change: (blocks: Block[], kept: boolean[]) => void, isLeftOut = false): boolean {
  const kept = blocks.map(({ index }) => !(isLeftOut && index === at));
  change(blocks, kept);
  return kept[at] === true;
}

const furniture = (blocks: Block[], kept: boolean[]): void =>
  dropFurniture({ blocks, infos: new Map() } as unknown as BlockTree, kept);

function fateOf(block: Block): string[] {
  const isChinese = block.cjk > block.words * 0.5;
  const prose = isChinese ? proseOf.chinese : proseOf.english;
  const below = joined(prose, block);
  const within = joined(prose, block, prose);
  const above = joined(title, block, prose);
  const isEnd = !stays(below, prose.length, finishProse);
  return [
    stays(below, prose.length, furniture) ? '' : 'furniture',
    isEnd ? 'ends the text' : '',
    isEnd || stays(joined(prose, block, links), prose.length, finishProse) ? '' : 'heads other stories',
    stays(joined(prose, block, prose.slice(0, 1)), prose.length + 1, finishProse) ? '' : 'heads a notice',
    stays(within, prose.length, finishProse) ? '' : 'leads out',
    stays(above, 1, finishProse) ? '' : 'above the text',
    stays(above, 1, finishProse, true) ? 'opens' : '',
  ];
}

const withPassword = parseTree('<input type="password">');

function saidOf(line: string): string[] {
  const noBlocks = { blocks: [] } as unknown as BlockTree;
  const asTitle = readInstead({ document: withPassword, tree: noBlocks, text: '', titles: [line] });
  const asText = readInstead({ document: withPassword, tree: noBlocks, text: line, titles: [null] });
  const kinds = textKindsOf(line);
  return [
    ...textKinds.filter((_, bit) => (kinds >>> bit) % 2 === 1).map((kind) => `“${kind}”`),
    asTitle ? `title of a page: ${asTitle}` : '',
    asText ? `text of a page: ${asText}` : '',
  ];
}

function isCutAt(block: Block): boolean {
  const blocks = joined(proseOf.english, block);
  const tree = { blocks, infos: new Map() } as unknown as BlockTree;
  const lock = { forSubscribers: true, selectors: [], declaredWords: 0 };
  return isCut(lock, { tree, kept: blocks.map(() => true), text: '', document: parseTree('') });
}

const escaped = (line: string) => line.replace(/&/g, '&amp;').replace(/</g, '&lt;');

test('SUM-05 SUM-09 lines around texts are read as on record', async () => {
  const lines = goldenLines('page/lines.txt');
  const blocksOf = (html: (line: string) => string) => {
    const { blocks } = treeOf(lines.map((line) => html(escaped(line))).join(''));
    expect(blocks).toHaveLength(lines.length);
    return blocks;
  };
  const byTag = Object.entries(wrapped).map(([tag, html]) => ({
    tag,
    fates: blocksOf(html).map((block) => fateOf(block).filter(Boolean).join(', ')),
  }));
  const captions = blocksOf((line) => `<div><img src="a.jpg"><p>${line}</p></div>`).map(isCaption);
  const cuts = blocksOf(wrapped.p).map(isCutAt);
  const record = lines.map((line, index) => {
    const [own, ...others] = byTag;
    const fate = own?.fates[index] ?? '';
    const said = [fate, captions[index] ? 'caption' : '', cuts[index] ? 'cut off here' : '', ...saidOf(line)].filter(Boolean);
    const differing = others.flatMap(({ tag, fates }) => (fates[index] === fate ? [] : [` | ${tag}: ${fates[index] || '–'}`]));
    return `${line} ⇒ ${said.join(', ') || '–'}${differing.join('')}\n`;
  });
  await expect(record.join('')).toMatchFileSnapshot(goldenFile('page/lines.record.txt'));
});
