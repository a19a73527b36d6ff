/** Blocks are the longest runs of text without a block-level tag, so the blocks of any element are one range. */
import { wordCounts } from './characters.ts';
import { boilerplateFlags, flagOf, tagFlags } from './class-flags.ts';
import {
  attr,
  childrenOf,
  type Document,
  type Element,
  findElement,
  isElement,
  isText,
  type Node,
  textOf,
  walkElements,
} from './tree.ts';

export type Block = {
  index: number;
  text: string;
  /** A CJK character counts as 0.6 of a word. */
  words: number;
  linkWords: number;
  bold: number;
  /** Addresses as written on the page. */
  links: string[];
  owner: Element;
  flags: number;
  nearFlags: number;
  depth: number;
  hidden: boolean;
  cjk: number;
};

export type ElementInfo = {
  element: Element;
  parent: ElementInfo | null;
  first: number;
  last: number;
  signature: string;
  depth: number;
};

export type BlockTree = {
  blocks: Block[];
  /** The element's blocks are `first` to `last`, both inclusive. */
  infos: Map<Element, ElementInfo>;
  root: ElementInfo;
  textBlocks: Map<Node, number>;
  /** The block that contains the image, or the next one; `info` is the element around it. */
  images: Map<Element, { block: number; inRun: boolean; info: ElementInfo }>;
};

const inlineTags = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark math q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr br picture source mi mo mn mrow msup msub mfrac msqrt mtext semantics annotation'.split(
    ' ',
  ),
);
const skippedTags = new Set(
  'script style svg canvas iframe object embed select option textarea input head template audio video map area datalist progress meter frame frameset applet param track link meta title'.split(
    ' ',
  ),
);

const cjkPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const cjkCharacters = new RegExp(cjkPattern, 'gu');

/** Puts spaces around characters of scripts without spaces, so that each counts as a word. */
export function spaced(text: string): string {
  return cjkPattern.test(text) ? text.replace(cjkCharacters, ' $& ') : text;
}

export const wordsOf = (text: string): string[] => spaced(text).match(/[\p{L}\p{N}_]+/gu) ?? [];

export function countWords(text: string): { words: number; cjk: number } {
  const { latin, cjk } = wordCounts(text);
  return { words: latin + cjk * 0.6, cjk };
}

/** A whole class name, also with a framework's prefix (`uk-hidden`); `overflow-hidden` does not hide. */
const hiddenName =
  /^(?:(?:is|js|u|uk|ng|tw|slds|govuk|a11y|element|elementor|w-condition)[-_]{1,2})?(?:hide|hidden|(?<!elementor-)invisible|hide-?me|display-?none|no-?display|d-none|(?:visually|visual)-?hidden|sr-?only|screen-?reader(?:-?(?:text|only))?|screen-only|assistive-?text)$/i;
const isHiddenName = (name: string): boolean => hiddenName.test(name);

/** `hidden md:block` is hidden only on small screens. */
const shownAgain = /(?:^|\s)(?:(?:sm|md|lg|xl|2xl|xxl):(?!hidden)[a-z]|d-(?:sm|md|lg|xl|xxl)-(?!none)[a-z])/;

function isHiddenByName(names: string): boolean {
  return names.length > 3 && names.split(/\s+/, 30).some(isHiddenName) && !shownAgain.test(names);
}

type Visibility = 'shown' | 'collapsed' | 'hidden';

/** Hidden text that a reader can open (a tab, an accordion) is content. */
const openable =
  /accordion|collaps|expand|toggle|(?:^|[-_\s])(?:tab|tabs|panel|pane|faq|answer|details?|read-?more|more-?(?:text|content))(?:$|[-_\s\d])/i;
const neverOpened =
  /nav|menu|modal|dialog|pop-?up|overlay|tooltip|lightbox|cookie|drawer|search|cart|template|print|screen-?reader|sr-only/i;

