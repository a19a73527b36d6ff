/** Checks what is public now, whatever the scores say: unpublished and unfollowed items disappear at once. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { channelEntries, channels, exploreScores, subscriptions } from '#db/schema/channels.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents, sources } from '#db/schema/content.ts';
import { wantedLink } from '#features/contents/server/index.ts';
import { existingContents, stateOf } from '#features/ingest/server/index.ts';
import { collectionPath, itemPath } from '#features/sharing/shared/public-paths.ts';
import type { Services } from '#infra/services.ts';
import { publicAddress } from '#lib/personal-address.ts';
import type { channelContract, Popular } from '../../contract.ts';
import { ofAccount } from './of-account.ts';

const mostShown = 60;
const latestShown = 3;

const zFound = z.object({
  id: z.string(),
  channel_title: z.string(),
  kind: z.enum(['video', 'podcast', 'feed']),
  url: z.string(),
  title: z.string(),
  duration_seconds: z.number().nullable(),
  published_at: z.iso.datetime().nullable(),
  score: z.number(),
  /** The slug of the public collection; null for an entry of a channel. */
  slug: z.string().nullable(),
});
type Found = z.infer<typeof zFound>;

export async function listPopular(services: Services, userId: string | null): Promise<Popular[]> {
  const found = [...(await popularContents(services.db)), ...(await popularEntries(services.db))];
  const best = new Map<string, Found>();
  for (const one of found.sort((a, b) => b.score - a.score)) {
    const { key } = wantedLink(one.url);
    if (!best.has(key) && best.size < mostShown) best.set(key, one);
  }
  const items = [...best.values()];
  const existing =
    userId === null
      ? null
      : await existingContents(
          services,
          userId,
          items.map(({ url }) => url),
        );
  return items.map((found) => {
    const { score: _, slug, ...item } = found;
    const shelf = slug === null ? null : { path: collectionPath(slug), item_path: itemPath(slug, item.id) };
    return { ...item, shelf, existing: stateOf(existing?.get(wantedLink(item.url).key)) };
  });
}

/** Guests do not count, as in the scores. */
const severalFollow = sql`(select count(*) from ${subscriptions} followed
  where followed.channel_id = channel.id and followed.ended_at is null and ${ofAccount}) >= 2`;

const utc = (column: ReturnType<typeof sql>) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Shows only what publishing shows: title, link, length and date, with the name of the collection as the source. */
async function popularContents(db: Db): Promise<Found[]> {
  const { rows } = await db.execute(sql`
    select content.id, shelf.name as channel_title, shelf.slug, source.url, content.title, scored.score,
      case content.kind when 'video' then 'video' when 'audio' then 'podcast' else 'feed' end as kind,
      content.duration_ms::float8 / 1000 as duration_seconds, null as published_at
    from ${exploreScores} scored
    join ${contents} content on content.id = scored.subject_id
    join ${sources} source on source.id = content.source_id
    cross join lateral (
      select shelf.name, shelf.slug from ${collectionItems} item
      join ${collections} shelf on shelf.id = item.collection_id and shelf.user_id = item.user_id
      where item.content_id = content.id and item.user_id = content.user_id and shelf.is_public and shelf.hidden_at is null
      order by item.added_at desc limit 1
    ) shelf
    where scored.section = 'content' and source.url is not null
    order by scored.score desc limit ${mostShown}`);
  return z
    .array(zFound)
    .parse(rows)
    .filter(({ url }) => publicAddress(url) !== null);
}

async function popularEntries(db: Db): Promise<Found[]> {
  const { rows } = await db.execute(sql`
    select entry.id, channel.title as channel_title, null as slug, channel.kind, entry.url, entry.title, scored.score,
      entry.duration_ms::float8 / 1000 as duration_seconds, ${utc(sql`entry.published_at`)} as published_at
    from ${exploreScores} scored
    join ${channelEntries} entry on entry.id = scored.subject_id
    join ${channels} channel on channel.id = entry.channel_id
    where scored.section = 'entry' and ${severalFollow}
    order by scored.score desc limit ${mostShown}`);
  return z.array(zFound).parse(rows);
}

type PopularChannel = z.output<(typeof channelContract)['explore.channels']['output']>['channels'][number];

const zPopularChannel = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  address: z.string(),
  kind: z.enum(['video', 'podcast', 'feed']),
  followers: z.number(),
  followed: z.boolean(),
  latest: z.array(z.object({ title: z.string(), url: z.string() })),
});

export async function listPopularChannels(db: Db, userId: string | null, kind: 'channel' | 'podcast'): Promise<PopularChannel[]> {
  const ofKind = kind === 'podcast' ? sql`channel.kind = 'podcast'` : sql`channel.kind <> 'podcast'`;
  const { rows } = await db.execute(sql`
    select channel.id, channel.title, channel.url, channel.address, channel.kind,
      (select count(*)::int from ${subscriptions} followed
        where followed.channel_id = channel.id and followed.ended_at is null and ${ofAccount}) as followers,
      exists (select 1 from ${subscriptions} followed
        where followed.channel_id = channel.id and followed.ended_at is null and followed.user_id = ${userId}) as followed,
      coalesce((select jsonb_agg(jsonb_build_object('title', entry.title, 'url', entry.url) order by entry.listed_at desc, entry.id desc)
        from (select * from ${channelEntries} entry where entry.channel_id = channel.id
          order by entry.listed_at desc, entry.id desc limit ${latestShown}) entry), '[]'::jsonb) as latest
    from ${exploreScores} scored join ${channels} channel on channel.id = scored.subject_id
    where scored.section = 'channel' and ${ofKind} and ${severalFollow}
    order by scored.score desc, channel.id limit ${mostShown}`);
  return z.array(zPopularChannel).parse(rows);
}
