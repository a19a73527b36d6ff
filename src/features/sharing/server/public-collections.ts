/** Every request reads the database, so that anything made private or hidden is gone at once. */
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#db/client.ts';
import { createPageCursor, timeCursor } from '#db/page-cursor.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { squareSearch } from '#db/schema/square-search.ts';
import { coversOf, named } from '#features/collections/server/index.ts';
import { isIcon } from '#features/contents/server/index.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import { AppError } from '#lib/app-error.ts';
import { publicAddress } from '#lib/personal-address.ts';
import type { PublicCollection, PublicItem, sharingContract } from '../contract.ts';

type Listed = (typeof sharingContract)['public.collections'];
type Opened = (typeof sharingContract)['public.collection'];

/** The same condition as in the indexes. */
const isVisible = sql`${collections.isPublic} and ${collections.hiddenAt} is null`;

const columns = {
  id: collections.id,
  userId: collections.userId,
  slug: collections.slug,
  name: collections.name,
  description: collections.description,
  publishedAt: sql<Date>`coalesce(${collections.publishedAt}, ${collections.updatedAt})`.mapWith(collections.updatedAt),
  updatedAt: collections.updatedAt,
};

export type VisibleCollection = {
  id: string;
  userId: string;
  slug: string;
  name: string;
  description: string;
  publishedAt: Date;
  updatedAt: Date;
};

/** Errors: `not_found`, alike for private, hidden and missing collections. */
export async function requireVisible(executor: Executor, idOrSlug: string): Promise<VisibleCollection> {
  const [found] = await executor
    .select(columns)
    .from(collections)
    .where(and(named(idOrSlug), isVisible));
  if (!found) throw new AppError('not_found');
  return found;
}

/** The name, the description or the title of an item contains the words. The index finds texts that have each pair of letters. */
function holds(words: string): SQL {
  return sql`exists (select 1 from ${squareSearch} found where found.collection_id = ${collections.id}
    and found.pairs @> search_keys(lower(${words}::text)) and strpos(found.words, lower(${words}::text)) > 0)`;
}

const searchesPerHour = 3600;

/** Anybody may search, and a common letter is found in most titles. Errors: `too_many_searches`. */
export function takeSearch(executor: Executor, address: string): Promise<void> {
  const refusal = (minutes: number) => ({ code: 'too_many_searches' as const, params: { minutes } });
  return takeFromLimits(executor, [{ key: `public-searches:${address}`, most: searchesPerHour, windowSeconds: 3600, refusal }]);
}

export async function listPublic(
  executor: Executor,
  { search, order, limit, cursor }: z.output<Listed['input']>,
): Promise<z.input<Listed['output']>> {
  const at = order === 'published' ? collections.publishedAt : collections.updatedAt;
  const after = cursor === undefined ? null : timeCursor.decode(cursor);
  const rows = await executor
    .select({
      ...columns,
      at: sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      count: itemCount,
    })
    .from(collections)
    .where(
      and(
        isVisible,
        isNotNull(at),
        hasItems,
        search === '' ? undefined : holds(search),
        after ? sql`(${at}, ${collections.id}) < (${after.value}::timestamptz, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(sql`${at} desc, ${collections.id} desc`)
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const pictured = await coversOf(
    executor,
    page.map(({ id }) => id),
    undefined,
  );
  return {
    collections: page.map((row) => toPublicCollection(row, row.count, pictured.has(row.id))),
    nextCursor: rows.length > limit && last ? timeCursor.encode({ value: last.at, id: last.id }) : null,
  };
}

const ofCollection = sql`item.user_id = ${collections.userId} and item.collection_id = ${collections.id}`;
const hasItems = sql`exists (select 1 from ${collectionItems} item where ${ofCollection})`;
const itemCount = sql<number>`(select count(*)::int from ${collectionItems} item where ${ofCollection})`;

function toPublicCollection(row: VisibleCollection, count: number, hasCover: boolean): PublicCollection {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    cover_url: hasCover ? `/api/public/collections/${row.id}/cover` : null,
    item_count: count,
    published_at: row.publishedAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

const itemColumns = {
  id: contents.id,
  title: contents.title,
  sourceUrl: contents.sourceUrl,
  siteName: contents.siteName,
  author: contents.author,
  coverBlob: contents.coverBlob,
  noteExcerpt: contents.noteExcerpt,
  contentType: contents.contentType,
  durationMs: contents.durationMs,
  publishedAt: contents.publishedAt,
  position: collectionItems.position,
};

type ItemRow = Pick<
  typeof contents.$inferSelect,
  | 'id'
  | 'title'
  | 'sourceUrl'
  | 'siteName'
  | 'author'
  | 'coverBlob'
  | 'noteExcerpt'
  | 'contentType'
  | 'durationMs'
  | 'publishedAt'
>;

function toPublicItem(row: ItemRow, collectionId: string): PublicItem {
  return {
    content_id: row.id,
    title: row.title,
    source_url: publicAddress(row.sourceUrl),
    site_name: row.siteName,
    author: row.author,
    cover_url: row.coverBlob === null ? null : itemCoverPath(collectionId, row.id, row.coverBlob),
    excerpt: row.noteExcerpt,
    content_type: row.contentType,
    duration_seconds: row.durationMs === null ? null : row.durationMs / 1000,
    published_at: row.publishedAt,
  };
}

export function itemCoverPath(collectionId: string, contentId: string, coverBlob: string): string {
  return `/api/public/collections/${collectionId}/items/${contentId}/${isIcon(coverBlob) ? 'icon' : 'cover'}`;
}

const positionCursor = createPageCursor(z.number());

/** Errors: `not_found`. */
export async function publicCover(executor: Executor, idOrSlug: string): Promise<string | null> {
  const { id } = await requireVisible(executor, idOrSlug);
  return (await coversOf(executor, [id], undefined)).get(id)?.coverBlob ?? null;
}

export async function presentVisible(executor: Executor, collection: VisibleCollection): Promise<PublicCollection> {
  const [[counted], covers] = await Promise.all([
    executor.select({ count: sql<number>`count(*)::int` }).from(collectionItems).where(itemsOf(collection)),
    coversOf(executor, [collection.id], undefined),
  ]);
  return toPublicCollection(collection, counted?.count ?? 0, covers.has(collection.id));
}

/** Errors: `not_found`. */
export async function readPublic(
  executor: Executor,
  { id, limit, cursor }: Pick<z.output<Opened['input']>, 'id' | 'limit' | 'cursor'>,
): Promise<z.input<Opened['output']>> {
  const collection = await requireVisible(executor, id);
  const after = cursor === undefined ? null : positionCursor.decode(cursor);
  const [rows, shown] = await Promise.all([
    executor
      .select(itemColumns)
      .from(collectionItems)
      .innerJoin(contents, and(eq(contents.id, collectionItems.contentId), eq(contents.userId, collectionItems.userId)))
      .where(
        and(
          itemsOf(collection),
          after
            ? sql`(${collectionItems.position}, ${collectionItems.contentId}) < (${after.value}::float8, ${after.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(sql`${collectionItems.position} desc nulls last, ${collectionItems.contentId} desc nulls last`)
      .limit(limit + 1),
    presentVisible(executor, collection),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    collection: shown,
    items: page.map((row) => toPublicItem(row, collection.id)),
    nextCursor: rows.length > limit && last ? positionCursor.encode({ value: last.position, id: last.id }) : null,
  };
}

export function itemsOf({ id, userId }: Pick<VisibleCollection, 'id' | 'userId'>): SQL | undefined {
  return and(eq(collectionItems.userId, userId), eq(collectionItems.collectionId, id));
}