function controlledIds(document: Document): Set<string> {
  const ids = new Set<string>();
  walkElements(document, (element) => {
    for (const { name, value } of element.attrs) {
      if (name === 'aria-controls') for (const id of value.split(/\s+/)) ids.add(id);
      else if ((name === 'href' || name === 'data-target' || name === 'data-bs-target') && value.startsWith('#'))
        ids.add(value.slice(1));
    }
    return undefined;
  });
  return ids;
}

/** Cookie banners are never content, however they are shown. */
const consentNames =
  /^(?:onetrust-(?:consent-sdk|banner-sdk|pc-sdk)|cybotcookiebotdialog|didomi-(?:host|popup|notice)|usercentrics-(?:root|cmp-ui)|qc-cmp2?-(?:container|ui)|cmplz-cookiebanner(?:-container)?|cky-(?:consent-container|modal|overlay)|iubenda-cs-banner|truste-consent-track|sp_message_container_?\d*|borlabs-?cookie(?:box)?|cookie-law-info-bar|cli-settings-popup|moove_gdpr_cookie_(?:info_bar|modal)|hs-eu-cookie-confirmation|osano-cm-(?:window|dialog)|tarteaucitron(?:root|alertbig)|axeptio_overlay|cookiefirst-root|termly-code-snippet-support|ccc-overlay|gdpr-cookie-(?:message|consent)|cmp(?:box|wrapper)\d*|fc-consent-root|snigel-cmp-framework|klaro|(?:js-)?(?:cookies?|consent|gdpr)[-_]?(?:notice|banner|consent|bar|popup|pop-?up|modal|dialog|overlay|wall|layer|message|alert|hint|hinweis)(?:[-_](?:container|wrapper|inner))?)$/i;

/** Caches results by class attribute, as the same classes occur all over a page. */
function namedOnce(test: (names: string) => boolean): (names: string) => boolean {
  const known = new Map<string, boolean>();
  return (names) => {
    let found = known.get(names);
    if (found === undefined) {
      found = test(names);
      if (known.size > 20_000) known.clear();
      known.set(names, found);
    }
    return found;
  };
}

const asksForConsent = namedOnce((names) => names.split(/\s+/, 6).some((name) => consentNames.test(name)));
const hidesByName = namedOnce(isHiddenByName);

const consentWords = /cookie|\bconsent\b|\bGDPR\b|einwilligung|datenschutz|consentement|consentimiento|zgod[ay]\b/i;
const readForConsent = 4000;

/** A dialog that speaks of cookies, under whatever name. */
function isConsentDialog(element: Element): boolean {
  const role = attr(element, 'role');
  if (!(role === 'dialog' || role === 'alertdialog' || element.tagName === 'dialog')) return false;
  // An article may be shown in a dialog.
  if (findElement(element, ({ tagName }) => tagName === 'article' || tagName === 'h1') !== null) return false;
  return consentWords.test(textOf(element).slice(0, readForConsent));
}

function visibilityOf(element: Element, cutter: Cutter): Visibility {
  if (element.attrs.length === 0) return 'shown';
  const classes = attr(element, 'class') ?? '';
  const ownId = attr(element, 'id');
  if ((classes !== '' && asksForConsent(classes)) || (ownId !== null && consentNames.test(ownId)) || isConsentDialog(element))
    return 'hidden';
  if (cutter.withHidden) return 'shown';
  const byName = classes !== '' && hidesByName(classes);
  if (!isHidden(element) && !byName) return 'shown';
  // A page that fades in hides nearly all of its text at first.
  if (byName) {
    cutter.textLength ??= shownLength(cutter.root.element);
    if (shownLength(element) > cutter.textLength * 0.4) return 'shown';
  }
  const id = attr(element, 'id') ?? '';
  const names = `${attr(element, 'class') ?? ''} ${id}`;
  if (neverOpened.test(names)) return 'hidden';
  const role = attr(element, 'role') ?? '';
  if (role === 'tabpanel' || role === 'region' || openable.test(names) || (id !== '' && cutter.controlled.has(id)))
    return 'collapsed';
  return 'hidden';
}

