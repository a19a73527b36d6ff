import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { collectionItems } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';
import { itemPath } from '../shared/public-paths.ts';
import { atomFeed } from './feed.ts';
import { itemsOf, presentVisible, type VisibleCollection } from './public-collections.ts';
import { publicMarkdown } from './public-markdown.ts';

const mostEntries = 50;
/** Characters of all notes together: longer feeds are refused by readers. */
const longestFeed = 2_000_000;

const itemsWithNotes = (collection: VisibleCollection) => and(itemsOf(collection), isNotNull(contents.note));
const itemOfContent = and(eq(contents.id, collectionItems.contentId), eq(contents.userId, collectionItems.userId));

/** Another one when the feed is. */
export async function feedTag(executor: Executor, collection: VisibleCollection): Promise<string> {
  const [row] = await executor
    .select({
      changed: sql<string | null>`extract(epoch from max(${contents.updatedAt}))::text`,
      count: sql<number>`count(*)::int`,
    })
    .from(collectionItems)
    .innerJoin(contents, itemOfContent)
    .where(itemsWithNotes(collection));
  return `"${collection.updatedAt.getTime().toString(36)}-${row?.count ?? 0}-${row?.changed ?? 0}"`;
}

/** Those that were put in last come first. */
export async function collectionFeed(
  services: Services,
  collection: VisibleCollection,
  { origin, signal }: { origin: string; signal: AbortSignal },
): Promise<string> {
  const rows = await services.db
    .select({
      id: contents.id,
      title: contents.title,
      author: contents.author,
      siteName: contents.siteName,
      sourceUrl: contents.sourceUrl,
      publishedAt: contents.publishedAt,
      language: contents.noteLanguage,
      note: contents.note,
      excerpt: contents.noteExcerpt,
      updatedAt: contents.updatedAt,
      addedAt: collectionItems.addedAt,
    })
    .from(collectionItems)
    .innerJoin(contents, itemOfContent)
    .where(itemsWithNotes(collection))
    .orderBy(sql`${collectionItems.addedAt} desc, ${collectionItems.contentId} desc`)
    .limit(mostEntries);
  const fitting = rows.slice(0, fittingCount(rows));
  const notes = fitting.map(({ id, title, author, siteName, sourceUrl, publishedAt, language, note }) => ({
    ...{ title, author, siteName, sourceUrl, publishedAt, language },
    markdown: publicMarkdown(note ?? ''),
    pageUrl: `${origin}${itemPath(collection.slug, id)}`,
  }));
  const html = notes.length === 0 ? [] : await services.compute('renderNotes', notes, { signal });
  const entries = fitting.map(({ id, title, author, excerpt, addedAt, updatedAt }, index) => ({
    ...{ contentId: id, title, author, excerpt, addedAt, updatedAt },
    html: html[index] ?? '',
  }));
  return atomFeed(origin, await presentVisible(services.db, collection), entries);
}

function fittingCount(rows: readonly { note: string | null }[]): number {
  let length = 0;
  for (const [index, { note }] of rows.entries()) {
    length += note?.length ?? 0;
    if (length > longestFeed) return index;
  }
  return rows.length;
}
