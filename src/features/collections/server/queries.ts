import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor, Tx } from '#db/client.ts';
import { isoTime } from '#db/iso-time.ts';
import { createPageCursor } from '#db/page-cursor.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { publicReports } from '#db/schema/shared-notes.ts';
import { tasks } from '#db/schema/tasks.ts';
import { writtenOnce } from '#db/written-once.ts';
import { coverPathOf, type OwnedContent } from '#features/contents/server/index.ts';
import { contentRowColumns, isItsTask, toContentRow } from '#features/library/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import type { ReportReason } from '#lib/report-reasons.ts';
import {
  type Collection,
  type CollectionDetails,
  type CollectionName,
  collectionLimits,
  type shareContract,
} from '../contract.ts';
import { coverOf, coversOf } from './covers.ts';
import { type CollectionRecord, isId, type OwnedCollection, withSlug } from './owned.ts';

type Details = (typeof shareContract)['share.getCollectionDetails'];

const toldLater = (name: 'userId' | 'which' | 'position' | 'contentId' | 'contentIds' | 'limit') => sql.placeholder(name);

type Listed = Pick<CollectionRecord, 'id' | 'slug' | 'name' | 'isPublic'>;
type Times = Pick<CollectionRecord, 'createdAt' | 'updatedAt' | 'hiddenAt'>;

export function toCollection(record: Listed & Times, count: number): Collection {
  const times = { createdAt: record.createdAt.toISOString(), updatedAt: record.updatedAt.toISOString() };
  return presentCollection({ ...record, ...times, hidden: record.hiddenAt !== null, count });
}

type Row = Listed & { hidden: boolean; createdAt: string; updatedAt: string; count: number };

function presentCollection(row: Row): Collection {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    is_public: row.isPublic,
    hidden: row.hidden,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    collection_items: [{ count: row.count }],
  };
}

export async function countItems(executor: Executor, collection: OwnedCollection): Promise<number> {
  const [row] = await executor.select({ count: sql<number>`count(*)::int` }).from(collectionItems).where(itemsOf(collection));
  return row?.count ?? 0;
}

export function itemsOf(collection: OwnedCollection) {
  return and(eq(collectionItems.userId, collection.userId), eq(collectionItems.collectionId, collection.id));
}

/** Counted by an index-only scan of the primary key, the narrowest index. All items are the owner's of the collection. */
const itemCount = sql<number>`(select count(*)::int from ${collectionItems} item where item.collection_id = ${collections}.id)`;

const listStatement = writtenOnce((executor, _form: Record<string, never>) =>
  executor
    .select({
      id: collections.id,
      slug: collections.slug,
      name: collections.name,
      isPublic: collections.isPublic,
      hidden: sql<boolean>`${collections.hiddenAt} is not null`,
      createdAt: sql<string>`${collections.createdAt}`.mapWith(isoTime),
      updatedAt: sql<string>`${collections.updatedAt}`.mapWith(isoTime),
      count: itemCount,
    })
    .from(collections)
    .where(eq(collections.userId, toldLater('userId')))
    // Matches the index, nulls included.
    .orderBy(sql`${collections.updatedAt} desc nulls last, ${collections.id} desc nulls last`)
    .limit(collectionLimits.perUser)
    .prepare(''),
);

export async function listCollections(executor: Executor, userId: string): Promise<Collection[]> {
  const rows = await listStatement(executor, {}).execute({ userId });
  return rows.map(presentCollection);
}

export async function touch(tx: Tx, collection: OwnedCollection): Promise<void> {
  await tx.update(collections).set({ updatedAt: sql`now()` }).where(eq(collections.id, collection.id));
}

export async function collectionsOf(executor: Executor, content: OwnedContent): Promise<CollectionName[]> {
  return (await namesByContent(executor, content.userId, [content.id]))[content.id] ?? [];
}

const namesStatement = writtenOnce((executor, _form: Record<string, never>) =>
  executor
    .select({
      contentId: collectionItems.contentId,
      id: collections.id,
      name: collections.name,
      is_public: collections.isPublic,
    })
    .from(collectionItems)
    .innerJoin(collections, eq(collections.id, collectionItems.collectionId))
    .where(
      and(
        eq(collectionItems.userId, toldLater('userId')),
        sql`${collectionItems.contentId} = any(${toldLater('contentIds')}::uuid[])`,
      ),
    )
    .orderBy(asc(collections.name), asc(collections.id))
    .prepare(''),
);

