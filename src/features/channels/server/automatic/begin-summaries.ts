/** Starts notes for what channels published after their followers asked for that, within each follower's monthly limit. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { automaticSummaries, channelEntries, channels, subscriptions } from '#db/schema/channels.ts';
import { contents, sources } from '#db/schema/content.ts';
import { zDetail, zLanguage } from '#engine/domain.ts';
import { wantedLink } from '#features/contents/server/index.ts';
import { createBatch, dropEmptyBatch, startNote } from '#features/summaries/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError, findAppError, hasCode } from '#lib/app-error.ts';
import { readSettings, usedSeconds, waitsForLength } from './settings.ts';

/** Notes begun in one look. */
const mostAtOnce = 50;
/** Entries considered in one look: the rest of a user's backlog waits for the next one. */
const mostPerUser = 10;
const mostConsidered = 500;

/** The assumed length of a recording whose length is unknown, and of a text. */
const assumedSeconds = { video: 1_800, podcast: 1_800, feed: 300 } as const;

const zDue = z.object({
  user_id: z.string(),
  url: z.string(),
  source_key: z.string(),
  title: z.string(),
  channel_title: z.string(),
  channel_url: z.string(),
  kind: z.enum(['video', 'podcast', 'feed']),
  seconds: z.number().nullable(),
  note_language: zLanguage,
  detail: zDetail,
});
type Due = z.infer<typeof zDue>;

/** What cannot be started now (too many at once, a database that is down) is tried again after the next look. */
export async function beginSummaries(services: Services, signal: AbortSignal): Promise<void> {
  const stopped = new Set<string>();
  let begun = 0;
  for (const due of await findDue(services.db)) {
    if (signal.aborted || begun >= mostAtOnce) return;
    if (stopped.has(due.user_id)) continue;
    const result = await beginSummary(services, due);
    if (result === 'begun') begun++;
    if (result === 'later') stopped.add(due.user_id);
  }
}

/**
 * The oldest entry of each user comes first, then the second oldest of each, so that one user's backlog does not delay the others.
 * Entries of the same place are in random order, because users who are refused would otherwise always come first. Leaves out what was published before automatic summaries were
 * turned on, and what the user already has.
 */
export async function findDue(db: Db): Promise<Due[]> {
  const { rows } = await db.execute(sql`
    select * from (select followed.user_id, entry.url, entry.source_key, entry.title, channel.title as channel_title, channel.url as channel_url,
      channel.kind, entry.duration_ms::float8 / 1000 as seconds, followed.note_language, followed.detail,
      row_number() over (partition by followed.user_id order by entry.found_at, entry.id) as place
    from ${channelEntries} entry
    join ${subscriptions} followed on followed.channel_id = entry.channel_id
    join ${channels} channel on channel.id = entry.channel_id
    where not entry.initial and entry.found_at > now() - interval '2 days'
      and followed.ended_at is null and followed.automatic_since is not null
      and entry.found_at > followed.automatic_since
      and (entry.published_at is null or entry.published_at > followed.automatic_since)
      and not exists (select 1 from ${automaticSummaries} done
        where done.user_id = followed.user_id and done.source_key = entry.source_key)
      and not exists (select 1 from ${sources} source join ${contents} content on content.source_id = source.id
        where source.key = entry.source_key and content.user_id = followed.user_id)
    ) due where place <= ${mostPerUser} order by place, random() limit ${mostConsidered}`);
  return z.array(zDue).parse(rows);
}

/** `later`: nothing more of this user can be begun now. */
async function beginSummary(services: Services, due: Due): Promise<'begun' | 'left' | 'later'> {
  const { db } = services;
  const seconds = Math.round(due.seconds ?? assumedSeconds[due.kind]);
  const row = { userId: due.user_id, sourceKey: due.source_key, seconds };
  // The limit is sure to hold only when the lengths of what was begun are known: such recordings are begun one at a time.
  if (due.seconds === null && due.kind !== 'feed' && (await waitsForLength(db, due.user_id))) return 'left';
  try {
    const { monthly_minutes: most } = await readSettings(db, due.user_id);
    if ((await usedSeconds(db, due.user_id)) + seconds > most * 60) throw new AppError('automatic_limit', { params: { most } });
    await start(services, due);
    await db.insert(automaticSummaries).values(row).onConflictDoNothing();
    return 'begun';
  } catch (error) {
    const refused = findAppError(error);
    if (!refused) throw error;
    services.logger.info({ userId: due.user_id, code: refused.code }, 'an automatic summary was not begun');
    if (hasCode(refused, 'too_many_submissions', 'too_many_guest_notes', 'database_unavailable')) return 'later';
    const problem = { code: refused.code, params: { ...refused.params } };
    await db
      .insert(automaticSummaries)
      .values({ ...row, problem })
      .onConflictDoNothing();
    return 'left';
  }
}

/** Starts a batch with the channel's name, behind work that people wait for. */
async function start(services: Services, due: Due): Promise<void> {
  const { user_id: userId, title, note_language: noteLanguage, detail } = due;
  const batchId = await createBatch(services.db, { userId, title: due.channel_title, url: due.channel_url });
  // There is no request behind it, so its rate limit is the user's own.
  const asker = { userId, clientAddress: `channels of ${userId}` };
  try {
    await startNote(services, asker, wantedLink(due.url), noteLanguage, { title, detail, batch: { id: batchId, position: 0 } });
  } finally {
    await dropEmptyBatch(services, batchId);
  }
}
