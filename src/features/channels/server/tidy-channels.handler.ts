import { and, eq, isNotNull, lt, notExists, sql } from 'drizzle-orm';
import { channels, subscriptions } from '#db/schema/channels.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';

export function createTidyChannels({ db }: Services): JobHandler<Record<string, never>> {
  return {
    async run() {
      await db
        .delete(subscriptions)
        .where(and(isNotNull(subscriptions.endedAt), lt(subscriptions.endedAt, sql`now() - interval '1 day'`)));
      const followed = db.select({ one: sql`1` }).from(subscriptions).where(eq(subscriptions.channelId, channels.id));
      await db.delete(channels).where(and(lt(channels.createdAt, sql`now() - interval '1 day'`), notExists(followed)));
    },
  };
}