/** Leaves out contents without a collection, and other users' contents. */
export async function namesByContent(
  executor: Executor,
  userId: string,
  contentIds: readonly string[],
): Promise<Record<string, CollectionName[]>> {
  const rows = await namesStatement(executor, {}).execute({ userId, contentIds: [...contentIds] });
  const found = new Map<string, CollectionName[]>();
  for (const { contentId, ...name } of rows) {
    const names = found.get(contentId);
    if (names) names.push(name);
    else found.set(contentId, [name]);
  }
  return Object.fromEntries(found);
}

export async function contentIdsIn(executor: Executor, userId: string, collectionIds: readonly string[]): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ contentId: collectionItems.contentId })
    .from(collectionItems)
    .where(and(eq(collectionItems.userId, userId), inArray(collectionItems.collectionId, [...collectionIds])));
  return rows.map(({ contentId }) => contentId);
}

const positionCursor = createPageCursor(z.number());

/** Paged by position, so that no item is repeated after a concurrent change. Errors: `not_found`, also for another user's. */
export async function readCollection(
  executor: Executor,
  userId: string,
  { id, limit, cursor }: z.output<Details['input']>,
): Promise<z.input<Details['output']>> {
  const end = cursor === undefined ? null : positionCursor.decode(cursor);
  const form = { byId: isId(id), isLater: end !== null };
  const asked = { userId, which: id, limit: limit + 1, position: end?.value, contentId: end?.id };
  const [collection, rows] = await Promise.all([
    requireDetails(executor, form, asked),
    itemsStatement(executor, form).execute(asked),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    collection,
    items: page.map(toContentRow),
    nextCursor: rows.length > limit && last ? positionCursor.encode({ value: last.position, id: last.content.id }) : null,
  };
}

type Form = { byId: boolean };
const isAsked = ({ byId }: Form) =>
  and(eq(collections.userId, toldLater('userId')), byId ? eq(collections.id, toldLater('which')) : withSlug(toldLater('which')));

const itemsStatement = writtenOnce((executor, form: Form & { isLater: boolean }) => {
  const asked = executor.select({ id: collections.id }).from(collections).where(isAsked(form)).limit(1);
  return executor
    .select({ ...contentRowColumns, position: collectionItems.position })
    .from(collectionItems)
    .innerJoin(contents, and(eq(contents.userId, collectionItems.userId), eq(contents.id, collectionItems.contentId)))
    .leftJoin(tasks, isItsTask)
    .where(
      and(
        eq(collectionItems.userId, toldLater('userId')),
        eq(collectionItems.collectionId, sql`(${asked})`),
        form.isLater
          ? sql`(${collectionItems.position}, ${collectionItems.contentId}) < (${toldLater('position')}::float8, ${toldLater('contentId')}::uuid)`
          : undefined,
      ),
    )
    .orderBy(sql`${collectionItems.position} desc nulls last, ${collectionItems.contentId} desc nulls last`)
    .limit(toldLater('limit'))
    .prepare('');
});

/** Reasons only: messages may tell who wrote them. */
const reportedFor = sql<ReportReason[]>`case when ${collections.hiddenAt} is null then '{}' else
  array(select distinct report.reason from ${publicReports} report where report.collection_id = ${collections}.id order by 1) end`;

const detailsStatement = writtenOnce((executor, form: Form) =>
  executor
    .select({ collection: getTableColumns(collections), count: itemCount, cover: coverOf(), hiddenFor: reportedFor })
    .from(collections)
    .where(isAsked(form))
    .prepare(''),
);

async function requireDetails(
  executor: Executor,
  { byId }: Form,
  asked: { userId: string; which: string },
): Promise<CollectionDetails> {
  const [found] = await detailsStatement(executor, { byId }).execute(asked);
  if (!found) throw new AppError('not_found');
  const { collection, count, cover, hiddenFor } = found;
  return {
    ...toCollection(collection, count),
    description: collection.description,
    cover_content_id: collection.coverContentId,
    cover_url: cover ? coverPathOf(cover) : null,
    published_at: collection.publishedAt?.toISOString() ?? null,
    hidden_for: hiddenFor,
  };
}

export async function coverPaths(
  executor: Executor,
  userId: string,
  collectionIds: readonly string[],
): Promise<Record<string, string>> {
  const covers = await coversOf(executor, collectionIds, eq(collections.userId, userId));
  return Object.fromEntries(
    [...covers].flatMap(([id, cover]) => {
      const path = coverPathOf(cover);
      return path === null ? [] : [[id, path]];
    }),
  );
}
