import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { contents } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { libraryContract } from '../contract.ts';

export async function listTags(
  { db }: Services,
  userId: string,
): Promise<z.input<(typeof libraryContract)['user.tags']['output']>> {
  const tag = sql<string>`unnest(${contents.noteTags})`.as('tag');
  const used = db.select({ tag }).from(contents).where(eq(contents.userId, userId)).as('used');
  const count = sql<number>`count(*)::int`;
  const tags = await db.select({ tag: used.tag, count }).from(used).groupBy(used.tag).orderBy(desc(count), used.tag);
  return { tags };
}

type DaysCall = (typeof libraryContract)['user.noteDays'];

/** Errors: `bad_request` for a time zone that the database does not know. */
export async function countNoteDays(
  { db }: Services,
  userId: string,
  { from, to, zone }: z.output<DaysCall['input']>,
): Promise<z.input<DaysCall['output']>> {
  const day = sql<string>`to_char(${contents.updatedAt} at time zone ${zone}, 'YYYY-MM-DD')`;
  const start = sql`${from}::date::timestamp`;
  const end = to === undefined ? sql`${start} + interval '12 months'` : sql`${to}::date::timestamp + interval '1 day'`;
  try {
    const days = await db
      .select({ day, count: sql<number>`count(*)::int` })
      .from(contents)
      .where(
        and(
          eq(contents.userId, userId),
          isNotNull(contents.note),
          sql`${contents.updatedAt} >= ${start} at time zone ${zone}`,
          sql`${contents.updatedAt} < (${end}) at time zone ${zone}`,
        ),
      )
      .groupBy(sql`1`)
      .orderBy(sql`1`);
    return { days };
  } catch (error) {
    if (isUnknownZone(error)) throw new AppError('bad_request', { cause: error, params: { field: 'zone' } });
    throw error;
  }
}

function isUnknownZone(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if ('code' in at && at.code === '22023') return true;
  return false;
}
