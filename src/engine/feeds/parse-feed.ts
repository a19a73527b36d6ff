import { AppError } from '#lib/app-error.ts';
import type { SourceChapter } from '../domain.ts';
import { decodeText } from '../text/charset.ts';
import type { Feed, FeedItem } from './feed.ts';
import { feedDate } from './feed-date.ts';
import { durationMs, firstOf, htmlOf, type Person, readPerson, squeeze, textOf, titleText } from './fields.ts';
import { looksLikeJsonFeed, parseJsonFeed } from './json-feed.ts';
import { bestOffer, mediaType } from './media-offer.ts';
import { elementsIn, readTree, textIn, type XmlElement } from './xml-tree.ts';

/** RSS 0.9x–2.0, Atom 0.3 and 1.0, podcast extensions; lenient with broken XML. Errors: `feed_unreadable`. */
export function parseFeed(bytes: Uint8Array, options: { contentType?: string | null } = {}): Feed {
  const source = decodeText(bytes, { contentType: options.contentType ?? null, sniff: 'xml' }).text;
  const written = parseJsonFeed(source);
  if (written) return written;
  const document = readTree(source);
  const root = feedRoot(document);
  if (!root) throw new AppError('feed_unreadable');
  const head = firstOf(root, ['channel']) ?? root;
  const author = authorOf(head);
  const inherited = root.name.endsWith('feed') ? author : null;
  return {
    title: titleText(head, ['title', 'atom:title', 'dc:title', 'itunes:title']),
    link: linkOf(head),
    id: textOf(head, ['id', 'atom:id', 'podcast:guid', 'guid', 'dc:identifier']) ?? head.attributes.get('rdf:about') ?? null,
    author,
    language: textOf(head, ['language', 'dc:language']) ?? root.attributes.get('xml:lang') ?? null,
    image: imageOf(head),
    movedTo: textOf(head, ['itunes:new-feed-url']),
    items: itemsIn(root).map((item) => {
      const read = readItem(item, source);
      return { ...read, author: read.author ?? inherited };
    }),
  };
}

/** Only the first 4 KB are examined. */
export function looksLikeFeed(bytes: Uint8Array): boolean {
  const head = decodeText(bytes.subarray(0, 4096), { sniff: 'xml' }).text;
  if (looksLikeJsonFeed(head)) return true;
  const root = head.search(/<(?:rss|(?:\w+:)?feed|rdf:rdf)[\s>]/i);
  const page = head.search(/<(?:!doctype\s+)?html[\s>]/i);
  // An item may hold a whole page.
  return root >= 0 && (page < 0 || root < page);
}

const rootNames = new Set(['rss', 'feed', 'atom:feed', 'rdf:rdf', 'rdf', 'channel']);

function feedRoot(document: XmlElement): XmlElement | null {
  const tops = elementsIn(document);
  return tops.find(({ name }) => rootNames.has(name)) ?? tops.flatMap(elementsIn).find(({ name }) => rootNames.has(name)) ?? null;
}

const maxItems = 20_000;
const itemNames = new Set(['item', 'entry', 'atom:entry']);
const contentNames = /^(?:description|content:encoded|(?:atom:)?(?:content|summary)|xhtml:.*)$/;

/** Includes items inside an unclosed item. */
function itemsIn(parent: XmlElement, items: XmlElement[] = []): XmlElement[] {
  for (const child of elementsIn(parent)) {
    if (items.length >= maxItems) break;
    if (itemNames.has(child.name)) items.push(child);
    if (!contentNames.test(child.name)) itemsIn(child, items);
  }
  return items;
}

const dateNames = [
  ...['pubdate', 'published', 'atom:published', 'dc:date', 'issued', 'atom:issued', 'dc:issued', 'created', 'atom:created'],
  ...['dc:created', 'updated', 'atom:updated', 'modified', 'atom:modified', 'dc:modified', 'date'],
];
const descriptionNames = [
  'content:encoded',
  'content',
  'atom:content',
  'description',
  'itunes:summary',
  'summary',
  'atom:summary',
];

function readItem(item: XmlElement, source: string): FeedItem {
  const group = firstOf(item, ['media:group']);
  return {
    title:
      titleText(item, ['title', 'atom:title', 'media:title', 'itunes:title', 'dc:title']) ??
      (group ? titleText(group, ['media:title']) : null),
    link: linkOf(item),
    date: dateOf(item),
    enclosure: enclosureOf(item),
    id: textOf(item, ['guid', 'id', 'atom:id', 'dc:identifier']) ?? item.attributes.get('rdf:about') ?? null,
    author: authorOf(item),
    duration: textOf(item, ['itunes:duration']) ?? mediaOf(item)?.attributes.get('duration') ?? null,
    description:
      htmlOf(item, [...descriptionNames, 'media:description', 'itunes:subtitle'], source) ??
      (group ? htmlOf(group, ['media:description'], source) : null),
    image: imageOf(item) ?? (group ? imageOf(group) : null),
    transcripts: elementsIn(item).flatMap(({ name, attributes }) => {
      const url = attributes.get('url')?.trim();
      if (name !== 'podcast:transcript' || !url) return [];
      return [{ url, type: attributes.get('type') ?? null, language: attributes.get('language') ?? null }];
    }),
    chaptersUrl: firstOf(item, ['podcast:chapters'])?.attributes.get('url')?.trim() || null,
    chapters: simpleChapters(item),
  };
}

function dateOf(item: XmlElement): string | null {
  for (const name of dateNames) {
    const text = textOf(item, [name]);
    const date = text === null ? null : feedDate(text);
    if (date) return date;
  }
  return null;
}

