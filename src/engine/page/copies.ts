/** Drops copies of a text that a page holds twice, for another screen width or to be opened. */
import type { Block, BlockTree } from './blocks.ts';
import type { Slots } from './slots.ts';

/** A shorter text may be repeated on purpose, unless the copy is close by. */
const leastWords = 10;
const leastWordsNearby = 3;
const nearby = 12;
/** Only the first places of a text are compared, as a text in more places is no copy of a part. */
const mostPlaces = 10;
/** A longer copy is found piece by piece. */
const longestPiece = 200;

/** How many blocks from `first` on are the same as from `again` on, and their words. */
function copyFrom(
  blocks: readonly Block[],
  kept: readonly boolean[],
  first: number,
  again: number,
): { length: number; words: number } {
  let length = 0;
  let words = 0;
  for (; first + length < again && length < longestPiece; length++) {
    const block = blocks[first + length];
    if (!block || !kept[again + length] || blocks[again + length]?.text !== block.text) break;
    words += block.words;
  }
  return { length, words };
}

/**
 * Drops the later copy of each run of kept blocks. A text that repeats in the same place of a pattern (in every card of a
 * list, a refrain) stays, and so do code and table cells.
 */
export function dropCopies({ blocks }: BlockTree, slots: Slots, kept: boolean[]): void {
  const patterns = slots.at(-1) ?? [];
  const places = new Map<string, number[]>();
  for (const { index, text } of blocks) {
    if (!kept[index]) continue;
    const found = places.get(text);
    if (found) found.push(index);
    else places.set(text, [index]);
  }
  for (const { index, text, owner } of blocks) {
    const before = places.get(text) ?? [];
    if (!kept[index] || before.length < 2 || /^(?:pre|td|th)$/.test(owner.tagName)) continue;
    let longest = { length: 0, words: 0, at: index };
    for (const at of before.slice(0, mostPlaces)) {
      if (at >= index) break;
      const copy = kept[at] ? copyFrom(blocks, kept, at, index) : { length: 0, words: 0 };
      if (copy.words > longest.words) longest = { ...copy, at };
    }
    const least = index - longest.at <= nearby ? leastWordsNearby : leastWords;
    if (longest.words < least || patterns[longest.at] === patterns[index]) continue;
    kept.fill(false, index, index + longest.length);
  }
}
