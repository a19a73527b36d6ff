import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { channels, subscriptions } from '#db/schema/channels.ts';
import { takeOverSubscription } from '#db/take-over-subscription.ts';
import type { ChannelRecord } from '../subscriptions.ts';

/** Moves a channel to the permanent address of its feed. If that address already has a channel, its followers move there. */
export async function moveChannel(tx: Tx, channel: ChannelRecord, address: string): Promise<ChannelRecord> {
  const [other] = await tx.select().from(channels).where(eq(channels.address, address)).for('update');
  if (!other) {
    await tx.update(channels).set({ address }).where(eq(channels.id, channel.id));
    return { ...channel, address };
  }
  await takeOverSubscription(
    tx,
    sql`theirs.channel_id = ${channel.id} and mine.channel_id = ${other.id} and mine.user_id = theirs.user_id`,
  );
  await tx
    .update(subscriptions)
    .set({ channelId: other.id })
    .where(
      and(
        eq(subscriptions.channelId, channel.id),
        sql`not exists (select 1 from ${subscriptions} mine
          where mine.channel_id = ${other.id} and mine.user_id = ${subscriptions.userId})`,
      ),
    );
  await tx.delete(channels).where(eq(channels.id, channel.id));
  return other;
}
