/** Pages by number: their ids come from an index alone, then the rows of one page are read. */
import type { z } from 'zod';
import { contents } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';
import type { libraryContract } from '../contract.ts';
import { contentRowsOf } from './content-rows.ts';
import { countOf, countTypes, countWhere } from './counts.ts';
import { conditionOf } from './filters.ts';
import { sortingOf } from './sorting.ts';

type Call = (typeof libraryContract)['user.videosByPage'];

/** Errors: those of the filters. */
export async function listVideosByPage(
  { db }: Services,
  userId: string,
  { page, pageSize, sort, ...filters }: z.output<Call['input']>,
): Promise<z.input<Call['output']>> {
  const { all, beyondType } = await conditionOf(db, userId, filters);
  const [typeCounts, counted] = await Promise.all([countTypes(db, userId), beyondType ? countWhere(db, all) : null]);
  const count = counted ?? countOf(typeCounts, filters.type);
  const totalPages = Math.max(1, Math.ceil(count / pageSize));
  const currentPage = Math.min(page, totalPages);
  const ids = await db
    .select({ id: contents.id })
    .from(contents)
    .where(all)
    .orderBy(...sortingOf(sort).order)
    .limit(pageSize)
    .offset((currentPage - 1) * pageSize);
  const rows = await contentRowsOf(
    db,
    userId,
    ids.map(({ id }) => id),
  );
  return {
    uniqueVideos: ids.flatMap(({ id }) => rows.get(id) ?? []),
    count,
    typeCounts,
    totalPages,
    currentPage,
    redirectedToLastPage: page > totalPages,
  };
}
