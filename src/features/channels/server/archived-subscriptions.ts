import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { channelSettings, channels, subscriptions } from '#db/schema/channels.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { channelLimits } from '../contract.ts';
import { type ArchivedDigest, readArchivedDigest, takeArchivedDigest } from './digest/settings.ts';
import { followAll } from './opml.ts';
import { listSubscriptions, lockFreePlaces, lookSoon } from './subscriptions.ts';

type Settings = Pick<typeof subscriptions.$inferSelect, 'noteLanguage' | 'detail'>;
export type ArchivedSubscription = Settings & { address: string; url: string; title: string; automatic: boolean };
export type ArchivedChannels = {
  subscriptions: ArchivedSubscription[];
  monthlyMinutes: number | null;
  /** Null: never set. */
  digest: ArchivedDigest | null;
};

export async function readArchivedChannels(executor: Executor, userId: string): Promise<ArchivedChannels> {
  const rows = await listSubscriptions(executor, userId);
  const [settings] = await executor.select().from(channelSettings).where(eq(channelSettings.userId, userId));
  return {
    subscriptions: rows.map(({ address, url, title, automaticSince, noteLanguage, detail }) => {
      return { address, url, title, automatic: automaticSince !== null, noteLanguage, detail };
    }),
    monthlyMinutes: settings?.monthlyMinutes ?? null,
    digest: await readArchivedDigest(executor, userId),
  };
}

/** What is followed already stays as it is. Notes are written of what is published from now on. Errors: `channel_limit`. */
export async function takeArchivedChannels(
  services: Pick<Services, 'jobs' | 'events'>,
  tx: Tx,
  { userId, archived }: { userId: string; archived: ArchivedChannels },
): Promise<void> {
  const places = await lockFreePlaces(tx, userId);
  const followed = new Set((await listSubscriptions(tx, userId)).map(({ address }) => address));
  const wanted = [...new Map(archived.subscriptions.map((one) => [one.address, one])).values()].filter(
    ({ address }) => !followed.has(address),
  );
  if (wanted.length > places) throw new AppError('channel_limit', { params: { most: channelLimits.perUser } });
  await followAll(
    tx,
    userId,
    wanted.map(({ address }) => ({ feed: address })),
  );
  for (const alike of Map.groupBy(wanted, settingsKey).values()) await applySettings(tx, userId, alike);
  if (archived.monthlyMinutes !== null)
    await tx
      .insert(channelSettings)
      .values({ userId, monthlyMinutes: archived.monthlyMinutes })
      .onConflictDoNothing({ target: channelSettings.userId });
  if (archived.digest !== null) await takeArchivedDigest(tx, userId, archived.digest);
  if (wanted.length > 0) await lookSoon(services, tx);
}

const settingsKey = ({ automatic, noteLanguage, detail }: ArchivedSubscription) => `${automatic} ${noteLanguage} ${detail}`;

/** `alike`: subscriptions with the same settings. */
async function applySettings(tx: Tx, userId: string, alike: readonly ArchivedSubscription[]): Promise<void> {
  const [first] = alike;
  if (first === undefined) return;
  const { automatic, noteLanguage, detail } = first;
  const addresses = alike.map(({ address }) => address);
  const named = tx.select({ id: channels.id }).from(channels).where(inArray(channels.address, addresses));
  await tx
    .update(subscriptions)
    .set({ noteLanguage, detail, automaticSince: automatic ? sql`now()` : null })
    .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.channelId, named)));
}
