/** Scores what users of this server publish and follow. Scores lose most of their weight within days. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#db/client.ts';
import { channelEntries, channels, exploreScores, subscriptions } from '#db/schema/channels.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents, sources } from '#db/schema/content.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { isPersonalAddress } from '#lib/personal-address.ts';
import { ofAccount } from './of-account.ts';

type Score = typeof exploreScores.$inferInsert;

const mostOfEach = 500;
const entriesPerChannel = 5;

export function createScorePopular({ db }: Services): JobHandler<Record<string, never>> {
  return {
    async run() {
      const shown = await channelsOfSeveral(db);
      const scores = [...shown.map(scoreOfChannel), ...(await scoreEntries(db, shown)), ...(await scoreContents(db))];
      await db.transaction(async (tx) => {
        await tx.delete(exploreScores);
        if (scores.length > 0) await tx.insert(exploreScores).values(scores);
      });
    },
  };
}

/** More users weigh more, each further one less; after a day about a third is left. */
export function scoreOf(users: number, ageDays: number): number {
  return Math.log2(1 + users) / (1 + Math.max(0, ageDays)) ** 1.5;
}

const zChannel = z.object({ id: z.string(), address: z.string(), followers: z.number(), age_days: z.number() });
type Followed = z.infer<typeof zChannel>;

/** Channels that at least two accounts follow and whose address holds no personal token. */
async function channelsOfSeveral(executor: Executor): Promise<Followed[]> {
  const { rows } = await executor.execute(sql`
    select channel.id, channel.address, count(*)::int as followers,
      coalesce(extract(epoch from now() - (select max(entry.listed_at) from ${channelEntries} entry
        where entry.channel_id = channel.id))::float8 / 86400, 365) as age_days
    from ${subscriptions} followed join ${channels} channel on channel.id = followed.channel_id
    where followed.ended_at is null and channel.state = 'active' and ${ofAccount}
    group by channel.id having count(*) >= 2 order by followers desc limit ${2 * mostOfEach}`);
  return z
    .array(zChannel)
    .parse(rows)
    .filter(({ address }) => !isPersonalAddress(address))
    .slice(0, mostOfEach);
}

/** A channel ages in months. */
function scoreOfChannel({ id, followers, age_days: days }: Followed): Score {
  return { section: 'channel', subjectId: id, score: scoreOf(followers, days / 30) };
}

async function scoreEntries(executor: Executor, shown: readonly Followed[]): Promise<Score[]> {
  if (shown.length === 0) return [];
  const followers = new Map(shown.map((channel) => [channel.id, channel.followers]));
  const { rows } = await executor.execute(sql`
    select entry.id, entry.channel_id, extract(epoch from now() - entry.listed_at)::float8 / 86400 as age_days
    from jsonb_array_elements_text(${JSON.stringify([...followers.keys()])}::text::jsonb) as shown(id)
    cross join lateral (select * from ${channelEntries} entry where entry.channel_id = shown.id::uuid
      order by entry.listed_at desc, entry.id desc limit ${entriesPerChannel}) entry`);
  return z
    .array(z.object({ id: z.string(), channel_id: z.string(), age_days: z.number() }))
    .parse(rows)
    .map(({ id, channel_id: channelId, age_days: days }) => ({
      section: 'entry' as const,
      subjectId: id,
      score: scoreOf(followers.get(channelId) ?? 0, days),
    }));
}

/** Each link once, however many users published it: the record published last. Guests cannot publish. */
async function scoreContents(executor: Executor): Promise<Score[]> {
  const { rows } = await executor.execute(sql`
    select (array_agg(content.id order by item.added_at desc, content.id))[1] as id,
      count(distinct content.user_id)::int as users,
      extract(epoch from now() - max(item.added_at))::float8 / 86400 as age_days
    from ${collections} shelf
    join ${collectionItems} item on item.user_id = shelf.user_id and item.collection_id = shelf.id
    join ${contents} content on content.id = item.content_id and content.user_id = item.user_id
    join ${sources} source on source.id = content.source_id
    where shelf.is_public and shelf.hidden_at is null and source.url is not null and content.status = 'completed'
    group by source.id order by max(item.added_at) desc limit ${mostOfEach}`);
  return (
    z
      .array(z.object({ id: z.string(), users: z.number(), age_days: z.number() }))
      .parse(rows)
      // To publish something is to recommend it, so it counts double.
      .map(({ id, users, age_days: days }) => ({ section: 'content' as const, subjectId: id, score: scoreOf(2 * users, days) }))
  );
}
