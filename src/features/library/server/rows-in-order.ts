/** A page of a list: where there is an index, it alone gives the ids in order; their columns are read after that. */
import { and, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import type { PageEnd } from '#db/page-cursor.ts';
import { contents } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { tasks } from '#db/schema/tasks.ts';
import { writtenOnce } from '#db/written-once.ts';
import { readSort, type Sort } from '../shared/sorts.ts';
import { contentRowColumns, isItsTask } from './content-rows.ts';
import { conditionTold, type FilterForm, filterFormOf, filterValuesOf, type UsualFilters } from './filters.ts';
import { sortingOf } from './sorting.ts';

type Count = number | Placeholder;
type Wanted = {
  userId: string | Placeholder;
  sort: Sort | undefined;
  where: SQL | undefined;
  limit?: Count;
  offset?: Count;
};

/** `where` must include the owner. */
export function idsInOrder(executor: Executor, { userId, sort, where, limit, offset }: Wanted) {
  const { order, key } = sortingOf(sort);
  const ids = executor
    .select({ id: contents.id, key: key.as('sort_key') })
    .from(contents)
    .$dynamic();
  if (isByHighlights(sort)) {
    // One grouped count: a subquery per content would look up its highlights row by row.
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

/** Without an offset, rows are read in order. With one, only the index is read for the rows that are skipped. */
export function rowsInOrder(executor: Executor, wanted: Wanted & { limit: Count }) {
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

const toldLater = <Name extends string>(name: Name) => sql.placeholder(name);
const usualStatement = writtenOnce((executor, { sort, isLater, isFurther, ...filters }: UsualForm) =>
  rowsInOrder(executor, {
    userId: toldLater('userId'),
    sort,
    where: and(
      conditionTold(filters),
      isLater ? sortingOf(sort).behind({ value: toldLater('value'), id: toldLater('id') }) : undefined,
    ),
    limit: toldLater('limit'),
    ...(isFurther ? { offset: toldLater('offset') } : {}),
  }).prepare(''),
);
type UsualForm = FilterForm & { sort: Sort | undefined; isLater: boolean; isFurther: boolean };
type UsualList = {
  userId: string;
  sort: Sort | undefined;
  filters: UsualFilters;
  limit: number;
  offset?: number;
  end?: PageEnd<string | number> | undefined;
};

/** All lists but those of smart folders. */
export function usualRowsInOrder(executor: Executor, { sort, filters, offset = 0, end, ...values }: UsualList) {
  const form = { ...filterFormOf(filters), sort, isLater: end !== undefined, isFurther: offset > 0 };
  return usualStatement(executor, form).execute({ ...values, ...filterValuesOf(filters), ...end, offset });
}

const isByHighlights = (sort: Sort | undefined) => sort !== undefined && readSort(sort).column === 'highlights';
