/** A page of a list: its ids in their order by an index alone, where there is one, then what is shown of those. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { tasks } from '#db/schema/tasks.ts';
import { readSort, type Sort } from '../shared/sorts.ts';
import { contentRowColumns, isItsTask } from './content-rows.ts';
import { sortingOf } from './sorting.ts';

type Wanted = { userId: string; sort: Sort | undefined; where: SQL | undefined; limit?: number; offset?: number };

/** `where`: with the owner. */
export function idsInOrder(executor: Executor, { userId, sort, where, limit, offset }: Wanted) {
  const { order, key } = sortingOf(sort);
  const ids = executor
    .select({ id: contents.id, key: key.as('sort_key') })
    .from(contents)
    .$dynamic();
  if (isByHighlights(sort)) {
    // One grouped count: a subquery for each content would look the highlights up once per row.
    const marked = executor
      .select({ contentId: userContentHighlights.contentId, count: sql<number>`count(*)::int`.as('count') })
      .from(userContentHighlights)
      .where(and(eq(userContentHighlights.userId, userId), isNull(userContentHighlights.deletedAt)))
      .groupBy(userContentHighlights.contentId)
      .as('marked');
    ids.leftJoin(marked, eq(marked.contentId, contents.id));
  }
  ids.where(where).orderBy(...order);
  if (limit !== undefined) ids.limit(limit);
  if (offset !== undefined) ids.offset(offset);
  return ids;
}

/** From the beginning or a place: read as it is ordered. Further on by number: what is passed over is read in the index alone. */
export function rowsInOrder(executor: Executor, wanted: Wanted & { limit: number }) {
  const { sort, where, limit, offset = 0 } = wanted;
  const { inOrder, placeOf, key, order } = sortingOf(sort);
  if (offset === 0 && !isByHighlights(sort))
    return executor
      .select({ ...contentRowColumns, at: placeOf(key) })
      .from(contents)
      .leftJoin(tasks, isItsTask)
      .where(where)
      .orderBy(...order)
      .limit(limit);
  const ids = idsInOrder(executor, wanted).as('ids');
  return executor
    .select({ ...contentRowColumns, at: placeOf(ids.key) })
    .from(ids)
    .innerJoin(contents, and(eq(contents.userId, wanted.userId), eq(contents.id, ids.id)))
    .leftJoin(tasks, isItsTask)
    .orderBy(inOrder(ids.key), inOrder(ids.id));
}

const isByHighlights = (sort: Sort | undefined) => sort !== undefined && readSort(sort).column === 'highlights';
