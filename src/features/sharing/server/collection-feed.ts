import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { collectionItems } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { hashOf } from '#engine/hash.ts';
import type { Services } from '#infra/services.ts';
import { publicAddress } from '#lib/personal-address.ts';
import { itemPath } from '../shared/public-paths.ts';
import { atomFeed } from './atom-feed.ts';
import { itemsOf, presentVisible, type VisibleCollection } from './public-collections.ts';
import { publicMarkdown } from './public-markdown.ts';

const mostEntries = 50;
/** Characters of all notes together: feed readers refuse longer feeds. */
const longestFeed = 2_000_000;

const itemsWithNotes = (collection: VisibleCollection) => and(itemsOf(collection), isNotNull(contents.note));
const itemOfContent = and(eq(contents.id, collectionItems.contentId), eq(contents.userId, collectionItems.userId));

/** The order of the index, so that `limit` reads no further. */
const firstOnes = sql`${collectionItems.position} desc nulls last, ${collectionItems.contentId} desc nulls last`;

/** An ETag that changes whenever the feed does. */
export async function feedTag(executor: Executor, collection: VisibleCollection): Promise<string> {
  const rows = await executor
    .select({ id: contents.id, at: contents.updatedAt })
    .from(collectionItems)
    .innerJoin(contents, itemOfContent)
    .where(itemsWithNotes(collection))
    .orderBy(firstOnes)
    .limit(mostEntries);
  return `"${hashOf(collection.updatedAt, rows).slice(0, 24)}"`;
}

/** The first items of the collection; new items are put first. */
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
    .orderBy(firstOnes)
    .limit(mostEntries);
  const fitting = rows.slice(0, fittingCount(rows));
  const notes = fitting.map(({ id, title, author, siteName, sourceUrl, publishedAt, language, note }) => ({
    ...{ title, author, siteName, sourceUrl: publicAddress(sourceUrl), publishedAt, language },
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
