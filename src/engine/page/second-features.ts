/** What the first scores of all blocks say about each one: where the body of the page is, and where it begins and ends. */
import type { Block, BlockTree, ElementInfo } from './blocks.ts';
import { type BlockFeatures, joined, rangeSum, siblingsAlike, valueAt } from './features.ts';
import { slotScores } from './slots.ts';

const log = (value: number): number => Math.log1p(Math.max(0, value));

type Range = { first: number; last: number };

type Scored = {
  tree: BlockTree;
  scores: readonly number[];
  words: Float64Array;
  mass: Float64Array;
  body: ElementInfo;
  run: Range;
  sections: Range[];
  groups: Map<ElementInfo, { mean: number; count: number }>;
  inBody: Set<ElementInfo>;
};

function sumsOf(blocks: readonly Block[], value: (block: Block) => number): Float64Array {
  const sums = new Float64Array(blocks.length + 1);
  blocks.forEach((block, i) => {
    sums[i + 1] = valueAt(sums, i) + value(block);
  });
  return sums;
}

const meanIn = ({ words, mass }: Scored, range: Range): number => rangeSum(mass, range) / Math.max(1e-6, rangeSum(words, range));

/** The element whose text alone would have the highest expected F1. */
function bodyElement(tree: BlockTree, words: Float64Array, mass: Float64Array): ElementInfo {
  const total = valueAt(mass, mass.length - 1);
  let best = tree.root;
  let bestF1 = 0;
  for (const info of tree.infos.values()) {
    if (info.first < 0) continue;
    const f1 = (2 * rangeSum(mass, info)) / Math.max(1e-6, rangeSum(words, info) + total);
    // Of equal elements, the innermost is taken.
    if (f1 < bestF1) continue;
    bestF1 = f1;
    best = info;
  }
  return best;
}

/** The run of blocks with the largest sum of scores above 0.4, weighted by the root of their words. */
function bestRun(blocks: readonly Block[], scores: readonly number[]): Range {
  let best: Range = { first: 0, last: -1 };
  let bestSum = 0;
  let sum = 0;
  let first = 0;
  for (const { index, words } of blocks) {
    sum += Math.sqrt(words) * ((scores[index] ?? 0) - 0.4);
    if (sum < 0) {
      sum = 0;
      first = index + 1;
    } else if (sum > bestSum) {
      bestSum = sum;
      best = { first, last: index };
    }
  }
  return best;
}

function sectionRanges(headings: readonly number[]): Range[] {
  const ranges: Range[] = [];
  let first = 0;
  for (let i = 0; i <= headings.length; i++) {
    if (i < headings.length && headings[i] === headings[first]) continue;
    for (let j = first; j < i; j++) ranges.push({ first, last: i - 1 });
    first = i;
  }
  return ranges;
}

function groupMeans(tree: BlockTree, words: Float64Array, mass: Float64Array): Scored['groups'] {
  const groups: Scored['groups'] = new Map();
  for (const members of siblingsAlike(tree)) {
    const total = members.reduce((sum, info) => sum + rangeSum(words, info), 0);
    const mean = members.reduce((sum, info) => sum + rangeSum(mass, info), 0) / Math.max(1e-6, total);
    const group = { mean, count: members.length };
    for (const info of members) groups.set(info, group);
  }
  return groups;
}

function outside(index: number, range: Range): number {
  if (index < range.first) return -log(range.first - index);
  return index > range.last ? log(index - range.last) : 0;
}

function pageNumbers(scored: Scored): number[] {
  const { tree, scores, words, mass, body, run } = scored;
  const total = valueAt(mass, mass.length - 1);
  let runs = 0;
  let sure = 0;
  for (let i = 0; i < scores.length; i++) {
    if ((scores[i] ?? 0) >= 0.5 && (scores[i - 1] ?? 0) < 0.5) runs++;
    const score = scores[i] ?? 0;
    if (score > 0.8 || score < 0.2) sure += tree.blocks[i]?.words ?? 0;
  }
  const all = Math.max(1, valueAt(words, words.length - 1));
  return [
    log(total),
    total / all,
    log(runs),
    sure / all,
    rangeSum(mass, body) / Math.max(1e-6, total),
    rangeSum(mass, run) / Math.max(1e-6, total),
    meanIn(scored, body),
    meanIn(scored, run),
  ];
}

const levels = [1, 2, 3, 4, 6, 8];
const reaches = [1, 2, 3];

function blockNumbers(scored: Scored, { index, owner }: Block): number[] {
  const { tree, scores, words, mass, body, run, sections, groups, inBody } = scored;
  const score = (i: number): number => scores[i] ?? 0;
  const total = Math.max(1e-6, valueAt(mass, mass.length - 1));
  const window = (reach: number): number =>
    meanIn(scored, { first: Math.max(0, index - reach), last: Math.min(scores.length - 1, index + reach) });
  const before = (reach: number): number => meanIn(scored, { first: Math.max(0, index - reach), last: index - 1 });
  const after = (reach: number): number => meanIn(scored, { first: index + 1, last: Math.min(scores.length - 1, index + reach) });
  const numbers = [score(index)];
  for (const reach of reaches) numbers.push(score(index - reach), score(index + reach));
  numbers.push(window(4), before(5), after(5), before(15), after(15));
  const chain: ElementInfo[] = [];
  for (let info = tree.infos.get(owner) ?? null; info; info = info.parent) chain.push(info);
  for (const level of levels) numbers.push(meanIn(scored, chain[Math.min(level, chain.length) - 1] ?? tree.root));
  let group: { mean: number; count: number } | undefined;
  for (let level = 0; level < 8 && level < chain.length && !group; level++) group = groups.get(chain[level] as ElementInfo);
  numbers.push(group ? group.mean : -1, group ? log(group.count) : 0);
  const section = sections[index] ?? { first: index, last: index };
  numbers.push(
    meanIn(scored, section),
    index - section.first < 1 ? meanIn(scored, { first: index + 1, last: section.last }) : -1,
  );
  numbers.push(
    valueAt(mass, index) / total,
    valueAt(mass, index + 1) / total,
    outside(index, body),
    outside(index, run),
    log(Math.abs(valueAt(words, index) - valueAt(words, index < run.first ? run.first : run.last + 1))),
    log(index - run.first),
    log(run.last - index),
  );
  let shared = 0;
  while (shared < chain.length && !inBody.has(chain[shared] as ElementInfo)) shared++;
  numbers.push(shared, body.depth - (chain[shared]?.depth ?? 0));
  return numbers;
}

export function secondFeatures(
  tree: BlockTree,
  { rows, headings, slots }: BlockFeatures,
  scores: readonly number[],
): Float64Array[] {
  const words = sumsOf(tree.blocks, (block) => block.words);
  const mass = sumsOf(tree.blocks, (block) => block.words * (scores[block.index] ?? 0));
  const body = bodyElement(tree, words, mass);
  const inBody = new Set<ElementInfo>();
  for (let info: ElementInfo | null = body; info; info = info.parent) inBody.add(info);
  const scored: Scored = {
    tree,
    scores,
    words,
    mass,
    body,
    inBody,
    run: bestRun(tree.blocks, scores),
    sections: sectionRanges(headings),
    groups: groupMeans(tree, words, mass),
  };
  const page = pageNumbers(scored);
  const bySlot = slotScores(tree, slots, scores);
  return tree.blocks.map((block, i) => joined([rows[i] ?? [], blockNumbers(scored, block), bySlot[i] ?? [], page]));
}
