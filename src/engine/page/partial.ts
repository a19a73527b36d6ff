/** What the page holds for subscribers is not read. */
import type { BlockTree } from './blocks.ts';
import { outermost, selects } from './layouts/selector.ts';
import { isObject, type JsonObject, list } from './metadata/json-ld.ts';
import { attr, childrenOf, type Document, type Node, walkElements } from './tree.ts';

export type Lock = {
  locked: boolean;
  selectors: string[];
};

const isFalse = (value: unknown): boolean =>
  value === false || (typeof value === 'string' && /^(?:https?:\/\/schema\.org\/)?false$/i.test(value));

/** `isAccessibleForFree` of schema.org. */
export function readLock(objects: readonly JsonObject[]): Lock {
  const lock: Lock = { locked: false, selectors: [] };
  for (const object of objects) {
    if (!isFalse(object.isAccessibleForFree)) continue;
    lock.locked = true;
    for (const part of [object, ...list(object.hasPart).filter(isObject)]) {
      if (!isFalse(part.isAccessibleForFree)) continue;
      for (const selector of list(part.cssSelector))
        if (typeof selector === 'string' && /^\s*[.#][\w-]{1,80}\s*$/.test(selector)) lock.selectors.push(selector.trim());
    }
  }
  return lock;
}

/** Says whether any block was removed. */
export function dropLocked(lock: Lock, tree: BlockTree, kept: boolean[], document: Document): boolean {
  if (lock.selectors.length === 0) return false;
  let dropped = false;
  const drop = (node: Node): void => {
    const index = tree.textBlocks.get(node);
    if (index !== undefined && kept[index]) {
      kept[index] = false;
      dropped = true;
    }
    for (const child of childrenOf(node)) drop(child);
  };
  for (const element of outermost(document, selects(lock.selectors.join(', ')))) drop(element);
  return dropped;
}

const wallNames =
  /(?:^|[-_\s])(?:pay-?wall|reg-?wall|subscribe-?wall|subscription-?wall|meter-?wall|paid-?wall|premium-?wall)(?:$|[-_\s])/i;

const cut = new RegExp(
  [
    String.raw`\b(?:subscribe|sign[- ]?(?:in|up)|log ?in|register|become a (?:paid )?(?:member|subscriber)|upgrade)\b[^.]{0,60}\bto (?:continue|keep (?:on )?reading|finish|unlock|read (?:the |this )?(?:full|rest|whole|entire|more|story|article|post))`,
    String.raw`\bcontinue reading\b[^.]{0,60}\b(?:subscri|member|account|trial|sign)`,
    String.raw`\b(?:this|the (?:full|rest of (?:the|this)))\s+(?:article|story|post|content|report)\b[^.]{0,30}\b(?:is|are)\s+(?:only\s+)?(?:available|reserved|exclusive(?:ly)?|for)\b[^.]{0,30}\b(?:subscribers?|(?:paid |paying )?members?|premium)`,
    String.raw`\bthis (?:post|article|story) is for (?:paid |paying )?(?:subscribers?|members?)`,
    String.raw`\byou(?:'|’)?ve (?:reached|used) (?:your|all)[^.]{0,30}\b(?:free )?articles?\b`,
    '(?:剩余|余下|以下|后续|更多)(?:精彩)?(?:内容|部分|全文)?.{0,10}(?:付费|订阅|会员|购买|登录)',
    '(?:付费|订阅|开通会员|成为会员|购买|登录)(?:后|即)?[^。]{0,6}(?:阅读|查看|解锁|观看)(?:全文|剩余|完整|更多|余下)',
    String.raw`试读(?:部分)?(?:已)?结束|(?:本文|此内容|该内容)(?:为|是|仅限)(?:付费|会员|订阅)|(?:阅读|查看)全文[^。]{0,8}(?:付费|订阅|会员|登录)|还有\s*\d+%?\s*(?:的)?内容.{0,8}(?:付费|订阅|会员)`,
  ].join('|'),
  'i',
);

export function hasCutMarker(tree: BlockTree, kept: readonly boolean[]): boolean {
  const end = kept.lastIndexOf(true);
  const first = kept.indexOf(true);
  const near = tree.blocks.slice(Math.max(first, end - 2), end + 12);
  return near.some((block) => block.words <= 45 && cut.test(block.text));
}

export function hasWall(document: Document, tree: BlockTree): boolean {
  let found = false;
  walkElements(document, (element) => {
    if (!wallNames.test(`${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''}`)) return undefined;
    const info = tree.infos.get(element);
    if (!info || info.first < 0 || info.last - info.first > 25) return undefined;
    const text = tree.blocks
      .slice(info.first, info.last + 1)
      .map((block) => block.text)
      .join(' ');
    if (/subscri|member|sign ?(?:in|up)|log ?in|订阅|会员|付费|登录/i.test(text)) found = true;
    return found ? false : undefined;
  });
  return found;
}
