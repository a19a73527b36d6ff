/** Title, author, date and the rest, from what a page declares and, where it declares nothing, from its text. */
import type { BlockTree } from './blocks.ts';
import { cleanName, findByline } from './byline.ts';
import { dateOfUrl, findDate, parseDate } from './dates.ts';
import { isObject, type JsonObject, list, typesOf } from './json-ld.ts';
import { attr, childrenOf, type Document, type Element, textOf, walkElements } from './tree.ts';
import { flagBits } from './words.ts';

export type Metadata = {
  title: string | null;
  author: string | null;
  date: string | null;
  siteName: string | null;
  coverUrl: string | null;
  language: string | null;
  description: string | null;
  canonicalUrl: string | null;
};

/** Everything declared in the head and in attributes, gathered in one walk. */
export type Declared = {
  metas: Map<string, string>;
  title: string | null;
  htmlLang: string | null;
  base: string | null;
  canonical: string | null;
  times: { value: string; published: boolean }[];
  authors: string[];
  headings: Element[];
};

export function readDeclared(document: Document): Declared {
  const declared: Declared = {
    metas: new Map(),
    title: null,
    htmlLang: null,
    base: null,
    canonical: null,
    times: [],
    authors: [],
    headings: [],
  };
  walkElements(document, (element) => {
    const tag = element.tagName;
    if (tag === 'html') declared.htmlLang = attr(element, 'lang') ?? attr(element, 'xml:lang');
    else if (tag === 'title') declared.title ??= squeeze(textOf(element)) || null;
    else if (tag === 'base') declared.base ??= attr(element, 'href');
    else if (tag === 'h1') declared.headings.push(element);
    else if (tag === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attr(element, 'rel') ?? ''))
      declared.canonical ??= attr(element, 'href');
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
    readByline(element, declared);
    return undefined;
  });
  return declared;
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

function readMeta(element: Element, declared: Declared): void {
  const content = attr(element, 'content')?.trim();
  if (!content) return;
  for (const key of ['property', 'name', 'itemprop', 'http-equiv']) {
    for (const name of (attr(element, key) ?? '').toLowerCase().split(/\s+/))
      if (name && !declared.metas.has(name)) declared.metas.set(name, content);
  }
}

