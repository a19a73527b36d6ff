/**
 * Recognises pages of shops and services: no article, thread or list. Their text is in many separate pieces, few of which
 * look like text by themselves, so that uncertain models would keep too little.
 */
import type { BlockTree } from './blocks.ts';
import type { PageFacts } from './features.ts';

const lean = 0.6;
/** From this expected F1 on, the models count as sure. */
const sure = 0.95;
/** Shares of the text: a list has more links, an article more paragraphs. */
const mostLinks = 0.1;
const mostParagraphs = 0.9;
const mostChinese = 0.3;

const textTypes = /Article$|^BlogPosting$|^Report$|^QAPage$|^DiscussionForumPosting$/;

/** Chinese pages are excluded, as they rarely declare their type. */
export function isShopOrService(
  { blocks }: BlockTree,
  { kept, expected }: { kept: readonly boolean[]; expected: number },
  { types, ogType, isThread, isPost }: PageFacts,
): boolean {
  if (expected >= sure || isThread || isPost || ogType === 'article' || [...types].some((type) => textTypes.test(type)))
    return false;
  let words = 0;
  let links = 0;
  let paragraphs = 0;
  let chinese = 0;
  for (const block of blocks) {
    if (!kept[block.index]) continue;
    words += block.words;
    links += block.linkWords;
    chinese += block.cjk;
    if (block.owner.tagName === 'p') paragraphs += block.words;
  }
  return links < words * mostLinks && paragraphs < words * mostParagraphs && chinese < words * mostChinese;
}

const logOdds = (score: number): number => Math.log((score + 1e-4) / (1 - score + 1e-4));

export function leaning(scores: readonly number[]): number[] {
  return scores.map((score) => 1 / (1 + Math.exp(-logOdds(score) - lean)));
}
