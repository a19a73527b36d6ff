import { attr, childrenOf, type Document, type Element, parentOf, textOf, walkElements } from '../tree.ts';

export type Declared = {
  metas: Map<string, string>;
  title: string | null;
  htmlLang: string | null;
  base: string | null;
  canonical: string | null;
  /** The site's icon; the larger one for home screens is preferred. */
  icon: { href: string; large: boolean } | null;
  times: { value: string; published: boolean }[];
  dated: string[];
  authors: string[];
  /** Those of `authors` that the page names as users: who wrote it, or one of many. */
  accounts: Set<string>;
  /** Chinese names that link to a user's page, and names of accounts that link to their own. */
  users: string[];
  headings: Element[];
};

export function readDeclared(document: Document): Declared {
  const declared: Declared = {
    metas: new Map(),
    title: null,
    htmlLang: null,
    base: null,
    canonical: null,
    icon: null,
    times: [],
    dated: [],
    authors: [],
    accounts: new Set(),
    users: [],
    headings: [],
  };
  walkElements(document, (element) => {
    const tag = element.tagName;
    if (tag === 'html') declared.htmlLang = attr(element, 'lang') ?? attr(element, 'xml:lang');
    else if (tag === 'title') declared.title ??= squeeze(textOf(element)) || null;
    else if (tag === 'base') declared.base ??= attr(element, 'href');
    else if (tag === 'h1') declared.headings.push(element);
    else if (tag === 'a') readUser(element, declared);
    else if (tag === 'link') readLink(element, declared);
    else if (tag === 'meta') readMeta(element, declared);
    else if (tag === 'time') {
      const value = attr(element, 'datetime') ?? textOf(element);
      declared.times.push({
        value,
        published:
          attr(element, 'pubdate') !== null ||
          /datePublished|publish|entry-date/i.test(`${attr(element, 'itemprop')} ${attr(element, 'class')}`),
      });
    }
    if (element.attrs.length > 0) {
      readByline(element, declared);
      readDated(element, declared);
    }
    return undefined;
  });
  return declared;
}

function readLink(element: Element, declared: Declared): void {
  const rel = (attr(element, 'rel') ?? '').toLowerCase().split(/\s+/);
  const href = attr(element, 'href');
  if (rel.includes('canonical')) declared.canonical ??= href;
  const large = rel.some((name) => name.startsWith('apple-touch-icon'));
  const isIcon = (large || rel.includes('icon')) && href !== null && !/svg/i.test(`${attr(element, 'type') ?? ''} ${href}`);
  if (isIcon && (declared.icon === null || (large && !declared.icon.large))) declared.icon = { href, large };
}

export const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

function readMeta(element: Element, declared: Declared): void {
  const content = attr(element, 'content')?.trim();
  if (!content) return;
  for (const key of ['property', 'name', 'itemprop', 'http-equiv']) {
    for (const name of (attr(element, key) ?? '').toLowerCase().split(/\s+/)) {
      if (!name) continue;
      const known = declared.metas.get(name);
      if (known === undefined) declared.metas.set(name, personName(name, content));
      // Scholarly pages name each author in a meta element of its own.
      else if (isPersonMeta(name) && known.length < 150) declared.metas.set(name, `${known}, ${personName(name, content)}`);
    }
  }
}

const isPersonMeta = (name: string): boolean => name === 'citation_author' || name === 'dc.creator';

/** `Quill, Ada` → `Ada Quill`. */
function personName(name: string, content: string): string {
  const parts = /^([^,]{2,40}),\s*([^,]{1,40})$/.exec(content);
  return isPersonMeta(name) && parts ? `${parts[2]} ${parts[1]}` : content;
}

const userPath =
  /\/(?:u|users?|people|member|space|author)\/|\/profile[/?]|space-uid-|[?&](?:uid|un|uname|username|userid)=|\/\/space\.bilibili\.com\/\d|\/(?:dy\/media|mediaShare)\/|\/\/(?:blog\.csdn\.net|blog\.51cto\.com|www\.cnblogs\.com)\/[\w-]+\/?$/i;
