/** Numbers for where a block is on the page: under which heading, after which signs, in which article. */
import type { Block, BlockTree, ElementInfo } from './blocks.ts';
import type { CharacterCounts } from './characters.ts';
import { kindsOfBlock, textKinds } from './text-kinds.ts';

const log = (value: number): number => Math.log1p(Math.max(0, value));

const shareHosts =
  /facebook\.com\/shar|twitter\.com\/(?:share|intent)|x\.com\/intent|linkedin\.com\/shar|pinterest\.[a-z]+\/pin|wa\.me|t\.me\/share|service\.weibo|whatsapp:|mailto:|tel:/i;
const peoplePaths = /\/(?:authors?|users?|u|profiles?|members?|people|staff|autor(?:en)?|redaktion|team|by|contributors?)\/|@/i;
const groupPaths = /\/(?:tags?|topics?|categor(?:y|ies)|kategorien?|themen?|thema|sections?|schlagwort|labels?|archives?|c)\//i;
const servicePaths =
  /\/(?:login|signin|sign-in|register|account|cart|warenkorb|subscribe|newsletter|abo|privacy|datenschutz|impressum|terms|contact|kontakt|about)\b|#(?:comments?|respond)/i;

/** Kinds of short texts that introduce what is not the body. */
const signs = ['related', 'comments', 'newsletter', 'author', 'legal', 'share', 'reviews'] as const;
const signBits = signs.map((sign) => 1 << textKinds.indexOf(sign));

export type Sections = {
  kinds: number[];
  /** Index of the block of the nearest heading at or before each block, or -1. */
  headings: number[];
  /** Per sign and block, the index of the last block up to this one that shows the sign, and of the next after it; -1 if none. */
  before: Int32Array[];
  after: Int32Array[];
  linkCounts: Map<string, number>;
  articles: Map<ElementInfo, { words: number; order: number; titled: boolean }>;
  imageBefore: Set<number>;
  totalWords: number;
};

function isHeading(block: Block): boolean {
  if (/^h[1-6]$/.test(block.owner.tagName)) return true;
  return block.words <= 12 && block.bold > block.text.length * 0.8 && !/[.!?。！？,，;；]$/.test(block.text);
}

const signWords = 14;

export function sectionsOf(tree: BlockTree): Sections {
  const { blocks } = tree;
  const kinds = blocks.map(kindsOfBlock);
  const headings: number[] = [];
  let heading = -1;
  for (const block of blocks) {
    if (isHeading(block)) heading = block.index;
    headings.push(heading);
  }
  const before = signBits.map(() => new Int32Array(blocks.length).fill(-1));
  const after = signBits.map(() => new Int32Array(blocks.length).fill(-1));
  signBits.forEach((bit, sign) => {
    const shows = (i: number): boolean => ((kinds[i] ?? 0) & bit) !== 0 && (blocks[i]?.words ?? 0) <= signWords;
    for (let i = 0, last = -1; i < blocks.length; i++) {
      if (shows(i)) last = i;
      (before[sign] as Int32Array)[i] = last;
    }
    for (let i = blocks.length - 1, next = -1; i >= 0; i--) {
      (after[sign] as Int32Array)[i] = next;
      if (shows(i)) next = i;
    }
  });
  const linkCounts = new Map<string, number>();
  for (const block of blocks) for (const link of block.links) linkCounts.set(link, (linkCounts.get(link) ?? 0) + 1);
  const imageBefore = new Set<number>();
  for (const { block, inRun } of tree.images.values()) if (!inRun) imageBefore.add(block);
  return {
    kinds,
    headings,
    before,
    after,
    linkCounts,
    articles: articlesOf(tree),
    imageBefore,
    totalWords: blocks.reduce((sum, block) => sum + block.words, 0),
  };
}

function articlesOf(tree: BlockTree): Sections['articles'] {
  const articles: Sections['articles'] = new Map();
  for (const info of tree.infos.values()) {
    if (info.element.tagName !== 'article' || info.first < 0) continue;
    let words = 0;
    let titled = false;
    for (let i = info.first; i <= info.last; i++) {
      words += tree.blocks[i]?.words ?? 0;
      if (tree.blocks[i]?.owner.tagName === 'h1') titled = true;
    }
    articles.set(info, { words, order: articles.size, titled });
  }
  return articles;
}

