/** Keeps tables of data, quotations and long paragraphs that stand between two kept paragraphs, though they score low. */
import type { Block, BlockTree, ElementInfo } from './blocks.ts';
import { isProse } from './prose.ts';
import { attr, childrenOf, type Element, findElement, isElement, parentOf, walkElements } from './tree.ts';

/** A larger share of the text is what the page is for, which the scores know better. */
const mostOfText = 0.4;
const mostLinks = 0.3;
const fewestCells = 4;
const leastWords = 15;

/** Posts of other sites, which scripts show in their own form. */
const embedded =
  /(?:^|\s)(?:twitter-tweet|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|wp-embedded-content)(?:\s|$)/;

const cellsOf = (row: Element): number => childrenOf(row).filter(isElement).length;

function isDataTable(table: Element): boolean {
  if (findElement(table, ({ tagName }) => tagName === 'table') !== null) return false;
  let rows = 0;
  let cells = 0;
  walkElements(table, (element) => {
    if (element.tagName !== 'tr') return undefined;
    rows += cellsOf(element) >= 2 ? 1 : 0;
    cells += cellsOf(element);
    return undefined;
  });
  return rows >= 2 && cells >= fewestCells;
}

/** A caption or a heading may stand between a paragraph and the table. */
function isBetweenProse({ first, last }: ElementInfo, blocks: readonly Block[], kept: readonly boolean[]): boolean {
  const near = (from: number, step: number): boolean => {
    for (let at = from; Math.abs(at - from) < 2; at += step) {
      const block = blocks[at];
      if (!block) return false;
      if (kept[at] && isProse(block, leastWords)) return true;
      if (!kept[at] && block.words > leastWords) return false;
    }
    return false;
  };
  return near(first - 1, -1) && near(last + 1, 1);
}

/** In words. */
const longParagraph = 25;

/** The models sometimes miss a single paragraph between two of the same element. */
function keepParagraphsWithin(blocks: readonly Block[], kept: boolean[]): void {
  const parentAt = (index: number): Element | null => {
    const block = blocks[index];
    return block && kept[index] && block.owner.tagName === 'p' ? parentOf(block.owner) : null;
  };
  for (const block of blocks) {
    if (kept[block.index] || block.owner.tagName !== 'p' || !isProse(block, longParagraph)) continue;
    const parent = parentOf(block.owner);
    if (parent && parent === parentAt(block.index - 1) && parent === parentAt(block.index + 1)) kept[block.index] = true;
  }
}

export function keepPartsWithin({ blocks, infos }: BlockTree, kept: boolean[], isThread: boolean): void {
  keepParagraphsWithin(blocks, kept);
  const total = blocks.reduce((sum, { index, words }) => sum + (kept[index] ? words : 0), 0);
  for (const [element, info] of infos) {
    const isQuotation = element.tagName === 'blockquote' && !isThread && !embedded.test(attr(element, 'class') ?? '');
    if (!(isQuotation || element.tagName === 'table')) continue;
    const own = blocks.slice(info.first, info.last + 1);
    const words = own.reduce((sum, block) => sum + block.words, 0);
    const links = own.reduce((sum, block) => sum + block.linkWords, 0);
    if (words > total * mostOfText || links > words * mostLinks) continue;
    if (isBetweenProse(info, blocks, kept) && (isQuotation || isDataTable(element))) kept.fill(true, info.first, info.last + 1);
  }
}
