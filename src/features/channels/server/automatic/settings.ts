import { and, desc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db, Executor } from '#db/client.ts';
import { automaticSummaries, channelSettings, subscriptions } from '#db/schema/channels.ts';
import { contents, sources } from '#db/schema/content.ts';
import type { Detail, Language } from '#engine/domain.ts';
import { type channelContract, channelLimits } from '../../contract.ts';
import { type ChannelRecord, readProblem, requireSubscription } from '../subscriptions.ts';

type Settings = z.output<(typeof channelContract)['channel.settings']['output']>;

/** The start of this calendar month (UTC). */
const thisMonth = sql`date_trunc('month', now() at time zone 'utc') at time zone 'utc'`;

type Choice = { channelId: string; automatic: boolean; noteLanguage: Language; detail?: Detail | undefined };

/** Errors: `not_found`. */
export async function setAutomatic(
  db: Db,
  userId: string,
  { channelId, automatic, noteLanguage, detail = 'standard' }: Choice,
): Promise<ChannelRecord & typeof subscriptions.$inferSelect> {
  return db.transaction(async (tx) => {
    await requireSubscription(tx, userId, channelId);
    await tx
      .update(subscriptions)
      .set({
        ...{ noteLanguage, detail },
        automaticSince: automatic ? sql`coalesce(${subscriptions.automaticSince}, now())` : null,
      })
      .where(and(eq(subscriptions.userId, userId), eq(subscriptions.channelId, channelId)));
    return requireSubscription(tx, userId, channelId);
  });
}

export async function readSettings(executor: Executor, userId: string): Promise<Settings> {
  const [row] = await executor.select().from(channelSettings).where(eq(channelSettings.userId, userId));
  const [last] = await executor
    .select({ problem: automaticSummaries.problem })
    .from(automaticSummaries)
    .where(and(eq(automaticSummaries.userId, userId), gte(automaticSummaries.createdAt, thisMonth)))
    .orderBy(desc(automaticSummaries.createdAt))
    .limit(1);
  return {
    monthly_minutes: row?.monthlyMinutes ?? channelLimits.monthlyMinutes,
    used_minutes: Math.ceil((await usedSeconds(executor, userId)) / 60),
    problem: readProblem(last?.problem ?? null),
  };
}

const begunThisMonth = (userId: string) =>
  and(eq(automaticSummaries.userId, userId), gte(automaticSummaries.createdAt, thisMonth), isNull(automaticSummaries.problem));

/** Seconds of automatic summaries started this month, by the length of their contents where it is known, also of deleted ones. */
export async function usedSeconds(executor: Executor, userId: string): Promise<number> {
  const [row] = await executor
    .select({
      seconds: sql<number>`coalesce(sum(coalesce(${contents.durationMs} / 1000, ${automaticSummaries.seconds})), 0)::float8`,
    })
    .from(automaticSummaries)
    .leftJoin(sources, eq(sources.key, automaticSummaries.sourceKey))
    .leftJoin(contents, and(eq(contents.sourceId, sources.id), eq(contents.userId, automaticSummaries.userId)))
    .where(begunThisMonth(userId));
  return row?.seconds ?? 0;
}

export async function waitsForLength(executor: Executor, userId: string): Promise<boolean> {
  const [row] = await executor
    .select({ one: sql`1` })
    .from(automaticSummaries)
    .innerJoin(sources, eq(sources.key, automaticSummaries.sourceKey))
    .innerJoin(contents, and(eq(contents.sourceId, sources.id), eq(contents.userId, automaticSummaries.userId)))
    .where(and(begunThisMonth(userId), isNull(contents.extractionId), isNotNull(contents.activeRunId)))
    .limit(1);
  return row !== undefined;
}

export async function saveSettings(db: Db, userId: string, { monthlyMinutes }: { monthlyMinutes: number }): Promise<Settings> {
  return db.transaction(async (tx) => {
    await tx
      .insert(channelSettings)
      .values({ userId, monthlyMinutes })
      .onConflictDoUpdate({ target: channelSettings.userId, set: { monthlyMinutes } });
    await tx.delete(automaticSummaries).where(and(eq(automaticSummaries.userId, userId), isNotNull(automaticSummaries.problem)));
    return readSettings(tx, userId);
  });
}
