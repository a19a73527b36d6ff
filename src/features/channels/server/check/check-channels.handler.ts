/** Looks at every channel that is due, however long the server was down, at the pace of each site. */
import { and, asc, eq, exists, isNull, lte, ne, sql } from 'drizzle-orm';
import { channels, subscriptions } from '#db/schema/channels.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { createWaker, type Waker } from '#infra/tasks/waker.ts';
import { AppError } from '#lib/app-error.ts';
import { beginSummaries } from '../automatic/begin-summaries.ts';
import type { ChannelRecord } from '../subscriptions.ts';
import { checkChannel } from './check-channel.ts';
import { createSiteWaits } from './site-waits.ts';

const atOnce = 4;
/** Ends before the next minute's job begins. */
const turnMs = 50_000;
/** Channels that become due by themselves in the meantime are seen after at most this time. */
const longestIdleMs = 15_000;
const shortestIdleMs = 50;
/** A channel whose worker was killed is looked at again after this time. */
const claimMinutes = 10;

export function createCheckChannels(services: Services): JobHandler<Record<string, never>> {
  return {
    async run(_payload, { signal }) {
      const until = Date.now() + turnMs;
      const waits = createSiteWaits(services.settings.siteGapFactor);
      let looked = true;
      let beginning: Promise<void> | null = null;
      // A site that has to be left alone for a while must not hold up the notes of all others.
      const beginWhatIsNew = async () => {
        if (!looked) return;
        beginning ??= beginSummaries(services, signal).finally(() => {
          beginning = null;
        });
        looked = false;
        await beginning;
      };
      const wakers = Array.from({ length: atOnce }, () => createWaker(signal));
      const wakeAll = () => {
        for (const waker of wakers) waker.wake();
      };
      let looking = 0;
      const look = async (channel: ChannelRecord) => {
        looking++;
        try {
          const waitMs = await checkChannel(services, channel, signal);
          looked = true;
          if (waitMs > 0) await putOff(services, channel, waits.next(channel.address, waitMs));
        } finally {
          looking--;
          // The others may have waited only for this.
          if (looking === 0) wakeAll();
        }
      };
      const work = async (waker: Waker) => {
        while (!signal.aborted && Date.now() < until) {
          const channel = await claimDue(services);
          if (channel) {
            await look(channel);
            continue;
          }
          await beginWhatIsNew();
          const freeAt = waits.nextFreeAt() ?? Number.POSITIVE_INFINITY;
          // No second job begins while this one runs: while one channel is slow, the others that become due are looked at here.
          if (looking === 0 && freeAt > until) return;
          await waker.wait(Math.min(longestIdleMs, Math.max(shortestIdleMs, freeAt - Date.now())));
        }
      };
      const unsubscribe = services.events.subscribe((told) => {
        if (told === null || told.type === 'channels_due') wakeAll();
      });
      try {
        await Promise.all(wakers.map(work));
      } finally {
        unsubscribe();
        for (const waker of wakers) waker.close();
      }
      if (signal.aborted) throw new AppError('cancelled', { cause: signal.reason });
      await beginWhatIsNew();
    },
  };
}

const isFollowed = ({ db }: Services) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(subscriptions)
      .where(and(eq(subscriptions.channelId, channels.id), isNull(subscriptions.endedAt))),
  );

/** Locks and marks the channel, so that no other process takes it. */
async function claimDue(services: Services): Promise<ChannelRecord | null> {
  const due = services.db
    .select({ id: channels.id })
    .from(channels)
    .where(and(ne(channels.state, 'gone'), lte(channels.nextCheckAt, sql`now()`), isFollowed(services)))
    .orderBy(asc(channels.nextCheckAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await services.db
    .update(channels)
    .set({ nextCheckAt: sql`now() + make_interval(mins => ${claimMinutes})` })
    .where(eq(channels.id, sql`(${due})`))
    .returning();
  return claimed ?? null;
}

async function putOff({ db }: Services, { id }: ChannelRecord, ms: number): Promise<void> {
  await db
    .update(channels)
    .set({ nextCheckAt: new Date(Date.now() + ms) })
    .where(eq(channels.id, id));
}