function isHidden(element: Element): boolean {
  let hidden = false;
  for (const { name, value } of element.attrs) {
    if (name === 'hidden' && value !== 'until-found') hidden = true;
    else if (name === 'aria-hidden' && value === 'true') hidden = true;
    else if (name === 'style' && /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(value)) hidden = true;
    // WeChat hides its article until a script shows it.
    else if (name === 'id' && value === 'js_content') return false;
  }
  return hidden;
}

export function isSkipped(element: Element): boolean {
  if (element.tagName === 'template') return attr(element, 'shadowrootmode') === null;
  return skippedTags.has(element.tagName);
}

export function isInline(element: Element): boolean {
  return inlineTags.has(element.tagName);
}

/** Some pages that scripts render carry their whole text in `noscript`. */
function livesInNoscript(document: Document): boolean {
  const lengthOf = (wanted: boolean): number => {
    let length = 0;
    const count = (node: Node, within: boolean): void => {
      if (isText(node)) {
        // Escaped markup in a text is not counted.
        if (within === wanted && !node.value.trimStart().startsWith('<')) length += node.value.trim().length;
      } else if (isElement(node) && !isSkipped(node)) {
        for (const child of node.childNodes) count(child, within || node.tagName === 'noscript');
      }
    };
    for (const node of document.childNodes) count(node, false);
    return length;
  };
  const inside = lengthOf(true);
  return inside >= 300 && inside > lengthOf(false) * 0.8;
}

function shownLength(element: Element): number {
  let length = 0;
  for (const child of childrenOf(element)) {
    if (isText(child)) length += child.value.length;
    else if (isElement(child) && !isSkipped(child)) length += shownLength(child);
  }
  return length;
}

type Run = {
  text: string;
  link: string;
  bold: number;
  links: string[];
  owner: Element;
  flags: number;
  nearFlags: number;
  depth: number;
  hidden: boolean;
  info: ElementInfo;
  nodes: Node[];
  images: Element[];
};

/** Where almost nothing is shown before scripts run, hidden text counts as content. */
export function cutBlocks(document: Document): BlockTree {
  const shown = cut(document, false);
  const words = shown.blocks.reduce((sum, block) => sum + block.words, 0);
  if (words > 120) return shown;
  const all = cut(document, true);
  const allWords = all.blocks.reduce((sum, block) => sum + block.words, 0);
  return allWords > words * 4 && allWords > 80 ? all : shown;
}

type Cutter = BlockTree & {
  withHidden: boolean;
  controlled: ReturnType<typeof controlledIds>;
  scriptless: boolean;
  /** Text length of the whole page, counted when the first element is hidden by its class name. */
  textLength: number | null;
  run: Run | null;
};

type Context = { info: ElementInfo; flags: number; recent: number[]; link: string | null; bold: boolean; hidden: boolean };

function cut(document: Document, withHidden: boolean): BlockTree {
  const top = document.childNodes.find((node) => isElement(node) && node.tagName === 'html');
  const html = top && isElement(top) ? top : null;
  const body = html?.childNodes.find((node): node is Element => isElement(node) && node.tagName === 'body') ?? null;
  const element = body ?? html;
  if (!element) throw new Error('parse5 always makes html and body');
  const root: ElementInfo = { element, parent: null, first: -1, last: -1, signature: 'body', depth: 0 };
  const cutter: Cutter = {
    blocks: [],
    infos: new Map([[element, root]]),
    root,
    textBlocks: new Map(),
    images: new Map(),
    withHidden,
    controlled: controlledIds(document),
    scriptless: livesInNoscript(document),
    textLength: null,
    run: null,
  };
  const flags = flagOf(element) & ~boilerplateFlags & ~tagFlags;
  for (const child of childrenOf(element))
    visit(cutter, child, { info: root, flags, recent: [], link: null, bold: false, hidden: false });
  endRun(cutter);
  const { blocks, infos, textBlocks, images } = cutter;
  return { blocks, infos, root, textBlocks, images };
}

