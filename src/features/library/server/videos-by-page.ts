/** Pages by number: an index alone gives the ids, then the rows of one page are read. */
import type { z } from 'zod';
import type { Services } from '#infra/services.ts';
import type { libraryContract } from '../contract.ts';
import { toContentRow } from './content-rows.ts';
import { countListed, countOf, countTypes } from './counts.ts';
import { conditionOf } from './filters.ts';
import { rowsInOrder, usualRowsInOrder } from './rows-in-order.ts';

type Call = (typeof libraryContract)['user.videosByPage'];

/** Errors: those of the filters. */
export async function listVideosByPage(
  { db }: Services,
  userId: string,
  { page, pageSize, sort, ...filters }: z.output<Call['input']>,
): Promise<z.input<Call['output']>> {
  const { smartFolder, ...usual } = filters;
  const ofFolder = smartFolder === undefined ? undefined : (await conditionOf(db, userId, filters)).all;
  const pageOf = (number: number) => {
    const wanted = { userId, sort, limit: pageSize, offset: (number - 1) * pageSize };
    return ofFolder ? rowsInOrder(db, { ...wanted, where: ofFolder }) : usualRowsInOrder(db, { ...wanted, filters: usual });
  };
  // Most requested pages exist, so their rows are read without waiting for the count.
  const [typeCounts, counted, asked] = await Promise.all([
    countTypes(db, userId),
    countListed(db, userId, usual, ofFolder),
    pageOf(page),
  ]);
  const count = counted ?? countOf(typeCounts, filters.type);
  const totalPages = Math.max(1, Math.ceil(count / pageSize));
  const currentPage = Math.min(page, totalPages);
  const rows = currentPage === page ? asked : await pageOf(currentPage);
  return {
    uniqueVideos: rows.map(toContentRow),
    count,
    typeCounts,
    totalPages,
    currentPage,
    redirectedToLastPage: page > totalPages,
  };
}
