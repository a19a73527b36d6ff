/** A table of data or a quotation between two paragraphs of a text belongs to it, though by itself it looks like what stands beside texts. */
import type { Block, BlockTree, ElementInfo } from './blocks.ts';
import { attr, childrenOf, type Element, findElement, isElement, walkElements } from './tree.ts';

/** A larger share of the text is what the page is for, which the scores know better. */
const mostOfText = 0.4;
const mostLinks = 0.3;
const fewestCells = 4;
const leastWords = 15;

const isProse = (block: Block | undefined): boolean =>
  block !== undefined && block.words >= leastWords && block.linkWords < block.words * 0.4;

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
      if (kept[at] && isProse(blocks[at])) return true;
      if (!kept[at] && (blocks[at]?.words ?? 0) > leastWords) return false;
    }
    return false;
  };
  return near(first - 1, -1) && near(last + 1, 1);
}

export function keepPartsWithin({ blocks, infos }: BlockTree, kept: boolean[], isThread: boolean): void {
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
