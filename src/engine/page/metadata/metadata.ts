import type { Block, BlockTree } from '../blocks.ts';
import { flagBits } from '../class-flags.ts';
import { authorFrom, authorsNear } from './author.ts';
import { sourceOf } from './chinese-byline.ts';
import { dateOfUrl, findDate, parseDate } from './dates.ts';
import { absoluteUrl, type Declared } from './declared.ts';
import { articleTypes, asList, isObject, type JsonObject, typesOf } from './json-ld.ts';
import { cleanText, lettersAndDigits, ofTypes, titleOf } from './title.ts';

export type Metadata = {
  title: string | null;
  author: string | null;
  date: string | null;
  siteName: string | null;
  coverUrl: string | null;
  iconUrl?: string;
  language: string | null;
  description: string | null;
  canonicalUrl: string | null;
};

const peoplePath = /\/(?:authors?|autor(?:en)?|people|profiles?|staff|redaktion|contributors?|columnists?)\/|[?&]author=/i;

/** Accounts of the site itself elsewhere, such as `bsky.app/profile/…`. */
const networkHost =
  /^(?:https?:)?\/\/(?:[\w-]+\.)?(?:bsky\.app|facebook\.com|instagram\.com|linkedin\.com|mastodon\.\w+|pinterest\.\w+|t\.me|threads\.(?:com|net)|tiktok\.com|twitter\.com|vk\.com|weibo\.com|x\.com|youtube\.com)\//i;

function namesPerson({ links: [link = '', other], words, linkWords }: Block): boolean {
  return !other && words <= 4 && linkWords > words * 0.9 && peoplePath.test(link) && !networkHost.test(link);
}

/** The text around the title, and the linked names of people in it; names elsewhere count only if there is a single one. */
function leadOf(
  tree: BlockTree,
  title: string | null,
  kept: readonly boolean[],
): { lead: string; below: string; linked: string[] } {
  const wanted = title ? lettersAndDigits(title) : '';
  const firstKept = Math.max(0, kept.indexOf(true));
  const lastKept = kept.lastIndexOf(true);
  let start = firstKept;
  if (wanted.length >= 4) {
    for (const block of tree.blocks) {
      if (block.index > firstKept + 40) break;
      const own = lettersAndDigits(block.text.slice(0, 400));
      if (own.length > wanted.length * 3 || own.length < 4) continue;
      if (own.includes(wanted) || (wanted.includes(own) && own.length > wanted.length * 0.5)) {
        start = block.index;
        if (/^h[1-3]$/.test(block.owner.tagName)) break;
      }
    }
  }
  const lines: string[] = [];
  const below: string[] = [];
  const linked: string[] = [];
  let reachesText = false;
  const near = (index: number, at: number, before: number, behind: number): boolean =>
    index >= at - before && index <= at + behind;
  for (const block of tree.blocks) {
    if (!near(block.index, start, 2, 10) && !near(block.index, firstKept, 5, 8)) continue;
    // Below a short text stand other stories and other users.
    if (lastKept >= 0 && block.index > Math.max(lastKept, start)) break;
    if (namesPerson(block)) linked.push(block.text);
    if (block.index >= start && block.linkWords < block.words && !reachesText) below.push(block.text.slice(0, 60));
    reachesText ||= block.index > start && block.words >= 25;
    if (block.words < 60) lines.push(block.text.slice(0, 400));
    else if (near(block.index, start, 1, 2) || near(block.index, firstKept, 0, 1)) lines.push(block.text.slice(0, 150));
  }
  const people = linked.length > 0 ? linked : [...new Set(tree.blocks.filter(namesPerson).map((block) => block.text))];
  // GB 18030 has a space in the private use area, where icon fonts have their icons.
  const clean = (texts: readonly string[]): string => texts.join('\n').replace(/[\ue000-\uf8ff]/g, ' ');
  return {
    lead: clean(lines),
    below: clean(below),
    linked: people.length === 1 || linked.length > 0 ? people : [],
  };
}

function afterText(tree: BlockTree, kept: readonly boolean[]): string {
  const end = kept.lastIndexOf(true) + 1;
  return tree.blocks
    .slice(end, end + 10)
    .map((block) => block.text.slice(0, 200))
    .join('\n');
}

