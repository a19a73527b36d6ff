/** A change of this list means training the block model again (`scripts/train-blocks.mjs`). */
import { type Block, type BlockTree, type ElementInfo, wordsOf } from './blocks.ts';
import { type CharacterCounts, characterCounts } from './characters.ts';
import { flagNames } from './class-flags.ts';
import { sectionNumbers, sectionsOf } from './section-features.ts';
import { type Slots, slotNumbers, slotsOf } from './slots.ts';
import { type Document, textOf, walkElements } from './tree.ts';

const tagCodes = [
  'p',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'td',
  'th',
  'pre',
  'blockquote',
  'dt',
  'dd',
  'figcaption',
  'button',
  'label',
  'div',
  'section',
  'article',
];
const codeOfTag = new Map(tagCodes.map((tag, code) => [tag, code]));
const tagCode = ({ tagName }: { tagName: string }): number => codeOfTag.get(tagName) ?? -1;
const boilerplateText =
  /©|copyright|all rights reserved|cookies?\b|privacy policy|terms of (?:use|service)|sign (?:in|up)|log ?in|subscribe|newsletter|skip to|版权所有|备案|ICP|登录|注册|责任编辑|扫一扫|分享到|add to (?:cart|bag|basket|wish)|share (?:this|on)|follow us|click here|read more|view (?:all|more)|show more|load more|back to top|powered by|advertisement|download (?:the|our) app/i;
const pricePattern = /[$€£¥￥]\s?\d|\d\s?(?:usd|eur|元)\b/i;
const datePattern =
  /\b(?:19|20)\d\d[-/.年]\s?\d{1,2}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,12}\.? \d{1,2}|\d{1,9} (?:minutes?|hours?|days?|weeks?|months?|years?) ago/i;

export type PageFacts = {
  host: string;
  types: Set<string>;
  ogType: string;
  pathDepth: number;
  pathFlags: number[];
  /** Judged by the address: a forum thread (`isThread`), a post of a blog or news site (`isPost`). */
  isThread: boolean;
  isPost: boolean;
};

const pathPatterns = [
  /\/(?:forums?|threads?|topics?|viewtopic|showthread|questions?|discussions?|t|r|comments|community|answers)[/.?]/i,
  /\/(?:products?|item|dp|p|shop|store|buy)[/.?]/i,
  /\/(?:docs?|documentation|reference|manual|guide|api|wiki|learn|help)[/.?]/i,
  /\/(?:collections?|categor(?:y|ies)|c|browse|shop|catalog|tag|search|list)[/.?]/i,
  /\/(?:blog|news|article|post|story|stories|20\d\d)[/.?-]/i,
  /\/(?:services?|solutions?|platform|pricing|about|features?|company)[/.?]/i,
];

