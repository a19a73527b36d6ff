import { desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { channelEntries, channels } from '#db/schema/channels.ts';
import type { ChannelReading, Validators } from '#engine/channels/channel.ts';
import { siteChannel } from '#engine/channels/find-channel.ts';
import { readChannel } from '#engine/channels/read-channel.ts';
import type { EnginePorts } from '#engine/ports.ts';
import type { ChannelAddress } from '#engine/sites/site.ts';
import { readOnlyPorts } from '#features/ingest/server/index.ts';
import { pauseSite, takeSiteTurn } from '#features/summaries/server/index.ts';
import type { Services } from '#infra/services.ts';
import { type AppError, findAppError, hasCode } from '#lib/app-error.ts';
import { entriesPerLook } from '../follow.ts';
import { storeNews } from '../store-news.ts';
import { type ChannelRecord, dueSoon } from '../subscriptions.ts';
import { moveChannel } from './move-channel.ts';
import { cadenceMs, pauseMs, withJitter } from './next-check.ts';

/** The limit of a whole look, enough for 20 MB over a slow line. */
const lookTimeoutMs = 90_000;

/** Returns how long (ms) the site must be left alone first; 0 after a look. Throws only when the server is stopping or broken. */
export async function checkChannel(services: Services, channel: ChannelRecord, signal: AbortSignal): Promise<number> {
  const waitMs = await takeSiteTurn(services, channel.address);
  if (waitMs > 0) return waitMs;
  const look = AbortSignal.any([signal, AbortSignal.timeout(lookTimeoutMs)]);
  try {
    const { address, reading } = await readAt(channel, backgroundPorts(services), look);
    await services.db.transaction((tx) => keepReading(tx, channel, address, reading));
  } catch (error) {
    const failed = findAppError(error);
    if (signal.aborted || !failed || hasCode(failed, 'database_unavailable')) throw error;
    if (failed.retry?.afterMs !== undefined) await pauseSite(services, channel.address, failed);
    await services.db.transaction((tx) => keepFailure(tx, channel, failed));
    services.logger.debug({ channel: channel.id, code: failed.code }, 'a channel did not answer');
  }
  return 0;
}

/** Ports for background work, without the limits of requests that a user waits for. */
function backgroundPorts(services: Services): EnginePorts {
  return { ...readOnlyPorts(services), compute: services.compute };
}

async function readAt(channel: ChannelRecord, ports: EnginePorts, signal: AbortSignal) {
  const context = { ports, signal, limit: entriesPerLook };
  const { byFeed, url, kind, etag, lastModified, hash } = channel;
  const own: ChannelAddress = { kind, url, feed: byFeed ? channel.address : null };
  // An OPML file from another reader gives only the address of the feed.
  const ofSite = channel.state === 'new' ? await siteChannel(new URL(channel.address), context) : null;
  const address = ofSite ?? own;
  const reading = await readChannel({ ...address, named: channel.named }, { etag, lastModified, hash }, context);
  return { address, reading };
}

async function keepReading(tx: Tx, found: ChannelRecord, address: ChannelAddress, reading: ChannelReading): Promise<void> {
  const channel = await lock(tx, found.id);
  if (!channel) return;
  const byFeed = address.feed !== null;
  const answered = { state: 'active' as const, failures: 0, problem: null, checkedAt: sql`now()`, answeredAt: sql`now()` };
  if (reading.state === 'unchanged') {
    const kept = reading.feed === channel.address ? channel : await moveChannel(tx, channel, reading.feed);
    // What another channel has at that place was not read: it is looked at by itself.
    const at = kept.id === channel.id ? { ...answered, nextCheckAt: await nextCheck(tx, kept.id, byFeed) } : dueSoon;
    await tx.update(channels).set(at).where(eq(channels.id, kept.id));
    return;
  }
  const { news, validators, feed } = reading;
  // A list read in place of the feed says nothing about the feed, which is asked again as before.
  const marks: Partial<Validators> = byFeed && feed === null ? {} : validators;
  const at = byFeed ? (feed ?? channel.address) : address.url;
  const kept = at === channel.address ? channel : await moveChannel(tx, channel, at);
  await storeNews(tx, kept.id, news.entries, { first: kept.state === 'new' });
  // A feed that names itself no more keeps the name that it had.
  const title = news.title ?? kept.title;
  const about = { title, kind: news.kind, byFeed, url: kept.state === 'new' ? (news.url ?? address.url) : kept.url };
  await tx
    .update(channels)
    .set({ ...answered, ...about, ...marks, nextCheckAt: await nextCheck(tx, kept.id, byFeed) })
    .where(eq(channels.id, kept.id));
}

async function lock(tx: Tx, id: string): Promise<ChannelRecord | undefined> {
  const [row] = await tx.select().from(channels).where(eq(channels.id, id)).for('update');
  return row;
}

async function nextCheck(tx: Tx, channelId: string, byFeed: boolean): Promise<Date> {
  const rows = await tx
    .select({ publishedAt: channelEntries.publishedAt })
    .from(channelEntries)
    .where(eq(channelEntries.channelId, channelId))
    .orderBy(desc(channelEntries.listedAt), desc(channelEntries.id))
    .limit(20);
  const dates = rows.flatMap(({ publishedAt }) => publishedAt ?? []);
  return new Date(Date.now() + withJitter(cadenceMs(dates, Date.now(), { byFeed }), Math.random()));
}

async function keepFailure(tx: Tx, found: ChannelRecord, error: AppError): Promise<void> {
  const channel = await lock(tx, found.id);
  if (!channel) return;
  const failures = channel.failures + 1;
  const status = error.code === 'fetch_status' && typeof error.params.status === 'number' ? error.params.status : null;
  const silentMs = Date.now() - (channel.answeredAt ?? channel.createdAt).getTime();
  const waitMs = pauseMs({ failures, status, askedMs: error.retry?.afterMs ?? null, silentMs });
  await tx
    .update(channels)
    .set({
      failures,
      problem: { code: error.code, params: { ...error.params } },
      checkedAt: sql`now()`,
      nextCheckAt: new Date(Date.now() + withJitter(waitMs, Math.random())),
      ...(status === 410 ? { state: 'gone' as const } : {}),
    })
    .where(eq(channels.id, channel.id));
}