function readByline(element: Element, declared: Declared): void {
  const itemprop = attr(element, 'itemprop') ?? '';
  if (/^datePublished$/i.test(itemprop)) {
    declared.times.push({ value: attr(element, 'content') ?? attr(element, 'datetime') ?? textOf(element), published: true });
  }
  if (declared.authors.length >= 12 || element.tagName === 'meta') return;
  const names = `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''}`;
  const isAuthor =
    /(?:^|\s)author(?:\s|$)/i.test(`${attr(element, 'rel') ?? ''} ${itemprop}`) ||
    /(?:^|[-_\s])(?:by-?line|author(?:-?name)?|post-?author|entry-?author|username|user-?name|bylineauthor|contributor|writer)(?:$|[-_\s])/i.test(
      names,
    );
  if (!isAuthor || /(?:bio|avatar|img|image|box|about|link-?list|comment|social|date)/i.test(names)) return;
  let name: Element | null = null;
  walkElements({ childNodes: childrenOf(element) }, (child) => {
    if (attr(child, 'itemprop') !== 'name' && attr(child, 'rel') !== 'author') return undefined;
    name = child;
    return false;
  });
  const text = squeeze(textOf(name ?? element).slice(0, 400));
  if (text && text.length < 120) declared.authors.push(text);
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

const articleTypes =
  /^(?:.*Article|BlogPosting|Report|DiscussionForumPosting|SocialMediaPosting|QAPage|Question|VideoObject|Recipe|WebPage|ItemPage|Product|Review|HowTo|PodcastEpisode|Course|Event)$/;

function ofTypes(objects: readonly JsonObject[], pattern: RegExp): JsonObject[] {
  return objects.filter((object) => typesOf(object).some((type) => pattern.test(type)));
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? squeeze(decodeEntities(value)) : null;

/** Declared values are now and then escaped twice. */
function decodeEntities(value: string): string {
  return value
    .replace(/&(?:#39|#x27|apos|rsquo);/gi, '’')
    .replace(/&(?:quot|#34);/gi, '"')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&(?:amp|#38|#038);/gi, '&')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>');
}

function nameOf(value: unknown): string | null {
  const names = list(value)
    .map((item) => (isObject(item) ? text(item.name) : text(item)))
    .filter((name): name is string => name !== null);
  const clean = names.map(cleanName).filter((name): name is string => name !== null);
  return clean.length > 0 ? [...new Set(clean)].slice(0, 6).join(', ') : null;
}

const normal = (value: string): string => value.toLowerCase().replace(/[\p{P}\p{S}\s]+/gu, '');

/** The page's title without the name of the site. */
function cutSiteName(title: string, siteName: string | null, headings: readonly string[]): string {
  const separators = [
    ...title.matchAll(/\s+[-–—|»·•:_]\s+|\s*[|｜»_＿]\s*|(?<=[\u4e00-\u9fff])\s*[-–—]+\s*(?=[\u4e00-\u9fff])|\s[—–-]{1,2}\s/g),
  ];
  if (separators.length === 0) return title;
  for (const heading of headings) {
    if (heading.length >= 6 && normal(title).startsWith(normal(heading)) && normal(heading).length > normal(title).length * 0.25)
      return heading;
  }
  const site = siteName ? normal(siteName) : '';
  for (const match of separators) {
    const head = title.slice(0, match.index).trim();
    const rest = title.slice(match.index + match[0].length).trim();
    if (site && (normal(rest).startsWith(site) || normal(rest).endsWith(site)) && head.length >= 4) return head;
    if (site && normal(head) === site && rest.length >= 4) return rest;
  }
  const last = separators.at(-1);
  const first = separators[0];
  if (!last || !first) return title;
  const chinese = /[\u4e00-\u9fff]/.test(title);
  // Chinese sites put channel after channel behind the title: the first part is the title.
  const head = title.slice(0, chinese ? first.index : last.index).trim();
  const tail = title.slice((chinese ? first.index : last.index) + last[0].length).trim();
  if (chinese) return head.length >= 4 ? head : title;
  return head.split(/\s+/).length >= 3 && tail.split(/\s+/).length <= 5 ? head : title;
}

function titleOf(declared: Declared, objects: readonly JsonObject[], siteName: string | null): string | null {
  const headings = declared.headings
    .map((heading) => squeeze(textOf(heading)))
    .filter((heading) => heading.length > 1 && heading.length < 300);
  const articles = ofTypes(objects, /Article$|BlogPosting|DiscussionForumPosting|NewsArticle/);
  const headline = articles.map((object) => text(object.headline)).find((value) => value !== null) ?? null;
  const og = declared.metas.get('og:title') ?? declared.metas.get('twitter:title') ?? declared.metas.get('dc.title') ?? null;
  const candidates = [headline, og, declared.title]
    .filter((value): value is string => value !== null)
    .map((value) => squeeze(decodeEntities(value)));
  const single =
    headings.length === 1
      ? headings[0]
      : headings.find((heading) => candidates.some((candidate) => normal(candidate).includes(normal(heading))));
  if (single) {
    // The visible heading, where the declared titles confirm it.
    const confirmed = candidates.some((candidate) => normal(candidate).includes(normal(single)) && normal(single).length >= 6);
    if (confirmed) return single;
  }
  for (const candidate of candidates) {
    const cut = cutSiteName(candidate, siteName, headings);
    if (cut.length >= 2) return cut;
  }
  return headings[0] ?? null;
}

/** Text of the blocks around the title (or the start of the page), where datelines stand. */
function leadText(tree: BlockTree, title: string | null, kept: readonly boolean[]): string {
  const wanted = title ? normal(title) : '';
  const firstKept = Math.max(0, kept.indexOf(true));
  let start = -1;
  if (wanted.length >= 4) {
    for (const block of tree.blocks) {
      if (block.index > firstKept + 40) break;
      const own = normal(block.text.slice(0, 400));
      if (own.length > wanted.length * 3 || own.length < 4) continue;
      if (own.includes(wanted) || (wanted.includes(own) && own.length > wanted.length * 0.5)) {
        start = block.index;
        if (/^h[1-3]$/.test(block.owner.tagName)) break;
      }
    }
  }
  if (start < 0) start = Math.max(0, firstKept - 6);
  const lines = tree.blocks
    .slice(Math.max(0, start - 1), start + 12)
    .filter((block) => block.words < 60 || block.index === start || block.index === firstKept);
  return lines.map((block) => block.text.slice(0, block.words < 60 ? 400 : 120)).join('\n');
}

function dateFrom(
  declared: Declared,
  objects: readonly JsonObject[],
  lead: string,
  tail: string,
  url: string,
  isForum: boolean,
): string | null {
  const declaredKeys = [
    'article:published_time',
    'og:article:published_time',
    'datepublished',
    'date',
    'pubdate',
    'publishdate',
    'publish_date',
    'publish-date',
    'dc.date',
    'dc.date.issued',
    'dcterms.created',
    'dcterms.date',
    'dcterms.issued',
    'article.published',
    'published-date',
    'published_time',
    'sailthru.date',
    'parsely-pub-date',
    'citation_publication_date',
    'citation_date',
    'og:published_time',
    'og:pubdate',
    'weibo:article:create_at',
    'article:create_at',
    'cxenseparse:recs:publishtime',
    'rnews:datepublished',
    'created',
    'originalpublicationdate',
    'og:release_date',
  ];
  const sources = (): string | null => {
    for (const object of ofTypes(objects, articleTypes)) {
      const value = text(object.datePublished) ?? text(object.dateCreated) ?? text(object.uploadDate);
      const date = value ? parseDate(value) : null;
      if (date) return date;
    }
    for (const key of declaredKeys) {
      const date = parseDate(declared.metas.get(key) ?? '');
      if (date) return date;
    }
    for (const { value, published } of declared.times) {
      const date = published ? parseDate(value) : null;
      if (date) return date;
    }
    return null;
  };
  const sure = sources();
  if (sure) return sure;
  const near = findDate(lead);
  if (near) return near.iso;
  const fromUrl = dateOfUrl(url);
  if (fromUrl) return fromUrl;
  for (const { value } of declared.times) {
    const date = parseDate(value);
    if (date) return date;
  }
  for (const key of ['article:modified_time', 'og:updated_time', 'last-modified', 'datemodified']) {
    const date = isForum ? null : parseDate(declared.metas.get(key) ?? '');
    if (date) return date;
  }
  return findDate(tail.slice(-160))?.iso ?? null;
}

function authorFrom(declared: Declared, objects: readonly JsonObject[], lead: string, tail: string): string | null {
  for (const object of ofTypes(objects, articleTypes)) {
    const name = nameOf(object.author) ?? nameOf(object.creator);
    if (name) return name;
  }
  const siteNames = new Set([declared.metas.get('og:site_name') ?? ''].map(normal));
  for (const key of [
    'author',
    'article:author',
    'dc.creator',
    'dc.author',
    'parsely-author',
    'sailthru.author',
    'byl',
    'citation_author',
    'article:author_name',
    'authors',
    'creator',
  ]) {
    const name = cleanName(decodeEntities(declared.metas.get(key) ?? ''));
    if (name && !siteNames.has(normal(name)) && !/(?:网|公司|集团|工作室|\.com|inc\.?|llc)$/i.test(name)) return name;
  }
  for (const candidate of declared.authors) {
    const name = cleanName(candidate);
    if (name && name.length < 60)
      return name.replace(/\s*(?:\d|published|updated|posted|on|in|发表于|发布于)\b.*$/i, '').trim() || name;
  }
  return findByline(lead, tail);
}

export function readMetadata(page: {
  declared: Declared;
  objects: readonly JsonObject[];
  tree: BlockTree;
  kept: readonly boolean[];
  text: string;
  url: string;
}): Metadata {
  const { declared, objects, tree, kept, url } = page;
  const { metas } = declared;
  const base = absoluteUrl(declared.base, url) ?? url;
  const publisher = ofTypes(objects, articleTypes)
    .map((object) => (isObject(object.publisher) ? text(object.publisher.name) : null))
    .find((name) => name !== null);
  const siteName =
    text(metas.get('og:site_name')) ??
    publisher ??
    text(ofTypes(objects, /^WebSite$/)[0]?.name) ??
    text(metas.get('application-name')) ??
    null;
  const title = titleOf(declared, objects, siteName);
  const lead = leadText(tree, title, kept);
  const tail = page.text.slice(-600);
  const isForum =
    tree.blocks.some((block) => (block.flags & flagBits.itemprop) !== 0) &&
    ofTypes(objects, /QAPage|DiscussionForumPosting/).length > 0;
  const image =
    metas.get('og:image:secure_url') ??
    metas.get('og:image') ??
    metas.get('og:image:url') ??
    metas.get('twitter:image') ??
    metas.get('twitter:image:src') ??
    imageOf(objects);
  return {
    title,
    author: authorFrom(declared, objects, lead, tail),
    date: dateFrom(declared, objects, lead, tail, url, isForum),
    siteName,
    coverUrl: absoluteUrl(image, base),
    language: languageOf(declared, page.text),
    description: text(metas.get('og:description')) ?? text(metas.get('description')) ?? text(metas.get('twitter:description')),
    canonicalUrl: absoluteUrl(declared.canonical, base) ?? absoluteUrl(metas.get('og:url'), base),
  };
}

function imageOf(objects: readonly JsonObject[]): string | null {
  for (const object of ofTypes(objects, articleTypes)) {
    for (const image of list(object.image)) {
      const value = isObject(image) ? text(image.url) : text(image);
      if (value) return value;
    }
  }
  return null;
}

/** The text itself overrules a declared language of another script: templates are often left at `en`. */
function languageOf(declared: Declared, body: string): string | null {
  const declaredLanguage = (declared.htmlLang ?? declared.metas.get('content-language') ?? declared.metas.get('og:locale') ?? '')
    .trim()
    .replace('_', '-');
  const sample = body.slice(0, 20_000);
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  const kana = sample.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  if (kana > 20 && kana > han * 0.1) return 'ja';
  if (han > latin && han > 20) return /^(?:zh|yue)/i.test(declaredLanguage) ? declaredLanguage : 'zh';
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(declaredLanguage) ? declaredLanguage : latin > 40 ? 'en' : null;
}
