import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { channelEntries } from '#db/schema/channels.ts';
import type { ChannelEntry } from '#engine/channels/channel.ts';
import { wantedLink } from '#features/contents/server/index.ts';
import { channelLimits } from '../contract.ts';
import { knownEntries } from './known-entries.ts';

/**
 * Stores entries that are not known yet. `entries`: newest first. `first`: a channel's first look, whose entries are no news. Nor
 * are entries without a date that follow a known one: a page's list, read in place of a feed, reaches further back.
 */
export async function storeNews(
  tx: Tx,
  channelId: string,
  entries: readonly ChannelEntry[],
  { first }: { first: boolean },
): Promise<void> {
  if (entries.length === 0) return;
  const found = entries.map((entry) => ({ entry, key: entry.key, sourceKey: wantedLink(entry.url).key }));
  const known = await tx
    .select({ key: channelEntries.key, sourceKey: channelEntries.sourceKey })
    .from(channelEntries)
    .where(
      and(
        eq(channelEntries.channelId, channelId),
        or(
          inArray(
            channelEntries.key,
            found.map(({ key }) => key),
          ),
          inArray(
            channelEntries.sourceKey,
            found.map(({ sourceKey }) => sourceKey),
          ),
        ),
      ),
    );
  const isKnown = knownEntries(known, found);
  // -1 where nothing is known: all stand below it.
  const firstKnown = found.findIndex(isKnown);
  const now = new Date();
  const rows = found.flatMap((one, index) => {
    if (isKnown(one)) return [];
    const { entry, key, sourceKey } = one;
    const publishedAt = entry.publishedAt === null ? null : new Date(entry.publishedAt);
    return [
      {
        ...{ channelId, sourceKey, key, url: entry.url, title: entry.title, author: entry.author },
        durationMs: entry.durationMs === null ? null : Math.min(entry.durationMs, longestMs),
        publishedAt,
        foundAt: now,
        listedAt: publishedAt !== null && publishedAt < now ? publishedAt : now,
        initial: first || (publishedAt === null && index > firstKnown),
      },
    ];
  });
  if (rows.length === 0) return;
  // In a list without dates, the first entry is the newest.
  for (const [index, row] of rows.entries()) if (row.publishedAt === null) row.listedAt = new Date(now.getTime() - index);
  await tx.insert(channelEntries).values(rows).onConflictDoNothing();
  await forgetOldest(tx, channelId);
}

/** The largest value of a PostgreSQL integer. */
const longestMs = 2_147_483_647;

async function forgetOldest(tx: Tx, channelId: string): Promise<void> {
  const [last] = await tx
    .select({ listedAt: channelEntries.listedAt })
    .from(channelEntries)
    .where(eq(channelEntries.channelId, channelId))
    .orderBy(desc(channelEntries.listedAt), desc(channelEntries.id))
    .offset(channelLimits.entries)
    .limit(1);
  if (last)
    await tx
      .delete(channelEntries)
      .where(and(eq(channelEntries.channelId, channelId), sql`${channelEntries.listedAt} <= ${last.listedAt}`));
}
