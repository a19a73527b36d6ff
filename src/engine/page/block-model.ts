/** Scores blocks by boosted decision trees over their features, and keeps those for which the expected F1 is highest. */
import { firstModel, secondModel } from './block-model.gen.ts';
import type { BlockTree } from './blocks.ts';
import { dropCopies } from './copies.ts';
import type { BlockFeatures, PageFacts } from './features.ts';
import { dropFurniture } from './furniture.ts';
import { keepPartsWithin } from './parts-within.ts';
import { finishProse } from './prose.ts';
import { secondFeatures } from './second-features.ts';
import { isShopOrService, leaning } from './shop-or-service.ts';
import { evenOut, type Slots } from './slots.ts';

/** 8 bytes per node: feature (int16; -1: leaf), right child (uint16; the left one is the next), threshold or value (float32). */
type Forest = { base: number; features: Int16Array; rights: Uint16Array; values: Float32Array; starts: number[] };

let loaded: { first: Forest; second: Forest } | null = null;

function loadForests(): { first: Forest; second: Forest } {
  loaded ??= { first: decode(firstModel), second: decode(secondModel) };
  return loaded;
}

function decode({ base, nodes }: typeof firstModel): Forest {
  const bytes = Buffer.from(nodes, 'base64');
  const count = bytes.length / 8;
  const features = new Int16Array(count);
  const rights = new Uint16Array(count);
  const values = new Float32Array(count);
  const starts: number[] = [];
  let end = 0;
  for (let i = 0; i < count; i++) {
    features[i] = bytes.readInt16LE(i * 8);
    rights[i] = bytes.readUInt16LE(i * 8 + 2);
    values[i] = bytes.readFloatLE(i * 8 + 4);
  }
  // Trees are stored one after the other; a tree ends at the leaf that its last right child leads to.
  while (end < count) {
    starts.push(end);
    end = treeEnd(features, rights, end, end);
  }
  return { base, features, rights, values, starts };
}

function treeEnd(features: Int16Array, rights: Uint16Array, start: number, node: number): number {
  let current = node;
  while ((features[current] ?? -1) >= 0) current = start + (rights[current] ?? 0);
  return current + 1;
}

/** Bounds are not checked here: the loader made sure that all nodes are within the arrays. */
function score(row: Float64Array, { base, features, rights, values, starts }: Forest): number {
  let sum = base;
  for (const start of starts) {
    let node = start;
    let feature = features[node] as number;
    while (feature >= 0) {
      node = (row[feature] as number) < (values[node] as number) ? node + 1 : start + (rights[node] as number);
      feature = features[node] as number;
    }
    sum += values[node] as number;
  }
  return 1 / (1 + Math.exp(-sum));
}

/** Half of all blocks have a lower first score. Their second one is about a third of it, never above .13 on the shared pages, so it is not computed. */
const hopeless = 0.02;
const secondOfHopeless = 0.35;

/** Scores each block by itself, then again with the first scores of the blocks around it, and evens out repeated patterns. */
export function scoreBlocks(tree: BlockTree, features: BlockFeatures): number[] {
  const forests = loadForests();
  const first = features.rows.map((row) => score(row, forests.first));
  const second = secondFeatures(tree, features, first).map((row, i) => {
    const own = first[i] ?? 0;
    return own < hopeless ? own * secondOfHopeless : score(row, forests.second);
  });
  return evenOut(tree, features.slots, second);
}

type Chosen = { kept: boolean[]; expected: number; mass: number };

const threadTypes = /^(?:QAPage|DiscussionForumPosting)$/;

/** With the `facts` of a page, shops and services keep more. `mass`: expected number of words of main text. */
export function chooseBlocks(tree: BlockTree, slots: Slots, scores: readonly number[], facts: PageFacts | null = null): Chosen {
  const chosen = chooseByScores(tree, slots, scores, facts);
  if (!facts || !isShopOrService(tree, chosen, facts)) return chosen;
  return { ...chosen, kept: chooseByScores(tree, slots, leaning(scores), facts).kept };
}

/**
 * Keeps the blocks with the highest expected F1 (by words), code between two of them and the caption of a kept table, then
 * corrects the edges of prose and drops copies.
 */
function chooseByScores(tree: BlockTree, slots: Slots, scores: readonly number[], facts: PageFacts | null): Chosen {
  const { blocks } = tree;
  const total = blocks.reduce((sum, block) => sum + block.words * (scores[block.index] ?? 0), 0);
  const order = [...blocks].sort((a, b) => (scores[b.index] ?? 0) - (scores[a.index] ?? 0));
  const kept = blocks.map(() => false);
  let found = 0;
  let taken = 0;
  let best = 0;
  let count = 0;
  order.forEach((block, i) => {
    found += block.words * (scores[block.index] ?? 0);
    taken += block.words;
    const expected = (2 * found) / Math.max(1e-9, taken + total);
    if (expected <= best) return;
    best = expected;
    count = i + 1;
  });
  for (const block of order.slice(0, count)) kept[block.index] = true;
  for (const { index, owner } of blocks) {
    const isInside = kept[index + 1] === true && (owner.tagName === 'caption' || kept[index - 1] === true);
    if (isInside && (owner.tagName === 'pre' || owner.tagName === 'caption')) kept[index] = true;
  }
  const isThread = facts !== null && (facts.isThread || [...facts.types].some((type) => threadTypes.test(type)));
  keepPartsWithin(tree, kept, isThread);
  dropFurniture(tree, kept);
  finishProse(blocks, kept, isThread);
  dropCopies(tree, slots, kept);
  return { kept, expected: best, mass: total };
}
