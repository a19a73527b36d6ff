import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { channels } from '#db/schema/channels.ts';
import { type FoundChannel, findChannel } from '#engine/channels/find-channel.ts';
import { readOnlyPorts } from '#features/ingest/server/index.ts';
import { requireFreeSite } from '#features/summaries/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Subscription } from '../contract.ts';
import { firstCheckMs } from './check/next-check.ts';
import { storeNews } from './store-news.ts';
import { type ChannelRecord, requireSubscription, subscribe, toSubscription } from './subscriptions.ts';

/** The most entries of one look; more than any feed shows for a day. */
export const entriesPerLook = 50;
const followTimeoutMs = 60_000;

/** Calls `ensureUserId` once something is found. Errors: those of `findChannel`, `site_wait`, `channel_limit`, `timed_out`. */
export async function follow(
  services: Services,
  ensureUserId: () => Promise<string>,
  url: string,
  signal: AbortSignal,
): Promise<{ subscription: Subscription; existing: boolean }> {
  const link = parseHttpUrl(url);
  if (link) await requireFreeSite(services, link.href);
  const timeout = AbortSignal.timeout(followTimeoutMs);
  const context = { ports: readOnlyPorts(services), signal: AbortSignal.any([signal, timeout]), limit: entriesPerLook };
  const found = await findChannel(url, context).catch((error: unknown) => {
    throw timeout.aborted && !signal.aborted ? new AppError('timed_out', { cause: error }) : error;
  });
  const userId = await ensureUserId();
  return services.db.transaction(async (tx) => {
    const channel = await keepChannel(tx, found);
    const existing = await subscribe(tx, userId, channel.id);
    const record = await requireSubscription(tx, userId, channel.id);
    return { subscription: toSubscription(record, record), existing };
  });
}

async function keepChannel(tx: Tx, { address, reading }: FoundChannel): Promise<ChannelRecord> {
  const { news, validators } = reading;
  // Where the site's list stood in for a failing feed, the feed is asked again later.
  const at = address.feed === null ? address.url : (reading.feed ?? address.feed);
  const row = await lockOrMake(tx, at, { ...address, kind: news.kind, title: news.title ?? new URL(at).hostname });
  await storeNews(tx, row.id, news.entries, { first: row.state === 'new' });
  const [kept] = await tx
    .update(channels)
    .set({
      ...{ state: 'active' as const, failures: 0, problem: null, title: news.title ?? row.title, ...validators },
      ...(row.state === 'new' ? { url: address.url } : {}),
      ...{
        checkedAt: sql`now()`,
        answeredAt: sql`now()`,
        nextCheckAt: new Date(Date.now() + firstCheckMs(address.feed !== null)),
      },
    })
    .where(eq(channels.id, row.id))
    .returning();
  if (!kept) throw new AppError('internal', { detail: 'a locked channel is gone' });
  return kept;
}

/** Returns the channel's row, locked: two users who follow it at once store its entries one after the other. */
export async function lockOrMake(
  tx: Tx,
  address: string,
  about: { feed: string | null; url: string; kind: ChannelRecord['kind']; title: string },
): Promise<ChannelRecord> {
  const { feed, url, kind, title } = about;
  await tx
    .insert(channels)
    .values({ address, named: address, byFeed: feed !== null, url, kind, title })
    .onConflictDoNothing({ target: channels.address });
  const [row] = await tx.select().from(channels).where(eq(channels.address, address)).for('update');
  if (!row) throw new AppError('internal', { detail: 'a channel vanished' });
  return row;
}
