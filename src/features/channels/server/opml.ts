import { inArray } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { channels, subscriptions } from '#db/schema/channels.ts';
import { type OpmlLine, writeOpml } from '#engine/channels/opml.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { channelLimits } from '../contract.ts';
import { dueSoon, listSubscriptions, lockFreePlaces, lookSoon } from './subscriptions.ts';

type Imported = { added: number; existing: number; refused: number };

/** `refused`: channels beyond the limit. New ones are looked at in the background. Errors: `opml_unreadable`, `channel_limit`. */
export async function importOpml(
  services: Services,
  ensureUserId: () => Promise<string>,
  opml: string,
  signal: AbortSignal,
): Promise<Imported> {
  const lines = await services.compute('readOpml', { text: opml }, { signal, urgent: true });
  const userId = await ensureUserId();
  return services.db.transaction(async (tx) => {
    const places = await lockFreePlaces(tx, userId);
    const followed = new Set((await listSubscriptions(tx, userId)).map(({ address }) => address));
    const wanted = lines.filter(({ feed }) => !followed.has(feed));
    const taken = wanted.slice(0, Math.max(0, places));
    if (taken.length === 0 && wanted.length > 0) throw new AppError('channel_limit', { params: { most: channelLimits.perUser } });
    await followAll(tx, userId, taken);
    if (taken.length > 0) await lookSoon(services, tx);
    return { added: taken.length, existing: lines.length - wanted.length, refused: wanted.length - taken.length };
  });
}

/** A channel is everybody's, so what one list calls it is not taken over: its title is its host and path until it answers. */
export async function followAll(tx: Tx, userId: string, lines: readonly Pick<OpmlLine, 'feed'>[]): Promise<void> {
  if (lines.length === 0) return;
  // Sorted, so that two imports do not deadlock.
  const sorted = [...lines].sort((a, b) => (a.feed < b.feed ? -1 : 1));
  await tx
    .insert(channels)
    .values(
      sorted.map(({ feed }) => ({
        address: feed,
        named: feed,
        byFeed: true,
        url: feed,
        kind: kindOf(feed),
        title: provisionalTitle(feed),
      })),
    )
    .onConflictDoNothing({ target: channels.address });
  const known = await tx
    .select({ id: channels.id, state: channels.state })
    .from(channels)
    .where(
      inArray(
        channels.address,
        sorted.map(({ feed }) => feed),
      ),
    );
  const gone = known.filter(({ state }) => state === 'gone').map(({ id }) => id);
  await tx.update(channels).set(dueSoon).where(inArray(channels.id, gone));
  await tx
    .insert(subscriptions)
    .values(known.map(({ id }) => ({ userId, channelId: id })))
    .onConflictDoUpdate({
      target: [subscriptions.userId, subscriptions.channelId],
      set: { endedAt: null, followedAt: new Date(), automaticSince: null },
    });
}

/** Tells feeds of one host apart, without credentials and tokens of the query. */
function provisionalTitle(feed: string): string {
  const { hostname, pathname } = new URL(feed);
  return hostname + pathname.replace(/\/$/, '');
}

/** The assumed kind until the first look. */
function kindOf(feed: string): 'video' | 'feed' {
  return /(?:^|\.)youtube\.com$/.test(parseHttpUrl(feed)?.hostname ?? '') ? 'video' : 'feed';
}

/** A channel without a feed is listed by its page, which this product can follow too. */
export async function exportOpml({ db }: Services, userId: string, at: Date): Promise<string> {
  const rows = await listSubscriptions(db, userId);
  const lines = rows.map(({ title, address, url }) => ({ title, feed: address, url }));
  return writeOpml(lines, { title: 'Gleaner', at });
}
