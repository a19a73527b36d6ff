/** Boosted decision trees over `features.ts`, smoothed over neighbours, cut where the expected F1 is highest. */
import { modelBase, modelNodes } from './block-model.gen.ts';
import type { Block, BlockTree } from './blocks.ts';
import { at, rangeSum } from './features.ts';

/** 8 bytes per node: feature (int16, -1: leaf), right child (uint16; the left one follows), threshold or value (float32). */
type Forest = { features: Int16Array; rights: Uint16Array; values: Float32Array; starts: number[] };

let forest: Forest | null = null;

function load(): Forest {
  if (forest) return forest;
  const bytes = Buffer.from(modelNodes, 'base64');
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
  // Trees are stored one after the other; a tree ends where its last right child does.
  while (end < count) {
    starts.push(end);
    end = treeEnd(features, rights, end, end);
  }
  forest = { features, rights, values, starts };
  return forest;
}

function treeEnd(features: Int16Array, rights: Uint16Array, start: number, node: number): number {
  let current = node;
  while ((features[current] ?? -1) >= 0) current = start + (rights[current] ?? 0);
  return current + 1;
}

function score(row: Float64Array, { features, rights, values, starts }: Forest): number {
  let sum = modelBase;
  for (const start of starts) {
    let node = start;
    let feature = features[node] ?? -1;
    while (feature >= 0) {
      node = at(row, feature) < (values[node] ?? 0) ? node + 1 : start + (rights[node] ?? 0);
      feature = features[node] ?? -1;
    }
    sum += values[node] ?? 0;
  }
  return 1 / (1 + Math.exp(-sum));
}

/** Neighbours mostly belong together. */
export function smooth(tree: BlockTree, scores: readonly number[], pull = 0.3): number[] {
  const words = new Float64Array(scores.length + 1);
  const kept = new Float64Array(scores.length + 1);
  tree.blocks.forEach((block, i) => {
    words[i + 1] = at(words, i) + block.words;
    kept[i + 1] = at(kept, i) + block.words * (scores[i] ?? 0);
  });
  return tree.blocks.map((block, i) => {
    const own = scores[i] ?? 0;
    let info = tree.infos.get(block.owner)?.parent ?? null;
    let sum = 0;
    let count = 0;
    for (let level = 0; info && level < 3; level++, info = info.parent) {
      const total = rangeSum(words, info);
      if (total <= 0) continue;
      sum += rangeSum(kept, info) / total;
      count++;
    }
    return count > 0 ? own * (1 - pull) + (pull * sum) / count : own;
  });
}

export function scoreBlocks(tree: BlockTree, rows: readonly Float64Array[]): number[] {
  const loaded = load();
  return smooth(
    tree,
    rows.map((row) => score(row, loaded)),
  );
}

/** Keeps the blocks with the highest expected F1 (by words). `mass`: expected number of words of main text. */
export function chooseBlocks(
  blocks: readonly Block[],
  scores: readonly number[],
): { kept: boolean[]; expected: number; mass: number } {
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
  return { kept, expected: best, mass: total };
}