/** RSS has the link as text, Atom as elements with a relation; else a guid that is a permalink will do. */
function linkOf(element: XmlElement): string | null {
  const links = elementsIn(element).filter(({ name }) => name === 'link' || name === 'atom:link');
  const written = links.find((link) => squeeze(textIn(link)) !== '');
  if (written) return against(squeeze(textIn(written)), written.base);
  const alternates = links.filter(({ attributes }) => /^(?:alternate)?$/i.test(relationOf(attributes)));
  const withAddress = alternates.filter(({ attributes }) => attributes.get('href')?.trim());
  const html = withAddress.find(({ attributes }) =>
    /^(?:text\/html|application\/xhtml\+xml)?$/i.test(attributes.get('type') ?? ''),
  );
  const chosen = html ?? withAddress[0];
  if (chosen) return against(chosen.attributes.get('href')?.trim() ?? '', chosen.base);
  const guid = firstOf(element, ['guid']);
  const address = guid && guid.attributes.get('ispermalink')?.toLowerCase() !== 'false' ? squeeze(textIn(guid)) : '';
  if (/^https?:\/\//i.test(address)) return address;
  const about = element.attributes.get('rdf:about') ?? '';
  return /^https?:\/\//i.test(about) ? about : null;
}

/** A relation may also be written as a full IANA address. */
function relationOf(attributes: XmlElement['attributes']): string {
  return (attributes.get('rel') ?? '').trim().replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//i, '');
}

function against(address: string, base: string | null): string {
  return base && URL.canParse(address, base) ? new URL(address, base).href : address;
}

function enclosureOf(item: XmlElement): FeedItem['enclosure'] {
  const others = elementsIn(item).filter(({ name }) => name === 'podcast:alternateenclosure');
  const found = [
    ...elementsIn(item).flatMap((element) => {
      const { name, attributes } = element;
      const isLink = /^(?:atom:)?link$/.test(name) && relationOf(attributes).toLowerCase() === 'enclosure';
      if (isLink) return offer(attributes.get('href'), element);
      return /^(?:enc:|other-enc:)?enclosure$/.test(name) ? offer(attributes.get('url'), element) : [];
    }),
    ...[mediaOf(item)].flatMap((media) => (media ? offer(media.attributes.get('url'), media) : [])),
    ...others.flatMap((other) => offer(firstOf(other, ['podcast:source'])?.attributes.get('uri'), other)),
  ];
  return bestOffer(found);
}

function offer(address: string | undefined, { attributes, base }: XmlElement): { url: string; type: string | null }[] {
  const url = address?.trim();
  return url ? [{ url: against(url, base), type: attributes.get('type')?.trim() || null }] : [];
}

function mediaOf(item: XmlElement): XmlElement | null {
  const groups = elementsIn(item).filter(({ name }) => name === 'media:group');
  return (
    [item, ...groups]
      .flatMap(elementsIn)
      .find(
        ({ name, attributes }) =>
          name === 'media:content' &&
          (mediaType.test(attributes.get('type') ?? '') || /^(?:audio|video)$/i.test(attributes.get('medium') ?? '')),
      ) ?? null
  );
}

const authorNames = ['dc:creator', 'dc:author', 'itunes:author', 'managingeditor', 'dc:publisher', 'webmaster'];

/** RSS writes a person as one text, Atom in parts. */
function authorOf(element: XmlElement): Person | null {
  const people = elementsIn(element).filter(({ name }) => name === 'author' || name === 'atom:author');
  const source = firstOf(element, ['source', 'atom:source']);
  for (const person of people) {
    const isInParts = elementsIn(person).length > 0;
    const parts = { name: textOf(person, ['name', 'atom:name']), email: textOf(person, ['email', 'atom:email']) };
    const read = isInParts ? parts : readPerson(textIn(person));
    if (read?.name || read?.email) return read;
  }
  const written = readPerson(textOf(element, authorNames) ?? '') ?? ownerOf(element);
  return written ?? (source ? authorOf(source) : null);
}

/** Podcasts name the owner of a show, and its hosts, in elements of their own. */
function ownerOf(element: XmlElement): Person | null {
  const owner = firstOf(element, ['itunes:owner']);
  const read = owner ? { name: textOf(owner, ['itunes:name']), email: textOf(owner, ['itunes:email']) } : null;
  if (read?.name || read?.email) return read;
  const hosts = elementsIn(element).filter(
    ({ name, attributes }) => name === 'podcast:person' && /^(?:host)?$/i.test(attributes.get('role')?.trim() ?? ''),
  );
  const name = hosts.map((host) => squeeze(textIn(host))).find((text) => text !== '');
  return name ? { name, email: null } : null;
}

function imageOf(element: XmlElement): string | null {
  for (const { name, attributes } of elementsIn(element))
    if (name === 'itunes:image' && attributes.get('href')) return attributes.get('href') ?? null;
  const thumbnail = firstOf(element, ['media:thumbnail'])?.attributes.get('url');
  const image = firstOf(element, ['image']);
  return thumbnail ?? (image ? textOf(image, ['url']) : null) ?? textOf(element, ['logo', 'atom:logo', 'icon', 'atom:icon']);
}

function simpleChapters(item: XmlElement): SourceChapter[] {
  const list = firstOf(item, ['psc:chapters']);
  const chapters = (list ? elementsIn(list) : []).flatMap(({ name, attributes }) => {
    const startMs = durationMs(attributes.get('start'));
    const title = squeeze(attributes.get('title') ?? '');
    return name === 'psc:chapter' && startMs !== null && title !== '' ? [{ title, startMs }] : [];
  });
  return chapters.sort((a, b) => a.startMs - b.startMs);
}
