/** Looks at every channel that is due, however long the server was down, at the pace of each site. */
import { and, asc, eq, exists, isNull, lte, ne, sql } from 'drizzle-orm';
import { channels, subscriptions } from '#db/schema/channels.ts';
import { requestGapOf } from '#engine/sites/request-gap.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { sleep } from '#lib/sleep.ts';
import { beginSummaries } from '../automatic/begin-summaries.ts';
import type { ChannelRecord } from '../subscriptions.ts';
import { checkChannel } from './check-channel.ts';

const atOnce = 4;
/** Ends before the next minute's job begins. */
const turnMs = 50_000;
/** A channel whose worker was killed is looked at again after this time. */
const claimMinutes = 10;

export function createCheckChannels(services: Services): JobHandler<Record<string, never>> {
  return {
    async run(_payload, { signal }) {
      const until = Date.now() + turnMs;
      const waits = createWaits(services);
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
      const work = async () => {
        while (!signal.aborted && Date.now() < until) {
          const channel = await claimDue(services);
          if (channel) {
            const waitMs = await checkChannel(services, channel, signal);
            looked = true;
            if (waitMs > 0) await putOff(services, channel, waits.next(channel.address, waitMs));
            continue;
          }
          await beginWhatIsNew();
          const idleMs = waits.untilFree();
          if (idleMs === null || Date.now() + idleMs > until) return;
          await sleep(idleMs, signal);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
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

/** Schedules the channels that wait for the same site, one gap apart. */
function createWaits({ settings }: Services) {
  const freeAt = new Map<string, number>();
  return {
    /** In how many ms this channel can be looked at. */
    next(address: string, waitMs: number): number {
      const { id, gapMs } = requestGapOf(address);
      const at = Math.max(Date.now() + waitMs, (freeAt.get(id) ?? 0) + gapMs * settings.siteGapFactor);
      freeAt.set(id, at);
      return at - Date.now();
    },
    /** How many ms to wait for the next of the waiting channels; null when none waits. */
    untilFree(): number | null {
      const times = [...freeAt.values()].filter((at) => at > Date.now());
      return times.length === 0 ? null : Math.max(50, Math.min(1_000, ...times.map((at) => at - Date.now())));
    },
  };
}