function visit(cutter: Cutter, node: Node, context: Context): void {
  if (isText(node)) addText(cutter, node, context);
  else if (isElement(node)) visitElement(cutter, node, context);
}

function addText(cutter: Cutter, node: Node & { value: string }, { info, flags, recent, link, bold, hidden }: Context): void {
  if (!cutter.run) {
    if (!/\S/.test(node.value)) return;
    let nearFlags = 0;
    for (const near of recent) nearFlags |= near;
    const { element: owner, depth } = info;
    cutter.run = { text: '', link: '', bold: 0, links: [], owner, flags, nearFlags, depth, hidden, info, nodes: [], images: [] };
  }
  cutter.run.nodes.push(node);
  const pre = info.element.tagName === 'pre' || info.parent?.element.tagName === 'pre';
  const value = pre ? node.value : node.value.replace(/\s+/g, ' ');
  cutter.run.text += value;
  if (bold) cutter.run.bold += value.length;
  if (link === null) return;
  cutter.run.link += ` ${value}`;
  if (cutter.run.links.at(-1) !== link) cutter.run.links.push(link);
}

function visitElement(cutter: Cutter, node: Element, context: Context): void {
  if (node.tagName === 'img') {
    cutter.images.set(node, { block: cutter.blocks.length, inRun: false, info: context.info });
    cutter.run?.images.push(node);
    return;
  }
  if (isSkipped(node) || (node.tagName === 'noscript' && !cutter.scriptless)) return;
  if (node.tagName === 'br') {
    if (cutter.run) cutter.run.text += '\n';
    return;
  }
  const visibility = visibilityOf(node, cutter);
  if (visibility === 'hidden') return;
  const own = flagOf(node);
  const hidden = context.hidden || visibility === 'collapsed';
  const link = (node.tagName === 'a' ? attr(node, 'href') : null) ?? context.link;
  const bold = context.bold || node.tagName === 'b' || node.tagName === 'strong';
  const flags = context.flags | own;
  if (isInline(node)) {
    if (hidden !== context.hidden) endRun(cutter);
    const inside = { ...context, flags, link, bold, hidden };
    for (const child of childrenOf(node)) visit(cutter, child, inside);
    if (hidden !== context.hidden) endRun(cutter);
    return;
  }
  endRun(cutter);
  const info: ElementInfo = {
    element: node,
    parent: context.info,
    first: -1,
    last: -1,
    signature: `${node.tagName}.${(attr(node, 'class') ?? '').trim().split(/\s+/)[0] ?? ''}`,
    depth: context.info.depth + 1,
  };
  cutter.infos.set(node, info);
  const recent = [own, ...context.recent.slice(0, 2)];
  const inside = { info, flags, recent, link, bold, hidden };
  for (const child of childrenOf(node)) visit(cutter, child, inside);
  endRun(cutter);
}

function endRun(cutter: Cutter): void {
  const { run, blocks } = cutter;
  cutter.run = null;
  if (!run) return;
  const text = run.text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (!text) return;
  const { words, cjk } = countWords(text);
  if (words === 0 && !/[\p{L}\p{N}$€£¥]/u.test(text)) return;
  const linkWords = run.link ? countWords(run.link).words : 0;
  const index = blocks.length;
  for (const node of run.nodes) cutter.textBlocks.set(node, index);
  for (const image of run.images) cutter.images.set(image, { block: index, inRun: true, info: run.info });
  const { bold, links, owner, flags, nearFlags, depth, hidden } = run;
  blocks.push({ index, text, words, linkWords, bold, links, owner, flags, nearFlags, depth, hidden, cjk });
  for (let info: ElementInfo | null = run.info; info; info = info.parent) {
    if (info.first < 0) info.first = index;
    info.last = index;
  }
}
