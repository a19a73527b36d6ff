/** Makes missing digests, also for weeks in which no server ran. The server that inserts the row queues the mail's job. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { subscriptions } from '#db/schema/channels.ts';
import { digestSettings, digests } from '#db/schema/digests.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { addDays, type Week, weekAt, weekOfDay } from '#lib/weeks.ts';
import { mailDigestJob } from '../../jobs.ts';
import { collectedOf, zCollected } from './collect-week.ts';

const weeksBack = 4;
const weeksKept = 53;
const usersAtOnce = 100;
/** After this time, everything found before midnight is stored. */
const graceMs = 5 * 60_000;

type Needs = Pick<Services, 'db' | 'jobs' | 'settings'>;

export function createMakeDigests(services: Needs): JobHandler<Record<string, never>> {
  return {
    async run(_payload, { signal }) {
      const { db, settings } = services;
      const zone = settings.model.timeZone;
      const current = weekAt(new Date(Date.now() - graceMs), zone);
      for (let back = weeksBack; back >= 1; back--) {
        const week = weekOfDay(addDays(current.week, -7 * back), zone);
        while (!signal.aborted && (await makeSome(services, week, { withMail: back === 1 })) === usersAtOnce);
      }
      await db.delete(digests).where(lt(digests.week, addDays(current.week, -7 * weeksKept)));
    },
  };
}

const zMissing = z.array(zCollected.extend({ user_id: z.string() }));

/** Returns the number of users whose digest was missing. */
async function makeSome(services: Needs, week: Week, { withMail }: { withMail: boolean }): Promise<number> {
  return services.db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      select missing.user_id, found.items, found.left_out
      from (select followed.user_id from ${subscriptions} followed
        where followed.ended_at is null and followed.followed_at < ${week.until.toISOString()}::timestamptz
          and not exists (select 1 from ${digests} made where made.user_id = followed.user_id and made.week = ${week.week})
        group by followed.user_id order by followed.user_id limit ${usersAtOnce}) missing
      cross join lateral (${collectedOf(sql`missing.user_id`, week)}) found`);
    const missing = zMissing.parse(rows);
    if (missing.length === 0) return 0;
    const made = await tx
      .insert(digests)
      .values(missing.map((row) => ({ userId: row.user_id, week: week.week, items: row.items, leftOut: row.left_out })))
      .onConflictDoNothing()
      .returning({ userId: digests.userId, items: sql<number>`jsonb_array_length(${digests.items})` });
    if (withMail && services.settings.mailsAreSent) {
      const full = made.flatMap(({ userId, items }) => (items > 0 ? [userId] : []));
      const readers = await tx
        .select({ userId: digestSettings.userId })
        .from(digestSettings)
        .where(and(inArray(digestSettings.userId, full), eq(digestSettings.mail, true)));
      for (const { userId } of readers) await services.jobs.enqueue(tx, mailDigestJob, { userId, week: week.week });
    }
    return missing.length;
  });
}
