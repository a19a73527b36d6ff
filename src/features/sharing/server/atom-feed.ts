/** The first items of a public collection, with whole notes, as Atom (RFC 4287). */
import { escapeXml } from '#lib/xml.ts';
import type { PublicCollection } from '../contract.ts';
import { collectionPath, feedPath, itemPath } from '../shared/public-paths.ts';

export type FeedEntry = {
  contentId: string;
  title: string;
  author: string | null;
  excerpt: string | null;
  /** Sanitised HTML of the note. */
  html: string;
  addedAt: Date;
  updatedAt: Date;
};

export function atomFeed(origin: string, collection: PublicCollection, entries: readonly FeedEntry[]): string {
  const page = escapeXml(`${origin}${collectionPath(collection.slug)}`);
  const self = escapeXml(`${origin}${feedPath(collection.slug)}`);
  const updated = Math.max(Date.parse(collection.updated_at), ...entries.map(({ updatedAt }) => updatedAt.getTime()));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${collection.id}</id>
<title>${escapeXml(collection.name)}</title>
${collection.description === '' ? '' : `<subtitle>${escapeXml(collection.description)}</subtitle>\n`}<updated>${new Date(updated).toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<generator>Gleaner</generator>
<author><name>Gleaner</name></author>
${entries.map((entry) => entryXml(origin, collection.slug, entry)).join('\n')}
</feed>
`;
}

function entryXml(origin: string, slug: string, entry: FeedEntry): string {
  const { contentId, title, author, excerpt, html, addedAt, updatedAt } = entry;
  return `<entry>
<id>urn:uuid:${contentId}</id>
<title>${escapeXml(title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(`${origin}${itemPath(slug, contentId)}`)}"/>
<published>${addedAt.toISOString()}</published>
<updated>${updatedAt.toISOString()}</updated>
${author ? `<author><name>${escapeXml(author)}</name></author>\n` : ''}${excerpt ? `<summary>${escapeXml(excerpt)}</summary>\n` : ''}<content type="html">${escapeXml(html)}</content>
</entry>`;
}
