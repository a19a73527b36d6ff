/** Paged by position, so that moving rows neither repeat nor hide others. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { timeCursor } from '#db/page-cursor.ts';
import { contents } from '#db/schema/content.ts';
import { tasks } from '#db/schema/tasks.ts';
import type { Services } from '#infra/services.ts';
import type { libraryContract } from '../contract.ts';
import { contentRowColumns, toContentRow } from './content-rows.ts';
import { countOf, countTypes, countWhere } from './counts.ts';
import { conditionOf } from './filters.ts';

type Call = (typeof libraryContract)['user.videos'];

/** Errors: `bad_request` for a cursor that is none, those of the filters. */
export async function listVideos(
  { db }: Services,
  userId: string,
  { limit, cursor, ...filters }: z.output<Call['input']>,
): Promise<z.input<Call['output']>> {
  const after = cursor === undefined ? null : timeCursor.decode(cursor);
  const { all, beyondType } = await conditionOf(db, userId, filters);
  const reading = db
    .select({
      ...contentRowColumns,
      // The database's precision: a JavaScript date would lose microseconds and repeat rows at page edges.
      at: sql<string>`to_char(${contents.updatedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(contents)
    .leftJoin(tasks, eq(tasks.id, contents.activeRunId))
    .where(
      and(
        all,
        after ? sql`(${contents.updatedAt}, ${contents.id}) < (${after.value}::timestamptz, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(contents.updatedAt), desc(contents.id))
    .limit(limit + 1);
  const [rows, typeCounts, count] = await Promise.all([reading, countTypes(db, userId), beyondType ? countWhere(db, all) : null]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    uniqueVideos: page.map(toContentRow),
    count: count ?? countOf(typeCounts, filters.type),
    typeCounts,
    nextCursor: rows.length > limit && last ? timeCursor.encode({ value: last.at, id: last.content.id }) : null,
  };
}
