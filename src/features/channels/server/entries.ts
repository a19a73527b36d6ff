import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { timeCursor } from '#db/page-cursor.ts';
import { channelEntries, channels, subscriptions } from '#db/schema/channels.ts';
import { contents, sources } from '#db/schema/content.ts';
import { type ChannelEntry, zChannelEntry } from '../contract.ts';
import { requireSubscription } from './subscriptions.ts';

type Wanted = { channelId?: string | undefined; limit: number; cursor?: string | undefined };

const zRow = zChannelEntry.omit({ existing: true }).extend({
  content_id: z.string().nullable(),
  status: z.enum(['processing', 'completed', 'failed', 'cancelled']).nullable(),
  listed_at: z.string(),
});

/** The format that `timeCursor` reads. */
const utc = (column: ReturnType<typeof sql>) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Newest first. Searched channel by channel, so that many subscriptions need no sort of all entries. Errors: `not_found`. */
export async function listEntries(
  db: Db,
  userId: string,
  { channelId, limit, cursor }: Wanted,
): Promise<{ entries: ChannelEntry[]; nextCursor: string | null }> {
  if (channelId !== undefined) await requireSubscription(db, userId, channelId);
  const end = cursor === undefined ? null : timeCursor.decode(cursor);
  const after = end ? sql`and (entry.listed_at, entry.id) < (${end.value}::timestamptz, ${end.id}::uuid)` : sql``;
  const one = channelId === undefined ? sql`` : sql`and followed.channel_id = ${channelId}`;
  const { rows } = await db.execute(sql`
    select entry.id, entry.channel_id, channel.title as channel_title, channel.kind, entry.url, entry.title, entry.author,
      entry.duration_ms::float8 / 1000 as duration_seconds, ${utc(sql`entry.published_at`)} as published_at,
      ${utc(sql`entry.listed_at`)} as listed_at, content.id as content_id, content.status,
      content.id is null and not entry.initial and entry.found_at > followed.followed_at
        and entry.found_at > now() - interval '7 days' as is_new
    from ${subscriptions} followed
    join ${channels} channel on channel.id = followed.channel_id
    cross join lateral (
      select * from ${channelEntries} entry where entry.channel_id = followed.channel_id ${after}
      order by entry.listed_at desc, entry.id desc limit ${limit + 1}
    ) entry
    left join ${sources} source on source.key = entry.source_key
    left join ${contents} content on content.source_id = source.id and content.user_id = followed.user_id
    where followed.user_id = ${userId} and followed.ended_at is null ${one}
    order by entry.listed_at desc, entry.id desc limit ${limit + 1}`);
  const found = z.array(zRow).parse(rows);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    entries: shown.map((row) => {
      const { content_id, status, listed_at: _, ...entry } = row;
      return { ...entry, existing: content_id === null || status === null ? null : { contentId: content_id, status } };
    }),
    nextCursor: last ? timeCursor.encode({ value: last.listed_at, id: last.id }) : null,
  };
}
