/**
 * What a page itself says is no text: commands, embed codes, and elements named for what stands around a text. Models meet too few pages of each
 * shop and list to learn it.
 */
import type { Block, BlockTree, ElementInfo } from './blocks.ts';
import { parentOf } from './captions.ts';
import { attr, type Element } from './tree.ts';

const named = new RegExp(
  `(?:^|[-_\\s])(?:${[
    'related|recommend(?:ed|ations?)?|cross-?sells?|up-?sells?|also-?(?:bought|viewed|like)|recently-?viewed|similar|alternative|variations?',
    'newsletter|subscribe|popup|overlay|banner|cta|call-?to-?action|disclaimer|size-?(?:guide|chart)|currency',
    'breadcrumbs?|menu|filters?|badge|share|sharing|social-?links|signature|credits?|sr-?only|player',
    'xiangguan|tuijian|fenxiang|guanggao',
  ].join('|')})(?:$|[-_\\s])`,
  'i',
);
/** What stands beside each post of a forum. */
const pane =
  /(?:^|[-_\s])(?:post-?profile|author-?pane|user-?(?:info|details|extras|profile)|message-?user|poster|member-?info)(?:$|[-_\s])/i;
const embedCode = /<(?:iframe|script)\b[^<>]{0,400}\bsrc=/i;

/** An element that holds more of the text is named for something else. */
const mostNamed = 0.3;
const mostPanes = 0.4;
const fewestPanes = 3;
const longestInPane = 15;
const longestCommand = 30;

const namesOf = (element: Element): string => `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''}`.slice(0, 300);

/** `Save this event: …`; what opens a part of the text is its heading. */
function isCommand({ owner, words }: Block): boolean {
  if (words > longestCommand) return false;
  let button: Element | null = null;
  let element: Element | null = owner;
  for (let level = 0; element && level < 8; level++) {
    if (/^(?:h[1-6]|summary|dt)$/.test(element.tagName)) return false;
    if (level < 5 && element.tagName === 'button') button ??= element;
    element = parentOf(element);
  }
  return button !== null && attr(button, 'aria-controls') === null && attr(button, 'aria-expanded') === null;
}

const isEmbedCode = ({ text, owner }: Block): boolean =>
  !/^(?:pre|code|td)$/.test(owner.tagName) && embedCode.test(text.slice(0, 2000));

/** Leaves out what is kept and only furnishes the page. */
export function dropFurniture({ blocks, infos }: BlockTree, kept: boolean[]): void {
  const sums = [0];
  for (const { index, words } of blocks) sums.push((sums[index] ?? 0) + (kept[index] ? words : 0));
  const total = sums[blocks.length] ?? 0;
  const keptIn = ({ first, last }: ElementInfo): number => (sums[last + 1] ?? 0) - (sums[first] ?? 0);
  const panes = new Map<string, ElementInfo[]>();
  const unwanted: ElementInfo[] = [];
  for (const [element, info] of infos) {
    if (info.first < 0 || /^(?:html|body|main|article)$/.test(element.tagName)) continue;
    const words = keptIn(info);
    if (words === 0) continue;
    const names = namesOf(element);
    if (element.tagName === 'aside' || pane.test(names)) {
      const own = panes.get(info.signature);
      if (own) own.push(info);
      else panes.set(info.signature, [info]);
    }
    if (words <= total * mostNamed && named.test(names)) unwanted.push(info);
  }
  for (const { first, last } of unwanted) kept.fill(false, first, last + 1);
  for (const own of panes.values()) {
    if (own.length < fewestPanes || own.reduce((sum, info) => sum + keptIn(info), 0) > total * mostPanes) continue;
    for (const { index, words, owner } of own.flatMap(({ first, last }) => blocks.slice(first, last + 1)))
      if (words <= longestInPane && !/^h[1-6]$/.test(owner.tagName)) kept[index] = false;
  }
  for (const block of blocks) if (kept[block.index] && (isCommand(block) || isEmbedCode(block))) kept[block.index] = false;
}