const roleInLine =
  /作\s{0,4}者|[记記]者|撰\s?[文写稿]|文\s?[字图]|图\s?文|供\s?稿|采写|採寫|编译|通讯员|執笔|执笔|整理|(?:^|[（(\s])文(?:\s?[:：/／|｜丨]|[ \t\u3000])|文\s?[/／]\s?[图摄]|[（(][\u4e00-\u9fff]{2,3}[，,][^（()）]{3,30}[)）]$/;
const longestSignature = 25;
const mostSignatures = 6;

/** Lines with the role of a person right behind the text, which is kept without them. */
function signaturesBehind(tree: BlockTree, kept: readonly boolean[]): string {
  const end = kept.lastIndexOf(true) + 1;
  if (end === 0) return '';
  const lines: string[] = [];
  for (const { text, words, linkWords, owner } of tree.blocks.slice(end, end + mostSignatures)) {
    if (words > longestSignature || linkWords > words * 0.5 || /^h[1-6]$/.test(owner.tagName)) break;
    if (roleInLine.test(text)) lines.push(text);
  }
  return lines.join('\n');
}

const dateKeys = [
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
  'ms.date',
];

function declaredDate(declared: Declared, objects: readonly JsonObject[]): string | null {
  for (const object of ofTypes(objects, articleTypes)) {
    // A video on the page has a date of its own; the page's comes first.
    if (typesOf(object).includes('VideoObject') && declared.metas.has('article:published_time')) continue;
    for (const value of [object.datePublished, object.dateCreated, object.uploadDate]) {
      const date = parseDate(cleanText(value) ?? '', 'declared');
      if (date) return date;
    }
  }
  for (const key of dateKeys) {
    const date = parseDate(declared.metas.get(key) ?? '', 'declared');
    if (date) return date;
  }
  for (const { value, published } of declared.times) {
    const date = published ? parseDate(value, 'declared') : null;
    if (date) return date;
  }
  return null;
}

/** Beside each post a forum says since when its author is a member. */
const whenJoined = /^(?:joined|registered|member since|registriert|mitglied seit|dabei seit|注册(?:时间|日期)?)[\s:：]/i;

function dateFrom(
  declared: Declared,
  objects: readonly JsonObject[],
  title: string | null,
  lead: string,
  tail: string,
  url: string,
  isForum: boolean,
): string | null {
  const sure = declaredDate(declared, objects);
  if (sure) return sure;
  // The first time of a thread is that of its first post; other dates near it are when people joined.
  const [first, second] = declared.times;
  const opened = first && second ? parseDate(first.value) : null;
  if (opened) return opened;
  // A date in a title is often what the page is about, or a version.
  const heading = lettersAndDigits(title ?? '');
  const isOther = (line: string): boolean => whenJoined.test(line) || (heading !== '' && lettersAndDigits(line) === heading);
  const near = findDate(lead.replace(/.+/g, (line) => (isOther(line) ? '' : line)));
  if (near) return near.iso;
  for (const value of declared.dated) {
    const date = parseDate(value);
    if (date) return date;
  }
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
  return (findDate(tail.slice(-160)) ?? findDate(title ?? ''))?.iso ?? null;
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
    .map((object) => (isObject(object.publisher) ? cleanText(object.publisher.name) : null))
    .find((name) => name !== null);
  const siteName =
    cleanText(metas.get('og:site_name')) ??
    publisher ??
    cleanText(ofTypes(objects, /^WebSite$/)[0]?.name) ??
    cleanText(metas.get('application-name')) ??
    null;
  const title = titleOf(declared, objects, siteName, url);
  const { lead, below, linked } = leadOf(tree, title, kept);
  const tail = page.text.slice(-600);
  const signed = `${tail}\n${signaturesBehind(tree, kept)}`.trimEnd();
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
  const iconUrl = absoluteUrl(declared.icon?.href, base);
  return {
    title,
    author: authorFrom(
      declared,
      objects,
      { lead, below, tail: signed, after: afterText(tree, kept) },
      { linked, authors: authorsNear(declared, tree, kept), sites: siteNamesOf(siteName, publisher, url) },
    ),
    date: dateFrom(declared, objects, title, lead, tail, url, isForum),
    siteName: siteName ?? sourceOf(lead),
    coverUrl: absoluteUrl(image, base),
    ...(iconUrl === null ? {} : { iconUrl }),
    language: languageOf(declared, page.text),
    description:
      cleanText(metas.get('og:description')) ??
      cleanText(metas.get('description')) ??
      cleanText(metas.get('twitter:description')),
    canonicalUrl: absoluteUrl(declared.canonical, base) ?? absoluteUrl(metas.get('og:url'), base),
  };
}

function siteNamesOf(siteName: string | null, publisher: string | null | undefined, url: string): string[] {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
  const withoutMotto = siteName?.split(/\s[|·•–—-]\s/, 1)[0] ?? '';
  return [siteName ?? '', withoutMotto, publisher ?? '', host, host.replace(/\.[a-z]{2,}(?:\.[a-z]{2})?$/, '')].filter(Boolean);
}

function imageOf(objects: readonly JsonObject[]): string | null {
  for (const object of ofTypes(objects, articleTypes)) {
    for (const image of asList(object.image)) {
      const value = isObject(image) ? cleanText(image.url) : cleanText(image);
      if (value) return value;
    }
  }
  return null;
}

/** A text in another script overrules the declared language, as templates are often left at `en`. */
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
