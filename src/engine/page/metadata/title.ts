import { textOf } from '../tree.ts';
import { type Declared, squeeze } from './declared.ts';
import { type JsonObject, typesOf } from './json-ld.ts';

export function ofTypes(objects: readonly JsonObject[], pattern: RegExp): JsonObject[] {
  return objects.filter((object) => typesOf(object).some((type) => pattern.test(type)));
}

export const cleanText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? squeeze(decodeEntities(value)) : null;

export function decodeEntities(value: string): string {
  return value
    .replace(/&(?:#39|#x27|apos|rsquo);/gi, '’')
    .replace(/&(?:quot|#34);/gi, '"')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&(?:amp|#38|#038);/gi, '&')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>');
}

export const lettersAndDigits = (value: string): string => value.toLowerCase().replace(/[\p{P}\p{S}\s]+/gu, '');

function cutSiteName(title: string, siteName: string | null, headings: readonly string[]): string {
  const quotations = [...title.matchAll(/«[^«»]{1,200}»/g)].map(
    ({ index, 0: quoted }) => [index, index + quoted.length] as const,
  );
  const separators = [
    ...title.matchAll(
      /(?<!\s)\s+[-–—|«»·•:_]\s+|(?:(?<!\s)\s+)?(?:[|｜»＿]|(?<![A-Za-z\d])_|_(?![A-Za-z\d]))\s*|(?<=[\u4e00-\u9fff])\s*[-–—]+\s*(?=[\u4e00-\u9fff])|\s[—–-]{1,2}\s/g,
    ),
  ].filter(({ index, 0: mark }) => {
    const at = index + mark.search(/\S/);
    return !quotations.some(([start, end]) => at >= start && at < end);
  });
  if (separators.length === 0) return title;
  for (const heading of headings) {
    if (
      heading.length >= 6 &&
      lettersAndDigits(title).startsWith(lettersAndDigits(heading)) &&
      lettersAndDigits(heading).length > lettersAndDigits(title).length * 0.25
    )
      return heading;
  }
  const parts = separators.map((match) => ({
    head: title.slice(0, match.index).trim(),
    rest: title.slice(match.index + match[0].length).trim(),
  }));
  return withoutSite(parts, siteName) ?? (isChinese(title) ? chineseHead(parts, title) : englishHead(parts, title));
}

type Parts = readonly { head: string; rest: string }[];

const isChinese = (title: string): boolean => /[\u4e00-\u9fff]/.test(title);

/** The part before or behind the site's name, which may have a motto behind it; null where it is not set off. */
function withoutSite(parts: Parts, siteName: string | null): string | null {
  const site = siteName ? lettersAndDigits(siteName) : '';
  if (site === '') return null;
  for (const [index, { head, rest }] of parts.entries()) {
    if (lettersAndDigits(rest) === site && head.length >= 4)
      return isChinese(head) ? chineseHead(parts.slice(0, index + 1), head) : head;
    if (lettersAndDigits(head) === site && rest.length >= 4) return rest;
  }
  const begun = parts.find(({ head, rest }) => lettersAndDigits(rest).startsWith(site) && head.length >= 4);
  if (begun) return begun.head;
  // The last part may have an article that the declared name lacks: `The Guardian`.
  const last = parts.at(-1);
  if (!last || last.head.length < 4 || !lettersAndDigits(last.rest).endsWith(site)) return null;
  return isChinese(last.head) ? chineseHead(parts, last.head) : last.head;
}

/** Chinese sites append names of channels: the first part is the title, unless a part between is longer (`Vue3 - 从入门到精通 - …`). */
function chineseHead(parts: Parts, title: string): string {
  const ends = parts.map(({ head }) => lettersAndDigits(head).length);
  const [first = 0] = ends;
  const longestBetween = Math.max(0, ...ends.slice(1).map((end, index) => end - (ends[index] ?? 0)));
  const head = (first >= 6 && first >= longestBetween ? parts[0] : parts.at(-1))?.head ?? '';
  return head.length >= 4 ? head : title;
}

function englishHead(parts: Parts, title: string): string {
  const { head = '', rest = '' } = parts.at(-1) ?? {};
  return head.split(/\s+/).length >= 3 && rest.split(/\s+/).length <= 5 ? head : title;
}

/** `Welcome to the adaquill.net blog` */
const besideDomain = /^(?:the|blog|weblog|site|website|home|homepage|of|welcome|to)$/;

function isDomain(value: string, domain: string): boolean {
  const around = value.toLowerCase().split(domain);
  return (
    domain !== '' &&
    around.length === 2 &&
    (around.join(' ').match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => besideDomain.test(word))
  );
}

function isSiteName(value: string, siteName: string | null, url: string): boolean {
  const name = lettersAndDigits(value);
  if (siteName && name === lettersAndDigits(siteName)) return true;
  if (!URL.canParse(url)) return false;
  const domain = new URL(url).hostname.replace(/^www\./, '');
  if (isDomain(value, domain)) return true;
  const host = domain.replace(/\.[a-z]{2,}(?:\.[a-z]{2})?$/, '');
  const label = lettersAndDigits(host.split('.').at(-1) ?? '');
  return (
    name.length >= 4 &&
    (label.includes(name) ||
      name === lettersAndDigits(`${host}com`) ||
      (label.length >= 5 && name.startsWith(label) && name.length < label.length + 5))
  );
}

/** The page's own heading where a declared title confirms it, else the declared title without the site's name. */
export function titleOf(declared: Declared, objects: readonly JsonObject[], siteName: string | null, url: string): string | null {
  const headings = declared.headings
    // Manuals end a heading with a link to itself.
    .map((heading) => squeeze(textOf(heading)).replace(/ ?[¶§]$/, ''))
    .filter((heading) => heading.length > 1 && heading.length < 300 && !isSiteName(heading, siteName, url));
  const headline =
    ofTypes(objects, /Article$|BlogPosting|DiscussionForumPosting|NewsArticle/)
      .map((object) => cleanText(object.headline))
      .find((value) => value !== null) ?? null;
  const { metas } = declared;
  const paper = cleanText(metas.get('citation_title'));
  if (paper) return paper;
  const shared =
    metas.get('og:title') ?? metas.get('dc.title') ?? metas.get('twitter:title') ?? metas.get('parsely-title') ?? null;
  const candidates = [headline, shared, declared.title]
    .filter((value): value is string => value !== null)
    .map((value) => squeeze(decodeEntities(value)))
    .filter((value) => !isSiteName(value, siteName, url));
  for (const heading of headings) {
    const own = lettersAndDigits(heading);
    const confirmed = candidates.some((candidate) => {
      const declaredTitle = lettersAndDigits(candidate);
      return declaredTitle.startsWith(own)
        ? own.length >= 6
        : declaredTitle.includes(own) && own.length > declaredTitle.length * 0.4;
    });
    if (confirmed) return heading;
  }
  for (const candidate of candidates) {
    const cut = cutSiteName(candidate, siteName, headings);
    if (cut.length >= 2)
      return headings.length === 1 && headings[0] && saysMore(headings[0], cut, declared.title) ? headings[0] : cut;
  }
  return headings[0] ?? (declared.title || null);
}

/** What a heading has beside the title is not the site's name, with which the page's own title ends. */
function saysMore(heading: string, title: string, pageTitle: string | null): boolean {
  const [own, wanted] = [lettersAndDigits(heading), lettersAndDigits(title)];
  if (!own.includes(wanted) || heading.length >= title.length * 3) return false;
  const rest = own.replace(wanted, '');
  return rest === '' || !lettersAndDigits(pageTitle ?? '').endsWith(rest);
}
