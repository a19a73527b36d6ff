import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { writtenOnce } from '#db/written-once.ts';
import { AppError } from '#lib/app-error.ts';
import { smartFolderLimits } from '#lib/input-limits.ts';
import type { SmartFolder } from '../contract.ts';
import { hostOf, languageOf } from './columns.ts';
import { conditionOf, type Definition } from './condition.ts';

type Folder = Definition & { name: string };
type FolderRow = typeof smartFolders.$inferSelect;

const mostChoices = 50;

function toFolder({ id, name, tags, matchType, rules, createdAt }: FolderRow): SmartFolder {
  return { id, name, tags, match_type: matchType, rules, created_at: createdAt.toISOString() };
}

/** Up to this many folders are counted by their own indexes; more, in one scan of all contents. */
const few = 4;

const ownFolders = writtenOnce((db) =>
  db
    .select()
    .from(smartFolders)
    .where(eq(smartFolders.userId, sql.placeholder('userId')))
    .orderBy(asc(smartFolders.createdAt), asc(smartFolders.id))
    .prepare(''),
);

/** Counts all folders in one statement. */
export async function listFolders(db: Db, userId: string): Promise<(SmartFolder & { count: number })[]> {
  const folders = await ownFolders(db, {}).execute({ userId });
  if (folders.length === 0) return [];
  const conditions = folders.map((folder) => conditionOf(userId, folder));
  const own = eq(contents.userId, userId);
  const counts =
    folders.length <= few
      ? conditions.map((condition) => sql`(select count(*)::int from ${contents} where ${and(own, condition)})`)
      : conditions.map((condition) => sql`count(*) filter (where ${condition})::int`);
  const from = folders.length <= few ? sql`` : sql` from ${contents} where ${own}`;
  const { rows } = await db.execute<{ counts: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts${from}`);
  return folders.map((folder, place) => ({ ...toFolder(folder), count: rows[0]?.counts[place] ?? 0 }));
}

export async function countDefinition(executor: Executor, userId: string, definition: Definition): Promise<number> {
  const [row] = await executor
    .select({ count: sql<number>`count(*)::int` })
    .from(contents)
    .where(and(eq(contents.userId, userId), conditionOf(userId, definition)));
  return row?.count ?? 0;
}

/** `id`, `createdAt`: of a deleted folder to restore. Errors: `smart_folder_limit`, `smart_folder_exists`. */
export async function createFolder(
  db: Db,
  userId: string,
  { id, createdAt, ...folder }: Folder & { id?: string | undefined; createdAt?: Date | undefined },
): Promise<SmartFolder> {
  return db.transaction(async (tx) => {
    // Concurrent requests must not both take the last place.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`smart-folders:${userId}`}, 0))`);
    const count = await tx.$count(smartFolders, eq(smartFolders.userId, userId));
    if (count >= smartFolderLimits.perUser)
      throw new AppError('smart_folder_limit', { params: { most: smartFolderLimits.perUser } });
    const [made] = await tx
      .insert(smartFolders)
      .values({
        ...(id === undefined ? {} : { id }),
        ...(createdAt === undefined ? {} : { createdAt: sql`least(${createdAt.toISOString()}::timestamptz, now())` }),
        userId,
        ...asColumns(folder),
      })
      .onConflictDoNothing()
      .returning();
    if (!made) throw new AppError('smart_folder_exists');
    return toFolder(made);
  });
}

/** Errors: `not_found`. */
export async function updateFolder(db: Db, userId: string, id: string, folder: Folder): Promise<SmartFolder> {
  const [changed] = await db.update(smartFolders).set(asColumns(folder)).where(ownFolder(userId, id)).returning();
  if (!changed) throw new AppError('not_found');
  return toFolder(changed);
}

/** Errors: `not_found`. */
export async function deleteFolder(db: Db, userId: string, id: string): Promise<void> {
  const deleted = await db.delete(smartFolders).where(ownFolder(userId, id)).returning({ id: smartFolders.id });
  if (deleted.length === 0) throw new AppError('not_found');
}

export async function listChoices(db: Db, userId: string) {
  const valuesOf = async (value: SQL<string | null>) => {
    const count = sql<number>`count(*)::int`;
    const rows = await db
      .select({ value: sql<string>`${value}`, count })
      .from(contents)
      .where(and(eq(contents.userId, userId), isNotNull(value), sql`${value} <> ''`))
      .groupBy(sql`1`)
      .orderBy(desc(count), sql`1`)
      .limit(mostChoices);
    return rows;
  };
  const [sites, languages] = await Promise.all([valuesOf(hostOf), valuesOf(languageOf)]);
  return {
    sites: sites.map(({ value, count }) => ({ site: value, count })),
    languages: languages.map(({ value, count }) => ({ language: value, count })),
  };
}

const asColumns = ({ name, tags, matchType, rules }: Folder) => ({ name, tags: [...new Set(tags)], matchType, rules });
const ownFolder = (userId: string, id: string) => and(eq(smartFolders.userId, userId), eq(smartFolders.id, id));
