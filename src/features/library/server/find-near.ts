/** Contents whose titles nearly have the words of a search that found nothing, as after a slip of the fingers. */
import { setImmediate } from 'node:timers/promises';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { nearRanges } from '#lib/text/near-words.ts';
import { foldForSearch, type TextRange } from '#lib/text/search-grams.ts';

/** Older titles are compared in further slices while few are found and little time has passed. */
const titlesPerSlice = 5000;
const patienceMs = 300;
/** Between slices other requests are served. */
const titlesAtOnce = 500;
const mostNear = 20;
const longestTitle = 200;

export type NearTitle = { id: string; snippet: string; ranges: TextRange[] };
type Where = { userId: string; terms: readonly string[]; condition: SQL | undefined };

type Title = { id: string; title: string; at: string };

const nextTitles = (executor: Executor, where: SQL | undefined): Promise<Title[]> =>
  executor
    .select({ id: contents.id, title: contents.title, at: sql<string>`${contents.updatedAt}::text` })
    .from(contents)
    .where(where)
    .orderBy(desc(contents.updatedAt), desc(contents.id))
    .limit(titlesPerSlice);

const isAfter = ({ at, id }: Title) => sql`(${contents.updatedAt}, ${contents.id}) < (${at}::timestamptz, ${id}::uuid)`;

/** Those with the fewest slips first, then the newest. */
export async function findNearTitles(executor: Executor, { userId, terms, condition }: Where): Promise<NearTitle[]> {
  const near: (NearTitle & { slips: number })[] = [];
  const until = performance.now() + patienceMs;
  let last: Title | undefined;
  do {
    const titles = await nextTitles(executor, and(eq(contents.userId, userId), condition, last && isAfter(last)));
    for (const [at, { id, title }] of titles.entries()) {
      if (at % titlesAtOnce === titlesAtOnce - 1) await setImmediate();
      const snippet = title.normalize('NFC').slice(0, longestTitle).toWellFormed();
      const found = nearRanges(foldForSearch(snippet), terms);
      if (found !== null) near.push({ id, snippet, ...found });
    }
    last = titles.length < titlesPerSlice ? undefined : titles.at(-1);
  } while (last !== undefined && near.length < mostNear && performance.now() < until);
  return near
    .sort((a, b) => a.slips - b.slips)
    .slice(0, mostNear)
    .map(({ id, snippet, ranges }) => ({ id, snippet, ranges }));
}
