/**
 * Pages that present something, as shops and services do: no article, no thread, no list. Their text stands in many separate pieces, of which
 * few look like a text by themselves, so that too little is kept where the models are not sure.
 */
import type { BlockTree } from './blocks.ts';
import type { PageFacts } from './features.ts';

/** Added to the log-odds of each block. */
const lean = 0.6;
/** From so much expected F1 on, the models are sure. */
const sure = 0.95;
/** A list is links, an article is paragraphs. */
const mostLinks = 0.1;
const mostParagraphs = 0.9;
const mostChinese = 0.3;

const textTypes = /Article$|^BlogPosting$|^Report$|^QAPage$|^DiscussionForumPosting$/;

/** Chinese pages rarely declare what they are. */
export function isPresentation(
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

/** The scores with which more is kept. */
export function leaning(scores: readonly number[]): number[] {
  return scores.map((score) => 1 / (1 + Math.exp(-logOdds(score) - lean)));
}
