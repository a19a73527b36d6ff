import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#db/client.ts';
import { contents, sources } from '#db/schema/content.ts';
import { type DigestItem, digests } from '#db/schema/digests.ts';
import { zContentStatus } from '#features/contents/contract.ts';
import type { Services } from '#infra/services.ts';
import { hasCode } from '#lib/app-error.ts';
import type { BestLine } from '#lib/notes/best-lines.ts';
import { addDays, weekAt, weekOfDay } from '#lib/weeks.ts';
import type { Digest, DigestEntry } from '../../contract.ts';
import { collectWeek } from './collect-week.ts';

type Needs = Pick<Services, 'db' | 'compute' | 'settings'>;

/** Without `day`: the latest past week with entries, else this week. A week that is not stored yet is collected now. */
export async function readDigest(
  services: Needs,
  userId: string | null,
  day: string | undefined,
  signal: AbortSignal,
): Promise<Digest> {
  const { db, settings } = services;
  const zone = settings.model.timeZone;
  const current = weekAt(new Date(), zone);
  if (userId === null) {
    const week = weekOfDay(day ?? current.week, zone);
    const nothing = { entries: [], left_out: 0, previous: null, next: null };
    return { week: week.week, last_day: addDays(week.week, 6), is_over: week.until <= new Date(), ...nothing };
  }
  const known = await db
    .select({ week: digests.week, isEmpty: sql<boolean>`jsonb_array_length(${digests.items}) = 0` })
    .from(digests)
    .where(eq(digests.userId, userId))
    .orderBy(desc(digests.week));
  const week = weekOfDay(day ?? known.find(({ isEmpty }) => !isEmpty)?.week ?? current.week, zone);
  const [made] = await db
    .select()
    .from(digests)
    .where(and(eq(digests.userId, userId), eq(digests.week, week.week)));
  const { items, leftOut } = made ?? (await collectWeek(db, userId, week));
  const weeks = [...(known.some((one) => one.week === current.week) ? [] : [current]), ...known].map((one) => one.week);
  return {
    week: week.week,
    last_day: addDays(week.week, 6),
    is_over: week.until <= new Date(),
    entries: await withLines(services, userId, items, signal),
    left_out: leftOut,
    previous: weeks.find((one) => one < week.week) ?? null,
    next: weeks.findLast((one) => one > week.week) ?? null,
  };
}

type MadeDigest = Pick<Digest, 'week' | 'last_day' | 'left_out' | 'entries'> & { madeAt: Date };

/** Null when it was not made. */
export async function readOneDigest(
  services: Needs,
  userId: string,
  week: string,
  signal: AbortSignal,
): Promise<MadeDigest | null> {
  const [made] = await services.db
    .select()
    .from(digests)
    .where(and(eq(digests.userId, userId), eq(digests.week, week)));
  return made ? withEntries(services, made, signal) : null;
}

export async function readLastDigests(services: Needs, userId: string, most: number, signal: AbortSignal): Promise<MadeDigest[]> {
  const rows = await services.db
    .select()
    .from(digests)
    .where(and(eq(digests.userId, userId), sql`jsonb_array_length(${digests.items}) > 0`))
    .orderBy(desc(digests.week))
    .limit(most);
  return Promise.all(rows.map((row) => withEntries(services, row, signal)));
}

async function withEntries(services: Needs, row: typeof digests.$inferSelect, signal: AbortSignal): Promise<MadeDigest> {
  const { userId, week, items, leftOut, madeAt } = row;
  const entries = await withLines(services, userId, items, signal);
  return { week, last_day: addDays(week, 6), left_out: leftOut, madeAt, entries };
}

const zContent = z.object({
  key: z.string(),
  id: z.string(),
  status: zContentStatus,
  note: z.string().nullable(),
  seconds: z.number().nullable(),
});

/** The number of characters of a note that are searched for its best lines. */
const longestNote = 40_000;

async function withLines(
  services: Needs,
  userId: string,
  items: readonly DigestItem[],
  signal: AbortSignal,
): Promise<DigestEntry[]> {
  const found = await contentsOf(services.db, userId, items);
  const noted = [...found.values()].filter(({ note }) => note !== null);
  const lines = await bestLines(
    services,
    noted.map(({ note }) => note ?? ''),
    signal,
  );
  const linesOf = new Map(noted.map(({ id }, index) => [id, lines[index] ?? []]));
  return items.map((item) => {
    const content = found.get(item.sourceKey);
    return {
      ...{ id: item.id, channel_title: item.channelTitle, kind: item.kind, url: item.url, title: item.title },
      duration_seconds: content?.seconds ?? (item.durationMs === null ? null : item.durationMs / 1000),
      published_at: item.publishedAt,
      existing: content ? { contentId: content.id, status: content.status } : null,
      lines: linesOf.get(content?.id ?? '') ?? [],
    };
  });
}

/** A digest without these lines is better than none. */
async function bestLines({ compute }: Needs, notes: string[], signal: AbortSignal): Promise<BestLine[][]> {
  if (notes.length === 0) return [];
  try {
    return await compute('bestLinesOfAll', notes, { signal });
  } catch (error) {
    if (hasCode(error, 'text_too_complex')) return [];
    throw error;
  }
}

async function contentsOf(executor: Executor, userId: string, items: readonly DigestItem[]) {
  if (items.length === 0) return new Map<string, z.infer<typeof zContent>>();
  const keys = JSON.stringify(items.map(({ sourceKey }) => sourceKey));
  const { rows } = await executor.execute(sql`
    select source.key, content.id, content.status, left(content.note, ${longestNote}) as note,
      content.duration_ms::float8 / 1000 as seconds
    from jsonb_array_elements_text(${keys}::text::jsonb) as wanted(key)
    join ${sources} source on source.key = wanted.key
    join ${contents} content on content.source_id = source.id and content.user_id = ${userId}`);
  return new Map(
    z
      .array(zContent)
      .parse(rows)
      .map((row) => [row.key, row]),
  );
}
