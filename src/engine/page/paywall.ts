/** Tells whether a page is for subscribers only, and whether the publisher nevertheless served the whole text. */
import { type Block, type BlockTree, countWords } from './blocks.ts';
import { outermost, selects } from './layouts/selector.ts';
import { asList, isObject, type JsonObject } from './metadata/json-ld.ts';
import { attr, type Document, walkElements } from './tree.ts';

export type Lock = {
  forSubscribers: boolean;
  selectors: string[];
  declaredWords: number;
};

const isFalse = (value: unknown): boolean =>
  value === false || (typeof value === 'string' && /^(?:https?:\/\/schema\.org\/)?false$/i.test(value));

/** Reads `isAccessibleForFree` of schema.org. */
export function readLock(objects: readonly JsonObject[]): Lock {
  const lock: Lock = { forSubscribers: false, selectors: [], declaredWords: 0 };
  for (const object of objects) {
    if (!isFalse(object.isAccessibleForFree)) continue;
    lock.forSubscribers = true;
    lock.declaredWords = Math.max(lock.declaredWords, Number(object.wordCount) || 0);
    for (const part of [object, ...asList(object.hasPart).filter(isObject)]) {
      if (!isFalse(part.isAccessibleForFree)) continue;
      for (const selector of asList(part.cssSelector))
        if (typeof selector === 'string' && /^\s*[.#][\w-]{1,80}\s*$/.test(selector)) lock.selectors.push(selector.trim());
    }
  }
  return lock;
}

/** Some publishers serve the text hidden until a script recognises a subscriber. */
export function showLockedParts({ selectors }: Lock, document: Document): void {
  if (selectors.length === 0) return;
  for (const element of outermost(document, selects(selectors.join(', '))))
    element.attrs = element.attrs.filter(({ name }) => !['hidden', 'aria-hidden', 'style'].includes(name));
}

/** Fewer words are an invitation to subscribe. */
const servedWords = 60;

function servesLockedPart({ selectors }: Lock, tree: BlockTree, kept: readonly boolean[], document: Document): boolean {
  return outermost(document, selects(selectors.join(', '))).some((element) => {
    const info = tree.infos.get(element);
    if (!info || info.first < 0) return false;
    let words = 0;
    for (const block of tree.blocks.slice(info.first, info.last + 1)) if (kept[block.index]) words += block.words;
    return words >= servedWords;
  });
}

/** Whether a part of the text was not served. `kept` is null if the text was not taken from the blocks. */
export function isCut(
  lock: Lock,
  page: { tree: BlockTree; kept: readonly boolean[] | null; text: string; document: Document },
): boolean {
  const { tree, kept, text, document } = page;
  const { words } = countWords(text);
  if (words < lock.declaredWords * 0.5) return true;
  if (kept === null || (lock.declaredWords >= servedWords && words >= lock.declaredWords * 0.9)) return false;
  if (lock.selectors.length > 0) return !servesLockedPart(lock, tree, kept, document);
  return hasCutMarker(tree, kept) || hasWall(document, tree);
}

const wallNames =
  /(?:^|[-_\s])(?:pay-?wall|reg-?wall|subscribe-?wall|subscription-?wall|meter-?wall|paid-?wall|premium-?wall)(?:$|[-_\s])/i;

const cut = new RegExp(
  [
    String.raw`\b(?:subscribe|sign[- ]?(?:in|up)|log ?in|register|become a (?:paid )?(?:member|subscriber)|upgrade)\b[^.]{0,60}\bto (?:continue|keep (?:on )?reading|finish|unlock|access (?:this|the (?:full|rest))|read (?:the |this )?(?:full|rest|whole|entire|more|story|article|post))`,
    String.raw`\b(?:join|create (?:an? )?(?:free )?account)\b(?:[^.]|\.(?=\w)){0,50}\bto (?:access|read|continue|unlock|view)\b[^.]{0,20}\b(?:this|the (?:full|rest|whole))\b`,
    String.raw`\b(?:weiterlesen|ganzen artikel|artikel lesen)\b[^.]{0,30}\bmit\b[^.]{0,30}\b(?:abo|abonnement|plus|konto)\b|\bmit\b[^.]{0,30}\b(?:abo|abonnement)\b[^.]{0,40}\b(?:weiterlesen|ganzen artikel)|\b(?:anmelden|registrieren|abonnieren)\b[^.]{0,20}\bum\b[^.]{0,30}\b(?:weiterzulesen|den ganzen)|(?:nur|exklusiv) für (?:abonnent|mitglieder)`,
    String.raw`réservée?s? (?:à nos|aux) (?:abonnés|membres)|il vous reste [\d.,]+ ?% de cet article|abonnez-vous pour (?:lire|continuer|accéder)`,
    '(?:solo|exclusivo) para (?:suscriptores|socios)|suscríbete para (?:leer|seguir|continuar)|riservat[oa] agli abbonati|abbonati per (?:leggere|continuare)',
    '会員限定|有料会員|続きを(?:読むには|お読みいただ)',
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

const saysCut = ({ words, text }: Block): boolean => words <= 45 && cut.test(text);

function hasCutMarker(tree: BlockTree, kept: readonly boolean[]): boolean {
  const end = kept.lastIndexOf(true);
  const first = kept.indexOf(true);
  return tree.blocks.slice(Math.max(first, end - 2), end + 12).some(saysCut);
}

/** The last lines may ask to subscribe, which the note says in its own words. */
export function dropCutMarkers(tree: BlockTree, kept: boolean[]): void {
  for (let times = 0; times < 2; times++) {
    const last = tree.blocks[kept.lastIndexOf(true)];
    if (!last || !saysCut(last) || !kept.slice(0, last.index).includes(true)) return;
    kept[last.index] = false;
  }
}

function hasWall(document: Document, tree: BlockTree): boolean {
  let found = false;
  walkElements(document, (element) => {
    if (element.attrs.length === 0) return undefined;
    const names = `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''}`;
    if (names.length < 8 || !wallNames.test(names)) return undefined;
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
