import type { BlockTree } from './blocks.ts';
import { lettersAndDigits } from './metadata/title.ts';

/** The title is shown on its own, so a heading with it would be there twice. */
export function dropTitle(tree: BlockTree, kept: boolean[], title: string): void {
  const wanted = lettersAndDigits(title);
  for (const { index, owner, text } of tree.blocks) {
    if (!kept[index] || !/^h[12]$/.test(owner.tagName)) continue;
    const own = lettersAndDigits(text);
    const [short, long] = own.length < wanted.length ? [own, wanted] : [wanted, own];
    if (short.length > 5 && long.startsWith(short) && short.length > long.length * 0.6) kept[index] = false;
  }
}
