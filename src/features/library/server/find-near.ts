/** Contents whose titles nearly have the words of a search that found nothing, as after a slip of the fingers. */
import { setImmediate } from 'node:timers/promises';
import { and, desc, eq, type SQL } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { nearRanges } from '#lib/text/near-words.ts';
import { foldForSearch, type TextRange } from '#lib/text/search-grams.ts';

/** The newest titles that are compared. */
const mostCompared = 10_000;
/** Between slices other requests are served. */
const titlesAtOnce = 500;
const mostNear = 20;
const longestTitle = 200;

export type NearTitle = { id: string; snippet: string; ranges: TextRange[] };
type Where = { userId: string; terms: readonly string[]; condition: SQL | undefined };

/** Those with the fewest slips first, then the newest. */
export async function findNearTitles(executor: Executor, { userId, terms, condition }: Where): Promise<NearTitle[]> {
  const titles = await executor
    .select({ id: contents.id, title: contents.title })
    .from(contents)
    .where(and(eq(contents.userId, userId), condition))
    .orderBy(desc(contents.updatedAt), desc(contents.id))
    .limit(mostCompared);
  const near: (NearTitle & { slips: number })[] = [];
  for (const [at, { id, title }] of titles.entries()) {
    if (at % titlesAtOnce === titlesAtOnce - 1) await setImmediate();
    const snippet = title.normalize('NFC').slice(0, longestTitle).toWellFormed();
    const found = nearRanges(foldForSearch(snippet), terms);
    if (found !== null) near.push({ id, snippet, ...found });
  }
  return near
    .sort((a, b) => a.slips - b.slips)
    .slice(0, mostNear)
    .map(({ id, snippet, ranges }) => ({ id, snippet, ranges }));
}
