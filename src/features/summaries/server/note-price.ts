/** The time that a note takes from its user's account: shown before the start and reserved at it, by the same functions. */
import { and, desc, eq, gt, isNotNull, not, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { runs } from '#db/schema/content.ts';
import { type ContentRecord, freshExtraction, loadExtraction, type SourceRecord } from '#features/contents/server/index.ts';
import { paidSeconds, processedSeconds, reservedSeconds } from '#features/metering/server/index.ts';
import type { OwnWords } from './run-key.ts';

/** How long the finished run of a link serves later requests; after that the link may have other content. */
const FRESH_MS = 24 * 60 * 60_000;

type Priced = {
  /** Null when there is no content yet. */
  content: Pick<ContentRecord, 'id' | 'userId' | 'durationMs'> | null;
  source: Pick<SourceRecord, 'id'>;
  own: OwnWords | null;
  refetch: boolean;
  toldSeconds: number | null;
};

/** The time that a note will take, in seconds, as far as that is known before the source is read. 0: it was paid for before. */
export async function knownSeconds(executor: Executor, priced: Priced): Promise<number | null> {
  const whole = await wholeSeconds(executor, priced);
  if (whole === null || priced.content === null) return whole;
  const { id: contentId, userId } = priced.content;
  return Math.max(0, reservedSeconds(whole) - (await paidSeconds(executor, { userId, contentId })));
}

async function wholeSeconds(executor: Executor, { content, source, own, refetch, toldSeconds }: Priced): Promise<number | null> {
  const isOwn = own !== null && 'extractionId' in own;
  const known = isOwn
    ? await loadExtraction(executor, own.extractionId)
    : refetch
      ? null
      : await freshExtraction(executor, source.id);
  if (known?.extracted.transcript) return processedSeconds(known.extracted.transcript);
  return content?.durationMs ? content.durationMs / 1000 : toldSeconds || null;
}

export function costLimited(outline: SQL): SQL {
  return sql`coalesce((${outline} ->> 'costLimited')::boolean, false)`;
}

/** A finished run that answers a new request: it costs nothing. */
export async function findFreshRun(executor: Executor, key: string): Promise<typeof runs.$inferSelect | undefined> {
  const [run] = await executor
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.key, key),
        isNotNull(runs.note),
        gt(runs.finishedAt, new Date(Date.now() - FRESH_MS)),
        // A run that did without the model in part is no answer for whoever asks next.
        not(costLimited(sql`${runs.note} -> 'outline'`)),
      ),
    )
    .orderBy(desc(runs.finishedAt))
    .limit(1);
  return run;
}

/** Whether the source is fetched anew: it could not be read last time, or was read too long ago. */
export async function isFetchedAnew(
  executor: Executor,
  content: Pick<ContentRecord, 'problemCode'>,
  source: Pick<SourceRecord, 'id' | 'url'>,
): Promise<boolean> {
  const unread = content.problemCode !== null && content.problemCode !== 'out_of_time';
  return source.url !== null && (unread || !(await freshExtraction(executor, source.id)));
}