/** `jsonTypes` are the `@type`s of the page's JSON-LD. */
export function pageFacts(url: string, jsonTypes: Iterable<string>, ogType: string | null): PageFacts {
  let path = url;
  let host = '';
  try {
    const parsed = new URL(url);
    host = parsed.hostname.replace(/^www\./, '');
    path = `${parsed.hostname.split('.')[0] ?? ''}/${parsed.pathname}${parsed.search}/`.replace(/\/{2,}/g, '/');
    if (/^(?:forums?|community|discuss|answers|discourse)\//i.test(path)) path = `/forum/${path}`;
    else if (/^(?:docs?|wiki|developers?|help|learn|api)\//i.test(path)) path = `/docs/${path}`;
    else if (/^(?:blog|news)\//i.test(path)) path = `/blog/${path}`;
  } catch {}
  const pathFlags = pathPatterns.map((pattern) => (pattern.test(path) ? 1 : 0));
  return {
    host,
    types: new Set(jsonTypes),
    ogType: (ogType ?? '').toLowerCase(),
    pathDepth: Math.max(0, path.split('/').filter(Boolean).length - 1),
    pathFlags,
    isThread: pathFlags[0] === 1,
    isPost: pathFlags[4] === 1,
  };
}

/** Running totals, which give the sum of any range by one subtraction. */
function prefix(blocks: readonly Block[], value: (block: Block) => number): Float64Array {
  const sums = new Float64Array(blocks.length + 1);
  for (let i = 0; i < blocks.length; i++) sums[i + 1] = valueAt(sums, i) + value(blocks[i] as Block);
  return sums;
}

export function valueAt(array: Float64Array, index: number): number {
  return array[index] ?? 0;
}

export function rangeSum(sums: Float64Array, info: { first: number; last: number }): number {
  return info.first < 0 ? 0 : valueAt(sums, info.last + 1) - valueAt(sums, info.first);
}

/** Joins arrays into one row without spreading them, which would cost more than computing the numbers. */
export function joined(parts: readonly ArrayLike<number>[]): Float64Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const row = new Float64Array(length);
  let place = 0;
  for (const part of parts) {
    if (part instanceof Float64Array) row.set(part, place);
    // Faster than `set`, which is slow for plain arrays.
    else for (let i = 0; i < part.length; i++) row[place + i] = part[i] as number;
    place += part.length;
  }
  return row;
}

const log = (value: number): number => Math.log1p(Math.max(0, value));

type Sums = { words: Float64Array; links: Float64Array; prose: Float64Array; long: Float64Array; blocks: number; total: number };

function isProse(block: Block): boolean {
  return block.words >= 8 && block.linkWords < block.words * 0.4 && /[.!?。！？…:：,，]/.test(block.text);
}

/** The element that a reader mode would pick. */
function mainElement(tree: BlockTree, sums: Sums): ElementInfo {
  const scores = new Map<ElementInfo, number>();
  for (const block of tree.blocks) {
    if (!isProse(block)) continue;
    const score = 1 + (block.text.match(/[,，、;；]/g)?.length ?? 0) + Math.min(3, block.words / 20);
    let info: ElementInfo | null = tree.infos.get(block.owner)?.parent ?? null;
    for (let level = 0; info && level < 6; level++) {
      scores.set(info, (scores.get(info) ?? 0) + score / (level === 0 ? 1 : level * 2));
      info = info.parent;
    }
  }
  let best = tree.root;
  let bestScore = 0;
  for (const [info, score] of scores) {
    const words = rangeSum(sums.words, info);
    const weighted = score * (1 - rangeSum(sums.links, info) / Math.max(1, words));
    if (weighted > bestScore) {
      bestScore = weighted;
      best = info;
    }
  }
  return best;
}

type PageContext = {
  tree: BlockTree;
  sums: Sums;
  main: ElementInfo;
  mainAncestors: Map<ElementInfo, number>;
  headings: number[];
  titleWords: Set<string>;
  repeats: Map<ElementInfo, { count: number; words: number; order: number }>;
  duplicates: Map<string, number>;
  page: number[];
};

const alike = new WeakMap<BlockTree, ElementInfo[][]>();

/** Groups of two or more children of one element that have the same structure. */
export function siblingsAlike(tree: BlockTree): readonly (readonly ElementInfo[])[] {
  const known = alike.get(tree);
  if (known) return known;
  const groups = new Map<ElementInfo, Map<string, ElementInfo[]>>();
  for (const info of tree.infos.values()) {
    if (!info.parent || info.first < 0) continue;
    let bySignature = groups.get(info.parent);
    if (!bySignature) {
      bySignature = new Map<string, ElementInfo[]>();
      groups.set(info.parent, bySignature);
    }
    const list = bySignature.get(info.signature);
    if (list) list.push(info);
    else bySignature.set(info.signature, [info]);
  }
  const found: ElementInfo[][] = [];
  for (const bySignature of groups.values()) for (const list of bySignature.values()) if (list.length > 1) found.push(list);
  alike.set(tree, found);
  return found;
}

function repeatsOf(tree: BlockTree, sums: Sums): PageContext['repeats'] {
  const repeats: PageContext['repeats'] = new Map();
  for (const list of siblingsAlike(tree)) {
    const words = list.reduce((sum, info) => sum + rangeSum(sums.words, info), 0) / list.length;
    list.forEach((info, order) => void repeats.set(info, { count: list.length, words, order }));
  }
  return repeats;
}

function pageNumbers(tree: BlockTree, sums: Sums, facts: PageFacts, main: ElementInfo): number[] {
  const blocks = tree.blocks;
  const has = (...names: string[]): number => (names.some((name) => facts.types.has(name)) ? 1 : 0);
  let articles = 0;
  let mains = 0;
  for (const info of tree.infos.values()) {
    if (info.element.tagName === 'article') articles++;
    if (info.element.tagName === 'main') mains++;
  }
  const total = Math.max(1, sums.total);
  return [
    log(total),
    log(blocks.length),
    valueAt(sums.links, blocks.length) / total,
    valueAt(sums.prose, blocks.length) / total,
    valueAt(sums.long, blocks.length) / total,
    rangeSum(sums.words, main) / total,
    rangeSum(sums.prose, main) / Math.max(1, valueAt(sums.prose, blocks.length)),
    log(articles),
    mains > 0 ? 1 : 0,
    has('Article', 'NewsArticle', 'BlogPosting', 'Report', 'ReportageNewsArticle', 'TechArticle'),
    has('Product', 'ProductGroup', 'Offer'),
    has('QAPage', 'DiscussionForumPosting', 'Question'),
    has('CollectionPage', 'ItemList', 'OfferCatalog'),
    facts.ogType === 'article' ? 1 : 0,
    facts.ogType.includes('product') ? 1 : 0,
    facts.pathDepth,
    ...facts.pathFlags,
    log(blocks.filter((block) => pricePattern.test(block.text)).length),
    log(blocks.filter((block) => block.words < 40 && datePattern.test(block.text)).length),
    blocks.reduce((sum, block) => sum + block.cjk, 0) * 0.6 > total * 0.3 ? 1 : 0,
  ];
}

function contextOf(tree: BlockTree, facts: PageFacts, document: Document): PageContext {
  const { blocks } = tree;
  const sums: Sums = {
    words: prefix(blocks, (block) => block.words),
    links: prefix(blocks, (block) => block.linkWords),
    prose: prefix(blocks, (block) => (isProse(block) ? block.words : 0)),
    long: prefix(blocks, (block) => (block.words >= 30 ? block.words - block.linkWords : 0)),
    blocks: blocks.length,
    total: blocks.reduce((sum, block) => sum + block.words, 0),
  };
  const main = mainElement(tree, sums);
  const mainAncestors = new Map<ElementInfo, number>();
  let level = 0;
  for (let info: ElementInfo | null = main; info; info = info.parent) mainAncestors.set(info, level++);
  let title = '';
  walkElements(document, (element) => {
    if (element.tagName !== 'title') return undefined;
    title = textOf(element);
    return false;
  });
  const duplicates = new Map<string, number>();
  for (const block of blocks) duplicates.set(block.text, (duplicates.get(block.text) ?? 0) + 1);
  return {
    tree,
    sums,
    main,
    mainAncestors,
    headings: blocks.filter((block) => block.owner.tagName === 'h1').map((block) => block.index),
    titleWords: new Set(wordsOf(title.toLowerCase())),
    repeats: repeatsOf(tree, sums),
    duplicates,
    page: pageNumbers(tree, sums, facts, main),
  };
}

function textNumbers(block: Block, context: PageContext, counts: CharacterCounts): number[] {
  const { text } = block;
  const words = Math.max(1, block.words);
  const tokens = block.words < 30 ? wordsOf(text.toLowerCase()) : [];
  let inTitle = 0;
  for (const token of tokens) if (context.titleWords.has(token)) inTitle++;
  return [
    log(block.words),
    block.linkWords / words,
    text.length / words,
    counts.sentence / words,
    counts.comma / words,
    counts.digit / text.length,
    counts.capitals / words,
    /[.!?。！？…"”）)]$/.test(text) ? 1 : 0,
    /[:：]$/.test(text) ? 1 : 0,
    boilerplateText.test(text) ? 1 : 0,
    pricePattern.test(text) ? 1 : 0,
    datePattern.test(text) ? 1 : 0,
    counts.separator / words,
    (context.duplicates.get(text) ?? 1) > 1 ? 1 : 0,
    tokens.length > 0 && tokens.length < 45 ? inTitle / tokens.length : 0,
    tagCode(block.owner),
    text.includes('\n') ? 1 : 0,
    block.hidden ? 1 : 0,
  ];
}

function placeNumbers(block: Block, context: PageContext): number[] {
  const { sums, tree } = context;
  const before = valueAt(sums.words, block.index) / Math.max(1, sums.total);
  let lastHeading = 0;
  while ((context.headings[lastHeading] ?? Number.POSITIVE_INFINITY) <= block.index && lastHeading < 3) lastHeading++;
  const firstHeading = context.headings[0] ?? -1;
  return [
    before,
    block.index / Math.max(1, tree.blocks.length),
    log(block.index),
    log(tree.blocks.length - block.index),
    firstHeading < 0 ? -1 : Math.max(-30, Math.min(60, block.index - firstHeading)),
    lastHeading,
    context.headings.length,
    block.depth,
  ];
}

const levels = [1, 2, 3, 4, 6, 8];

function aroundNumbers(block: Block, context: PageContext): number[] {
  const { sums, tree } = context;
  const numbers: number[] = [];
  const info = tree.infos.get(block.owner) ?? tree.root;
  const chain: ElementInfo[] = [];
  for (let current: ElementInfo | null = info; current; current = current.parent) chain.push(current);
  for (const level of levels) {
    const element = chain[Math.min(level - 1, chain.length - 1)] ?? tree.root;
    const words = rangeSum(sums.words, element);
    numbers.push(
      log(words),
      rangeSum(sums.links, element) / Math.max(1, words),
      rangeSum(sums.prose, element) / Math.max(1, words),
      log(element.last - element.first + 1),
    );
  }
  let shared = 0;
  let distance = chain.length;
  for (let i = 0; i < chain.length; i++) {
    const level = context.mainAncestors.get(chain[i] as ElementInfo);
    if (level === undefined) continue;
    shared = level;
    distance = i;
    break;
  }
  const beyond =
    shared === 0 ? 0 : block.index < context.main.first ? context.main.first - block.index : block.index - context.main.last;
  numbers.push(shared, distance, shared === 0 ? 0 : block.index < context.main.first ? -log(beyond) : log(beyond));
  let repeat = { count: 1, words: 0, order: 0 };
  let repeatLevel = 0;
  let wide = { count: 1, words: 0, order: 0 };
  for (let i = 0; i < Math.min(10, chain.length); i++) {
    const found = context.repeats.get(chain[i] as ElementInfo);
    if (!found) continue;
    if (found.count >= 3 && repeat.count === 1) {
      repeat = found;
      repeatLevel = i;
    }
    if (found.count >= 2 && found.words * found.count > wide.words * wide.count) wide = found;
  }
  numbers.push(
    log(repeat.count),
    log(repeat.words),
    repeatLevel,
    log(wide.count),
    log(wide.words),
    repeat.order,
    wide.order,
    (wide.words * wide.count) / Math.max(1, sums.total),
  );
  const parent = chain[1];
  numbers.push(parent ? tagCode(parent.element) : -1);
  for (const offset of [-2, -1, 1, 2]) {
    const other = tree.blocks[block.index + offset];
    numbers.push(other ? log(other.words) : -1, other ? other.linkWords / Math.max(1, other.words) : -1);
  }
  const previous = tree.blocks[block.index - 1];
  numbers.push(previous ? tagCode(previous.owner) : -2);
  const next = tree.blocks[block.index + 1];
  numbers.push(next ? tagCode(next.owner) : -2);
  return numbers;
}

function flagNumbers({ flags, nearFlags }: Block): number[] {
  const numbers: number[] = [];
  for (let bit = 0; bit < flagNames.length; bit++) numbers.push(((flags >>> bit) & 1) + ((nearFlags >>> bit) & 1));
  return numbers;
}

/** One row of numbers per block. `headings`: per block the index of the heading above it, or -1. */
export type BlockFeatures = { rows: Float64Array[]; headings: number[]; slots: Slots };

export function blockFeatures(tree: BlockTree, facts: PageFacts, document: Document): BlockFeatures {
  const context = contextOf(tree, facts, document);
  const sections = sectionsOf(tree);
  const slots = slotsOf(tree);
  const rows = tree.blocks.map((block) => {
    const counts = characterCounts(block.text);
    return joined([
      textNumbers(block, context, counts),
      placeNumbers(block, context),
      aroundNumbers(block, context),
      sectionNumbers(block, counts, tree, sections, facts.host),
      slotNumbers(block, slots),
      flagNumbers(block),
      context.page,
    ]);
  });
  return { rows, headings: sections.headings, slots };
}
