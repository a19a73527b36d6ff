/** What subscriptions brought in a week, by the time it was found, so that nothing falls between two weeks. */
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#db/client.ts';
import { channelEntries, channels, subscriptions } from '#db/schema/channels.ts';
import type { DigestItem } from '#db/schema/digests.ts';
import type { Week } from '#lib/weeks.ts';

const mostItems = 100;

const zItem: z.ZodType<DigestItem> = z.object({
  id: z.string(),
  channelTitle: z.string(),
  kind: z.enum(['video', 'podcast', 'feed']),
  url: z.string(),
  sourceKey: z.string(),
  title: z.string(),
  durationMs: z.number().nullable(),
  publishedAt: z.string().nullable(),
});
export const zCollected = z.object({ items: z.array(zItem), left_out: z.number() });
type Collected = { items: DigestItem[]; leftOut: number };

/** A link that two channels share is one item. */
export function collectedOf(userId: SQL, { from, until }: Pick<Week, 'from' | 'until'>): SQL {
  return sql`select
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'channelTitle', channel_title, 'kind', kind, 'url', url, 'sourceKey', source_key,
        'title', title, 'durationMs', duration_ms, 'publishedAt', to_char(published_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by place) filter (where place <= ${mostItems}), '[]') as items,
      greatest(0, count(*) - ${mostItems})::int as left_out
    from (
      select *, row_number() over (order by listed_at desc, id desc) as place from (
        select distinct on (entry.source_key) entry.*, channel.title as channel_title, channel.kind
        from ${subscriptions} followed
        join ${channels} channel on channel.id = followed.channel_id
        join ${channelEntries} entry on entry.channel_id = followed.channel_id
        where followed.user_id = ${userId} and followed.ended_at is null and not entry.initial
          and entry.found_at >= ${from.toISOString()}::timestamptz and entry.found_at < ${until.toISOString()}::timestamptz
          and entry.found_at > followed.followed_at
        order by entry.source_key, entry.listed_at desc
      ) once
    ) placed`;
}

export async function collectWeek(executor: Executor, userId: string, week: Week): Promise<Collected> {
  const { rows } = await executor.execute(collectedOf(sql`${userId}`, week));
  const [found] = z.array(zCollected).parse(rows);
  return { items: found?.items ?? [], leftOut: found?.left_out ?? 0 };
}
