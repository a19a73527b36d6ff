/** Groups blocks in the same place of a repeated pattern: the titles of a list, the prices of a grid, the names of commenters. */
import type { Block, BlockTree, ElementInfo } from './blocks.ts';

const log = (value: number): number => Math.log1p(Math.max(0, value));

/** How many elements identify the place, from the block's own element outwards. */
const depths = [3, 6];

export type Slot = { blocks: number[]; words: number; linkWords: number; distinct: number };
/** For each of `depths`, the slot of each block (by index). */
export type Slots = Slot[][];

export function slotsOf(tree: BlockTree): Slots {
  return depths.map((depth) => {
    const byKey = new Map<string, Slot & { texts: Set<string> }>();
    const keys = new Map<ElementInfo, string>();
    const slots = tree.blocks.map((block) => {
      const info = tree.infos.get(block.owner) ?? tree.root;
      let key = keys.get(info);
      if (key === undefined) {
        key = keyOf(info, depth);
        keys.set(info, key);
      }
      let slot = byKey.get(key);
      if (!slot) {
        slot = { blocks: [], words: 0, linkWords: 0, distinct: 0, texts: new Set() };
        byKey.set(key, slot);
      }
      slot.blocks.push(block.index);
      slot.words += block.words;
      slot.linkWords += block.linkWords;
      slot.texts.add(block.text);
      return slot;
    });
    for (const slot of byKey.values()) slot.distinct = slot.texts.size;
    return slots;
  });
}

function keyOf(info: ElementInfo, depth: number): string {
  let key = '';
  let current: ElementInfo | null = info;
  for (let level = 0; level < depth && current; level++) {
    key += `${current.signature} `;
    current = current.parent;
  }
  return key;
}

export function slotNumbers(block: Block, slots: Slots): number[] {
  return slots.flatMap((own) => {
    const slot = own[block.index];
    if (!slot || slot.blocks.length < 2) return [0, -1, -1, -1, 0];
    const { blocks, words, linkWords, distinct } = slot;
    return [
      log(blocks.length),
      log(words / blocks.length),
      linkWords / Math.max(1, words),
      distinct / blocks.length,
      ((blocks.at(-1) ?? 0) - (blocks[0] ?? 0)) / own.length,
    ];
  });
}

function meanOf({ blocks }: Slot, tree: BlockTree, scores: readonly number[]): number {
  let sum = 0;
  let weight = 0;
  for (const i of blocks) {
    const words = 1 + (tree.blocks[i]?.words ?? 0);
    sum += words * (scores[i] ?? 0);
    weight += words;
  }
  return sum / weight;
}

/** For each block the mean score of its slot, weighted by words; null if the slot has fewer than `least` blocks. */
function meansOf(own: readonly Slot[], tree: BlockTree, scores: readonly number[], least: number): (number | null)[] {
  const means = new Map<Slot, number>();
  return own.map((slot) => {
    if (slot.blocks.length < least) return null;
    let mean = means.get(slot);
    if (mean === undefined) {
      mean = meanOf(slot, tree, scores);
      means.set(slot, mean);
    }
    return mean;
  });
}

/** The mean score of each block's slot, per depth; -1 if the block is alone in it. */
export function slotScores(tree: BlockTree, slots: Slots, scores: readonly number[]): number[][] {
  const columns = slots.map((own) => meansOf(own, tree, scores, 2));
  return tree.blocks.map((_, i) => columns.map((column) => column[i] ?? -1));
}

const leastInPattern = 4;
const ownShare = 0.1;

const logOdds = (score: number): number => Math.log((score + 1e-3) / (1 - score + 1e-3));

/** Gives the blocks of a slot nearly the same score, so that the titles of a list are kept together or not at all. */
export function evenOut(tree: BlockTree, slots: Slots, scores: readonly number[]): number[] {
  const means = meansOf(slots.at(-1) ?? [], tree, scores, leastInPattern);
  return scores.map((score, i) => {
    const mean = means[i] ?? null;
    if (mean === null) return score;
    return 1 / (1 + Math.exp(-(ownShare * logOdds(score) + (1 - ownShare) * logOdds(mean))));
  });
}
