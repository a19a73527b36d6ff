import { eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { writtenOnce } from '#db/written-once.ts';
import { type ContentType, contentTypes } from '#lib/content-type.ts';
import { conditionTold, type FilterForm, filterFormOf, filterValuesOf, isBeyondType, type UsualFilters } from './filters.ts';

export type TypeCounts = Record<ContentType, number>;

const typeCountStatement = writtenOnce((executor) =>
  executor
    .select({ type: contents.contentType, count: sql<number>`count(*)::int` })
    .from(contents)
    .where(eq(contents.userId, sql.placeholder('userId')))
    .groupBy(contents.contentType)
    .prepare(''),
);

/** An index-only scan, also for 100,000 contents. */
export async function countTypes(executor: Executor, userId: string): Promise<TypeCounts> {
  const rows = await typeCountStatement(executor, {}).execute({ userId });
  const counts = { longVideo: 0, shortVideo: 0, audio: 0, online: 0, local: 0 };
  for (const { type, count } of rows) counts[type] = count;
  return counts;
}

export function countOf(counts: TypeCounts, type: ContentType | undefined): number {
  return type === undefined ? contentTypes.reduce((sum, each) => sum + counts[each], 0) : counts[type];
}

async function countWhere(executor: Executor, condition: SQL | undefined): Promise<number> {
  const [row] = await executor.select({ count: sql<number>`count(*)::int` }).from(contents).where(condition);
  return row?.count ?? 0;
}

const usualCountStatement = writtenOnce((executor, form: FilterForm) =>
  executor.select({ count: sql<number>`count(*)::int` }).from(contents).where(conditionTold(form)).prepare(''),
);

/** Null where the counts per type give it. `ofFolder`: the whole condition where a smart folder is among the filters. */
export async function countListed(
  executor: Executor,
  userId: string,
  filters: UsualFilters,
  ofFolder: SQL | undefined,
): Promise<number | null> {
  if (ofFolder) return countWhere(executor, ofFolder);
  const form = filterFormOf(filters);
  if (!isBeyondType(form)) return null;
  const [row] = await usualCountStatement(executor, form).execute({ userId, ...filterValuesOf(filters) });
  return row?.count ?? 0;
}
