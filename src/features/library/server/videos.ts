/** Pages follow a cursor, so that rows that move neither repeat nor hide others. */
import { and } from 'drizzle-orm';
import type { z } from 'zod';
import type { Services } from '#infra/services.ts';
import type { libraryContract } from '../contract.ts';
import { toContentRow } from './content-rows.ts';
import { countListed, countOf, countTypes } from './counts.ts';
import { conditionOf } from './filters.ts';
import { rowsInOrder, usualRowsInOrder } from './rows-in-order.ts';
import { sortingOf } from './sorting.ts';

type Call = (typeof libraryContract)['user.videos'];

/** Errors: `bad_request` for an invalid cursor, those of the filters. */
export async function listVideos(
  { db }: Services,
  userId: string,
  { limit, cursor, sort, ...filters }: z.output<Call['input']>,
): Promise<z.input<Call['output']>> {
  const { endOf, behind, cursorOf } = sortingOf(sort);
  const end = cursor === undefined ? undefined : endOf(cursor);
  const { smartFolder, ...usual } = filters;
  const ofFolder = smartFolder === undefined ? undefined : (await conditionOf(db, userId, filters)).all;
  // The counts take longest, so their queries are sent first.
  const [typeCounts, count, rows] = await Promise.all([
    countTypes(db, userId),
    countListed(db, userId, usual, ofFolder),
    ofFolder
      ? rowsInOrder(db, { userId, sort, where: and(ofFolder, end && behind(end)), limit: limit + 1 })
      : usualRowsInOrder(db, { userId, sort, filters: usual, end, limit: limit + 1 }),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    uniqueVideos: page.map(toContentRow),
    count: count ?? countOf(typeCounts, filters.type),
    typeCounts,
    nextCursor: rows.length > limit && last ? cursorOf({ value: last.at, id: last.content.id }) : null,
  };
}
