/** Followed channels and their entries, in the database of `account-rows.ts`. */
import { and, eq } from 'drizzle-orm';
import { channelEntries, channels, subscriptions } from '#db/schema/channels.ts';
import { client } from './account-rows.ts';

export type Channel = typeof channels.$inferSelect;

export async function addChannel(name: string, values: Partial<typeof channels.$inferInsert> = {}): Promise<Channel> {
  const address = `https://${name}.example/feed.xml`;
  const [row] = await client.db
    .insert(channels)
    .values({
      ...{ address, named: address, byFeed: true, url: `https://${name}.example/`, kind: 'feed', title: name, state: 'active' },
      ...values,
    })
    .returning();
  return row as Channel;
}

export async function followed(userId: string, channelId: string, values: Partial<typeof subscriptions.$inferInsert> = {}) {
  await client.db.insert(subscriptions).values({ userId, channelId, ...values });
}

export async function addEntry(channelId: string, title: string, values: Partial<typeof channelEntries.$inferInsert> = {}) {
  const url = `https://x.example/${title}`;
  const [row] = await client.db
    .insert(channelEntries)
    .values({ channelId, key: title, url, sourceKey: `url:${url}`, title, listedAt: new Date(), initial: false, ...values })
    .returning();
  return row?.id ?? '';
}

export const subscriptionOf = async (userId: string, channelId: string) => {
  const own = and(eq(subscriptions.userId, userId), eq(subscriptions.channelId, channelId));
  const [row] = await client.db.select().from(subscriptions).where(own);
  return row;
};

export const channelOf = async (id: string) => (await client.db.select().from(channels).where(eq(channels.id, id)))[0];
