/** The contents of a smart folder as a condition on `contents`. The caller must fix the owner. */
import { and, arrayContains, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { librarySearch, libraryStale } from '#db/schema/library-search.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { AppError } from '#lib/app-error.ts';
import type { SmartFolderRules } from '#lib/smart-folder-rules.ts';
import { gramsOfTerms, isSure, termsOf } from '#lib/text/search-grams.ts';
import { hostOf, languageOf } from './columns.ts';
import { hasAllTags, hasAnyTag } from './tags.ts';

export type Definition = { tags: readonly string[]; matchType: 'all' | 'any'; rules: SmartFolderRules };

/** Errors: `not_found`, also for another user's folder. */
export async function smartFolderCondition(executor: Executor, userId: string, id: string): Promise<SQL> {
  return conditionOf(userId, await requireFolder(executor, userId, id));
}

/** Errors: as `smartFolderCondition`. */
export async function smartFolderName(executor: Executor, userId: string, id: string): Promise<string> {
  return (await requireFolder(executor, userId, id)).name;
}

async function requireFolder(executor: Executor, userId: string, id: string) {
  const [folder] = await executor
    .select()
    .from(smartFolders)
    .where(and(eq(smartFolders.userId, userId), eq(smartFolders.id, id)));
  if (!folder) throw new AppError('not_found');
  return folder;
}

/** A folder without tags and rules is empty. */
export function conditionOf(userId: string, { tags, matchType, rules }: Definition): SQL {
  const own = conditionsOf(userId, rules);
  if (tags.length === 0 && own.length === 0) return sql`false`;
  if (matchType === 'all') return and(tags.length === 0 ? undefined : hasAllTags(tags), ...own) ?? sql`false`;
  return or(tags.length === 0 ? undefined : hasAnyTag(tags), ...own) ?? sql`false`;
}

function conditionsOf(
  userId: string,
  { types, sites, languages, minutes, added, published, text, todo }: SmartFolderRules,
): SQL[] {
  return [
    types && inArray(contents.contentType, types),
    sites && or(...sites.map((site) => or(eq(hostOf, site), sql`${hostOf} like ${`%.${escapeLike(site)}`}`))),
    languages && inArray(languageOf, languages),
    minutes && withinMinutes(minutes),
    added && withinDays(added, addedDay),
    published && withinDays(published, () => sql`left(${contents.publishedAt}, 10)`),
    text === undefined ? undefined : hasWords(userId, text),
    todo && todoStates[todo],
  ].filter((condition) => condition !== undefined);
}

const todoStates = {
  open: sql`${contents.openTodos} > 0`,
  done: sql`(${contents.openTodos} = 0 and ${contents.doneTodos} > 0)`,
  none: sql`(${contents.openTodos} = 0 and ${contents.doneTodos} = 0)`,
} as const;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A content without a length never matches. */
function withinMinutes({ from, to }: NonNullable<SmartFolderRules['minutes']>): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(contents.durationMs, from * 60_000),
    to === undefined ? undefined : lte(contents.durationMs, to * 60_000),
  );
}

const addedDay = (zone: string) => sql`to_char(${contents.createdAt} at time zone ${zone}, 'YYYY-MM-DD')`;

/** Days are compared as text (`YYYY-MM-DD`), because a site's date may be only a year. */
function withinDays(days: NonNullable<SmartFolderRules['added']>, dayOf: (zone: string) => SQL): SQL | undefined {
  if ('days' in days)
    return sql`${dayOf('UTC')} >= to_char(now() at time zone 'UTC' - make_interval(days => ${days.days}::int), 'YYYY-MM-DD')`;
  const { from, to, zone } = days;
  return and(
    from === undefined ? undefined : sql`${dayOf(zone)} >= ${from}`,
    to === undefined ? undefined : sql`${dayOf(zone)} <= ${to}`,
  );
}

/** Uses the search index; contents that are not indexed yet are searched directly. */
function hasWords(userId: string, text: string): SQL {
  const terms = termsOf(text);
  if (terms.length === 0) return sql`false`;
  const query = new QueryBuilder();
  const rechecks = terms
    .filter((term) => !isSure(term))
    .map((term) => {
      const all = sql`concat_ws(chr(10), ${librarySearch.title}, ${librarySearch.folded}, ${librarySearch.description})`;
      return sql`strpos(${all}, ${term}) > 0`;
    });
  // Neither subquery depends on the outer row, so each is evaluated once.
  const found = query
    .select({ id: librarySearch.contentId })
    .from(librarySearch)
    .where(
      and(
        eq(librarySearch.userId, userId),
        eq(librarySearch.part, 'note'),
        arrayContains(librarySearch.grams, gramsOfTerms(terms)),
        ...rechecks,
      ),
    );
  const stale = query.select({ id: libraryStale.contentId }).from(libraryStale).where(eq(libraryStale.userId, userId));
  const written = sql`lower(concat_ws(chr(10), ${contents.title}, ${contents.note}, ${contents.description}))`;
  const said = terms.map((term) => sql`strpos(${written}, ${term}) > 0`);
  return sql`(${inArray(contents.id, found)} or ${and(inArray(contents.id, stale), ...said)})`;
}