/** A page of an account named as the link is: `/member/ahzhou`. */
const accountPath = /\/(?:u|users?|people|members?|authors?)\/@?([\w.-]{3,30})\/?(?:[?#]|$)/i;
const noAccount = /^(?:log-?in|log-?out|sign-?(?:in|up|out)|register|settings|profile|edit|account|index|list|home|all)$/i;

function readUser(element: Element, { users }: Declared): void {
  const href = (attr(element, 'href') ?? '').slice(0, 300);
  if (users.length >= 12 || !(userPath.test(href) || accountPath.test(href))) return;
  const name = squeeze(textOf(element).slice(0, 100));
  const isNamedSo = accountPath.exec(href)?.[1]?.toLowerCase() === name.toLowerCase() && !noAccount.test(name);
  const isChinese = name.length <= 14 && /\p{Script=Han}/u.test(name) && userPath.test(href);
  if ((isChinese || isNamedSo) && !isInComments(element)) users.push(name);
}

const otherPeople =
  /(?:^|[-_\s])(?:comments?|pinglun|repl(?:y|ies)|respond|review)(?:$|[-_\s]|list|item|box|area)|(?:^|[-_\s])(?:(?:user|login)-?(?:nav|menu|bar|status)|nav-?bar|top-?bar|signed-?in)(?:$|[-_\s])/i;

function isInComments(element: Element): boolean {
  let around = parentOf(element);
  for (let level = 0; around && level < 5; level++) {
    if (otherPeople.test(`${attr(around, 'class') ?? ''} ${attr(around, 'id') ?? ''}`.slice(0, 200))) return true;
    around = parentOf(around);
  }
  return false;
}

const accountNames =
  /(?:^|[-_\s])(?:username|user-?name|nick-?name|owner[-_]?(?:nick|name)|up-?name|(?:we-?)?media[-_]?name|blogger[-_]?name)(?:$|[-_\s])/i;
/** The name inside of a card, beside which an office or a number of posts may stand. */
const nameOnly = /(?:^|\s)(?:author-?|user-?|nick-?)?name(?:$|\s)/i;

function readByline(element: Element, declared: Declared): void {
  const itemprop = attr(element, 'itemprop') ?? '';
  if (itemprop !== '' && /^date(?:Published|Created)$/i.test(itemprop)) {
    declared.times.push({ value: attr(element, 'content') ?? attr(element, 'datetime') ?? textOf(element), published: true });
  }
  if (declared.authors.length >= 12 || element.tagName === 'meta') return;
  const names = `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''} ${attr(element, 'data-testid') ?? ''}`;
  const purpose = `${attr(element, 'rel') ?? ''} ${itemprop}`;
  if (names.length + purpose.length < 5) return;
  const isAuthor =
    /(?:^|\s)author(?:\s|$)/i.test(purpose) ||
    /(?:^|[-_\s])(?:by-?line|author(?:-?(?:info-?)?name)?|authi|autor|zuozhe|mp-?name|pen-?name|(?:post|news|article|content)-?author|entry-?author|js_name|rich_media_meta_text|bylineauthor|contributor|writer)(?:$|[-_\s])/i.test(
      names,
    );
  const isAccount = accountNames.test(names);
  if (
    !(isAuthor || isAccount) ||
    /(?:bio|avatar|img|image|box|about|link-?list|comment|social|date)/i.test(names) ||
    isInComments(element)
  )
    return;
  let name: string | null = null;
  walkElements({ childNodes: childrenOf(element) }, (child) => {
    const isName =
      child.tagName === 'cite' ||
      attr(child, 'itemprop') === 'name' ||
      attr(child, 'rel') === 'author' ||
      nameOnly.test(attr(child, 'class') ?? '');
    if (!isName) return undefined;
    name = attr(child, 'content') ?? textOf(child);
    return false;
  });
  const text = squeeze((name ?? textOf(element)).slice(0, 400));
  if (!text || text.length >= 120) return;
  declared.authors.push(text);
  if (!isAuthor) declared.accounts.add(text);
}

function readDated(element: Element, declared: Declared): void {
  const [child] = element.childNodes;
  if (declared.dated.length >= 8 || element.childNodes.length !== 1 || !child || !('value' in child)) return;
  if (!/(?:^|[-_\s])(?:date|time|published|posted|pubdate)(?:$|[-_\s])/i.test(attr(element, 'class') ?? '')) return;
  const text = child.value.trim();
  if (text.length >= 6 && text.length <= 40) declared.dated.push(text);
}

export function absoluteUrl(value: string | null | undefined, base: string): string | null {
  if (!value || value.length > 4000) return null;
  try {
    const url = new URL(value.trim(), base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}
