import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db, Executor, Tx } from '#db/client.ts';
import { channels, subscriptions } from '#db/schema/channels.ts';
import type { Problem } from '#features/contents/contract.ts';
import type { Services } from '#infra/services.ts';
import { AppError, errorCodes } from '#lib/app-error.ts';
import { channelLimits, type Subscription } from '../contract.ts';
import { checkChannelsJob } from '../jobs.ts';

export type ChannelRecord = typeof channels.$inferSelect;
type SubscriptionRecord = typeof subscriptions.$inferSelect;

export function toSubscription(
  channel: ChannelRecord,
  { followedAt, automaticSince }: Pick<SubscriptionRecord, 'followedAt' | 'automaticSince'>,
): Subscription {
  const { id, title, url, kind, state, problem, answeredAt, nextCheckAt } = channel;
  return {
    ...{ id, title, url, kind, state },
    problem: readProblem(problem),
    answered_at: answeredAt?.toISOString() ?? null,
    next_check_at: nextCheckAt.toISOString(),
    followed_at: followedAt.toISOString(),
    automatic: automaticSince !== null,
  };
}

/** Null also for an error code that this version does not know. */
export function readProblem(stored: ChannelRecord['problem']): Problem | null {
  const code = errorCodes.find((one) => one === stored?.code);
  return code === undefined ? null : { code, params: stored?.params ?? {} };
}

const ofUser = (userId: string) => and(eq(subscriptions.userId, userId), isNull(subscriptions.endedAt));

export async function listSubscriptions(executor: Executor, userId: string): Promise<(ChannelRecord & SubscriptionRecord)[]> {
  const rows = await executor
    .select({ channel: channels, subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(channels, eq(channels.id, subscriptions.channelId))
    .where(ofUser(userId))
    .orderBy(asc(sql`lower(${channels.title})`), asc(channels.id));
  return rows.map(({ channel, subscription }) => ({ ...subscription, ...channel }));
}

/** Errors: `not_found`. */
export async function requireSubscription(
  executor: Executor,
  userId: string,
  channelId: string,
): Promise<ChannelRecord & SubscriptionRecord> {
  const [row] = await executor
    .select({ channel: channels, subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(channels, eq(channels.id, subscriptions.channelId))
    .where(and(ofUser(userId), eq(subscriptions.channelId, channelId)));
  if (!row) throw new AppError('not_found');
  return { ...row.subscription, ...row.channel };
}

/** Returns how many more channels the user may follow. Locks, because concurrent requests must not both take the last place. */
export async function lockFreePlaces(tx: Tx, userId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`subscriptions:${userId}`}, 0))`);
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(subscriptions).where(ofUser(userId));
  return channelLimits.perUser - (row?.count ?? 0);
}

/** Returns whether it was followed already. Errors: `channel_limit`. */
export async function subscribe(tx: Tx, userId: string, channelId: string): Promise<boolean> {
  const places = await lockFreePlaces(tx, userId);
  const [found] = await tx
    .select({ endedAt: subscriptions.endedAt })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.channelId, channelId)));
  if (found?.endedAt === null) return true;
  if (places < 1) throw new AppError('channel_limit', { params: { most: channelLimits.perUser } });
  await tx
    .insert(subscriptions)
    .values({ userId, channelId })
    .onConflictDoUpdate({
      target: [subscriptions.userId, subscriptions.channelId],
      set: { endedAt: null, followedAt: sql`now()`, automaticSince: null },
    });
  return false;
}

/** Errors: `not_found`. */
export async function unfollow(db: Db, userId: string, channelId: string): Promise<void> {
  const [ended] = await db
    .update(subscriptions)
    .set({ endedAt: sql`now()` })
    .where(and(ofUser(userId), eq(subscriptions.channelId, channelId)))
    .returning({ channelId: subscriptions.channelId });
  if (!ended) throw new AppError('not_found');
}

/** Restores the subscription with its settings. Errors: `not_found`, `channel_limit`. */
export async function restore(db: Db, userId: string, channelId: string): Promise<ChannelRecord & SubscriptionRecord> {
  return db.transaction(async (tx) => {
    if ((await lockFreePlaces(tx, userId)) < 1) throw new AppError('channel_limit', { params: { most: channelLimits.perUser } });
    const [row] = await tx
      .update(subscriptions)
      .set({ endedAt: null })
      .where(and(eq(subscriptions.userId, userId), eq(subscriptions.channelId, channelId), isNotNull(subscriptions.endedAt)))
      .returning({ channelId: subscriptions.channelId });
    if (!row) throw new AppError('not_found');
    return requireSubscription(tx, userId, channelId);
  });
}

/** Schedules another look, even if the channel has ended; at most one look a minute, however many users ask. */
export const dueSoon = {
  nextCheckAt: sql`greatest(now(), ${channels.checkedAt} + interval '1 minute')`,
  state: sql`case ${channels.state} when 'gone' then 'active' else ${channels.state} end`,
};

/** Errors: `not_found`. */
export async function checkAgain(
  { db, jobs, events }: Services,
  userId: string,
  channelId: string,
): Promise<ChannelRecord & SubscriptionRecord> {
  return db.transaction(async (tx) => {
    await requireSubscription(tx, userId, channelId);
    await tx.update(channels).set(dueSoon).where(eq(channels.id, channelId));
    await lookSoon({ jobs, events }, tx);
    return requireSubscription(tx, userId, channelId);
  });
}

/** Has the channels that are due looked at: by a new job, or by the one that runs, which may be waiting for a site. */
export async function lookSoon({ jobs, events }: Pick<Services, 'jobs' | 'events'>, tx: Tx): Promise<void> {
  await jobs.enqueue(tx, checkChannelsJob, {}, { singletonKey: '' });
  await events.publish(tx, { type: 'channels_due' });
}
