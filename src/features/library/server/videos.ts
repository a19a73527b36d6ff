/** Paged by position, so that moving rows neither repeat nor hide others. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { timeCursor } from '#db/page-cursor.ts';
import { contents } from '#db/schema/content.ts';
import { tasks } from '#db/schema/tasks.ts';
import type { Services } from '#infra/services.ts';
import { type ContentType, contentTypes } from '#lib/content-type.ts';
import type { libraryContract } from '../contract.ts';
import { contentRowColumns, toContentRow } from './content-rows.ts';

type Call = (typeof libraryContract)['user.videos'];

export async function listVideos(
  services: Services,
  userId: string,
  input: z.output<Call['input']>,
): Promise<z.input<Call['output']>> {
  const after = input.cursor === undefined ? null : timeCursor.decode(input.cursor);
  const reading = services.db
    .select({
      ...contentRowColumns,
      // The database's precision: a JavaScript date would lose microseconds and repeat rows at page edges.
      at: sql<string>`to_char(${contents.updatedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(contents)
    .leftJoin(tasks, eq(tasks.id, contents.activeRunId))
    .where(
      and(
        eq(contents.userId, userId),
        input.type === undefined ? undefined : eq(contents.contentType, input.type),
        after ? sql`(${contents.updatedAt}, ${contents.id}) < (${after.value}::timestamptz, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(contents.updatedAt), desc(contents.id))
    .limit(input.limit + 1);
  const [rows, typeCounts] = await Promise.all([reading, countTypes(services, userId)]);
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    uniqueVideos: page.map(toContentRow),
    count: input.type === undefined ? contentTypes.reduce((sum, type) => sum + typeCounts[type], 0) : typeCounts[input.type],
    typeCounts,
    nextCursor: rows.length > input.limit && last ? timeCursor.encode({ value: last.at, id: last.content.id }) : null,
  };
}

/** An index-only scan, also for 100,000 contents. */
async function countTypes(services: Services, userId: string): Promise<Record<ContentType, number>> {
  const rows = await services.db
    .select({ type: contents.contentType, count: sql<number>`count(*)::int` })
    .from(contents)
    .where(eq(contents.userId, userId))
    .groupBy(contents.contentType);
  const counts = { longVideo: 0, shortVideo: 0, audio: 0, online: 0, local: 0 };
  for (const { type, count } of rows) counts[type] = count;
  return counts;
}