const linkTests: readonly ((link: string, host: string) => boolean)[] = [
  (link, host) => /^(?:https?:)?\/\//i.test(link) && (host === '' || !link.includes(host)),
  (link) => link.startsWith('#'),
  (link) => shareHosts.test(link),
  (link) => peoplePaths.test(link),
  (link) => groupPaths.test(link),
  (link) => servicePaths.test(link),
];

function linkNumbers(block: Block, { linkCounts }: Sections, host: string): number[] {
  const { links } = block;
  if (links.length === 0) return [0, 0, 0, 0, 0, 0, 0, 0];
  const counts = [0, 0, 0, 0, 0, 0];
  let most = 0;
  for (const link of links) {
    most = Math.max(most, linkCounts.get(link) ?? 1);
    linkTests.forEach((test, i) => {
      if (test(link, host)) counts[i] = (counts[i] ?? 0) + 1;
    });
  }
  return [log(links.length), ...counts.map((count) => count / links.length), most];
}

function shapeNumbers({ text, words, bold }: Block, counts: CharacterCounts): number[] {
  return [
    /(?:…|\.\.\.|\[…\]|\[\.\.\.\])\s*\]?$/.test(text) ? 1 : 0,
    bold / Math.max(1, text.length),
    counts.upper / Math.max(1, counts.letters),
    counts.firstPerson / Math.max(1, words),
    counts.secondPerson / Math.max(1, words),
    /^\p{Ll}/u.test(text) ? 1 : 0,
    counts.loud / Math.max(1, words),
    counts.quote / Math.max(1, words),
    /^<\/?[a-z]+[\s>]/i.test(text) ? 1 : 0,
    /[#@]\w|https?:\/\/|www\./i.test(text) ? 1 : 0,
  ];
}

/** `host`: that of the page, or an empty string. */
export function sectionNumbers(
  block: Block,
  counts: CharacterCounts,
  tree: BlockTree,
  sections: Sections,
  host: string,
): number[] {
  const i = block.index;
  const kinds = sections.kinds[i] ?? 0;
  const heading = sections.headings[i] ?? -1;
  const headingBlock = tree.blocks[heading];
  const ownHeading = heading === i;
  const headingKinds = headingBlock && !ownHeading ? (sections.kinds[heading] ?? 0) : 0;
  let article: { words: number; order: number; titled: boolean } | null = null;
  for (let info = tree.infos.get(block.owner) ?? null; info && !article; info = info.parent)
    article = sections.articles.get(info) ?? null;
  const numbers: number[] = [];
  for (let bit = 0; bit < textKinds.length; bit++) numbers.push((kinds >>> bit) & 1);
  for (let bit = 0; bit < textKinds.length; bit++) numbers.push((headingKinds >>> bit) & 1);
  for (const other of [i - 1, i - 2, i + 1]) {
    const near = sections.kinds[other] ?? 0;
    numbers.push((near & 0b11111 ? 1 : 0) + (near & 0b111100000 ? 2 : 0));
  }
  numbers.push(
    headingBlock ? log(i - heading) : -1,
    headingBlock ? Number(/^h([1-6])$/.exec(headingBlock.owner.tagName)?.[1] ?? 7) : 0,
    ownHeading ? 1 : 0,
  );
  for (const last of sections.before) numbers.push((last[i] ?? -1) < 0 ? -1 : log(i - (last[i] ?? 0)));
  for (const next of sections.after) numbers.push((next[i] ?? -1) < 0 ? -1 : log((next[i] ?? 0) - i));
  numbers.push(
    article ? article.words / Math.max(1, sections.totalWords) : -1,
    article ? article.order : -1,
    article?.titled ? 1 : 0,
    sections.imageBefore.has(i) ? 1 : 0,
  );
  for (const number of linkNumbers(block, sections, host)) numbers.push(number);
  for (const number of shapeNumbers(block, counts)) numbers.push(number);
  return numbers;
}
