/** Who wrote a page: what its data and head declare, the lines around the title and below the text, names of users. */
import type { BlockTree } from '../blocks.ts';
import { findByline } from './byline.ts';
import { blogOwner, labelledAuthor, reporterIn, type Surroundings } from './chinese-byline.ts';
import type { Declared } from './declared.ts';
import { articleTypes, asList, isObject, type JsonObject, resolved } from './json-ld.ts';
import { chineseNames, cleanName, onlyNames, outlet } from './names.ts';
import { cleanText, decodeEntities, lettersAndDigits, ofTypes } from './title.ts';

function nameOf(value: unknown, objects: readonly JsonObject[]): string | null {
  const names = asList(value)
    .map((item) => resolved(item, objects))
    .map((item) => (isObject(item) ? cleanText(item.name) : cleanText(item)))
    .filter((name): name is string => name !== null);
  const clean = names.map(cleanName).filter((name): name is string => name !== null);
  return clean.length > 0 ? [...new Set(clean)].slice(0, 6).join(', ') : null;
}

export function authorFrom(
  declared: Declared,
  objects: readonly JsonObject[],
  around: Surroundings,
  { linked, authors, sites }: { linked: readonly string[]; authors: readonly string[]; sites: readonly string[] },
): string | null {
  const siteNames = new Set(sites.map(lettersAndDigits));
  const belongsToSite = (name: string): boolean => {
    const ownName = name.replace(desk, '');
    const isOwnDomain = ownName === name && ownDomain.test(name) && !sites.includes(name);
    return siteNames.has(lettersAndDigits(ownName)) ? !isOwnDomain : holdsSite(ownName, siteNames);
  };
  const isSite = (name: string): boolean => belongsToSite(name) || outlet.test(name);
  const unsure: string[] = [];
  const isPerson = (name: string): boolean => {
    if (!login.test(name) && !endsTitle(declared.title ?? '', name)) return true;
    unsure.push(name);
    return false;
  };
  for (const object of ofTypes(objects, articleTypes)) {
    const name = nameOf(object.author, objects) ?? nameOf(object.creator, objects);
    const isOutlet = name && (belongsToSite(name) || (/\p{Script=Han}/u.test(name) && outlet.test(name)));
    if (name && !isOutlet && isPerson(name)) return name;
  }
  for (const key of authorKeys) {
    const name = cleanName(reporterIn(decodeEntities(declared.metas.get(key) ?? '')));
    if (name && !isSite(name) && isPerson(name)) return name;
  }
  const label = labelledAuthor(around.lead) ?? twitterAuthor(declared);
  if (label && isPerson(label)) return label;
  for (const candidate of authors) {
    const name = cleanName(reporterIn(candidate));
    if (name && name.length < 60 && !isSite(name)) return withoutDate(name) || name;
  }
  const users = declared.users.filter((name) => around.lead.includes(name));
  const found = findByline(around) ?? [...linked, ...users].map(cleanName).find((name) => name && !isSite(name));
  return found ?? blogOwner(declared.title ?? '') ?? unsure[0] ?? declaredEditor(declared);
}

const writtenDate =
  /[,\s]\s{0,3}(?:on\s{1,3})?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s{1,3})?(?:(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s{1,3}\d|\d{1,2}\.?\s{1,3}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)).*/i;
const dateOrNote = /(?<!\s)\s*(?:(?<=\s)\d|\d{1,4}[-/.年月:]|(?:published|updated|posted)\b|发表于|发布于).*/i;

const withoutDate = (name: string): string => name.replace(writtenDate, '').replace(dateOrNote, '').trim().replace(/,$/, '');

/** In letters: `Ediciones El País` publishes `El País`. */
const leastSiteName = 6;
const mostBesideSite = 12;

function holdsSite(name: string, siteNames: ReadonlySet<string>): boolean {
  if (/^Team\s|[/,|&]/.test(name)) return false;
  const letters = lettersAndDigits(name);
  return [...siteNames].some(
    (site) =>
      site.length >= leastSiteName &&
      letters.length > site.length &&
      letters.length - site.length <= mostBesideSite &&
      (letters.startsWith(site) || letters.endsWith(site)),
  );
}

/** `Ada Quill` of adaquill.com, a person if the site does not call itself so. */
const ownDomain = /^(?!The\s)\p{Lu}\p{Ll}+(?: \p{Lu}\.?| (?:de|van|von))?(?: \p{Lu}[\p{L}’'-]+){1,2}$/u;

const fewAccounts = 2;

/** Where a page names many users, those below the text have not written it. */
export function authorsNear({ authors, accounts }: Declared, tree: BlockTree, kept: readonly boolean[]): string[] {
  if (accounts.size <= fewAccounts) return authors;
  const last = kept.lastIndexOf(true);
  const isAbove = (name: string): boolean => (tree.blocks.find(({ text }) => text.includes(name))?.index ?? 0) <= last;
  return authors.filter((name) => !accounts.has(name) || isAbove(name));
}

const declaredEditor = ({ metas }: Declared): string | null =>
  chineseNames(metas.get('editor') ?? metas.get('contenteditor') ?? metas.get('responsibleeditor') ?? '');

/** A Chinese name that also ends the title of the page, as that of its site does, unless it is plainly a person's. */
function endsTitle(title: string, name: string): boolean {
  if (!/\p{Script=Han}/u.test(name) || onlyNames(name, 2) !== null) return false;
  const parts = title.split(/[-_|—–·]/);
  return parts.length > 1 && parts.at(-1)?.trim() === name;
}

/** An editorial team (`The Post Staff`) is not a person. */
const desk = /\s(?:staff|editors?|editorial(?: (?:team|staff|board))?|team|newsroom|redaktion|online|reporters?)$/i;

/** A user name in a content system, such as `ada.quill`. */
const login = /^[a-z\d]+(?:[._][a-z\d]+)+$/;

const authorKeys = [
  'author',
  'article:author',
  'dc.creator',
  'dc.author',
  'parsely-author',
  'sailthru.author',
  'byl',
  'citation_author',
  'article:author_name',
  'og:article:author',
  'og:novel:author',
  'book:author',
  'bytedance:author',
  'weibo:article:author',
  'qq:author',
  'contentauthor',
  'mediaid',
  'authors',
  'creator',
];

/** WordPress gives the author for link previews: `twitter:label1` is "Written by", `twitter:data1` the name. */
function twitterAuthor({ metas }: Declared): string | null {
  for (const place of ['1', '2']) {
    if (
      !/written|author|verfasst|geschrieben|autor|auteur|écrit|escrito|scritto|作者|撰/i.test(
        metas.get(`twitter:label${place}`) ?? '',
      )
    )
      continue;
    const name = cleanName(decodeEntities(metas.get(`twitter:data${place}`) ?? ''));
    if (name) return name;
  }
  return null;
}
