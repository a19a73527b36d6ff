/** Notes with a single Chinese character, which the search index has of titles and descriptions only. */
import { and, desc, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { librarySearch } from '#db/schema/library-search.ts';
import { isLetter } from '#lib/text/search-grams.ts';
import { mostLookedThroughForOne } from '../shared/limits-of-search.ts';

type Where = { userId: string; terms: readonly string[]; condition: SQL | undefined; limit: number };

/** Whether the index cannot tell where the words are. */
export const areCharacters = (terms: readonly string[]) => terms.every((term) => term.length === 1 && !isLetter(term));

/** Ids, newest first. Older contents are left out, as every text is read. */
export async function findCharacters(executor: Executor, { userId, terms, condition, limit }: Where): Promise<{ id: string }[]> {
  const { folded, title, description } = librarySearch;
  const newest = executor
    .select({ id: contents.id, updatedAt: contents.updatedAt, title, description, folded })
    .from(contents)
    .innerJoin(
      librarySearch,
      and(eq(librarySearch.userId, contents.userId), eq(librarySearch.contentId, contents.id), eq(librarySearch.part, 'note')),
    )
    .where(and(eq(contents.userId, userId), condition))
    .orderBy(desc(contents.updatedAt), desc(contents.id))
    .limit(mostLookedThroughForOne)
    .as('newest');
  const has = (text: SQLWrapper, term: string) => sql`strpos(${text}, ${term}) > 0`;
  return executor
    .select({ id: newest.id })
    .from(newest)
    .where(and(...terms.map((term) => or(has(newest.title, term), has(newest.folded, term), has(newest.description, term)))))
    .orderBy(desc(newest.updatedAt), desc(newest.id))
    .limit(limit);
}
