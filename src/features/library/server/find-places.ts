/** Finds passages that answer a question: the search index gives candidates, then their texts are read and weighed. */
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { librarySearch } from '#db/schema/library-search.ts';
import { type Excerpt, foundIn } from '#engine/retrieve/excerpt.ts';
import { rarity, weighTerms } from '#engine/retrieve/rank.ts';
import { chooseAcross, type ItemTerms, type Lookup, lookupsOf, rankMany, scanText } from '#engine/retrieve/rank-items.ts';
import { queryTerms, weightOf } from '#engine/retrieve/terms.ts';
import { gramsOfTerms } from '#lib/text/search-grams.ts';

/** UTF-16 units of text read for one question: more than 500 hours of English speech. */
const MOST_UNITS = 32_000_000;
const AT_ONCE = 25;

/** `lines`: ids of the first and last line of the passage. */
export type FoundPlace = Excerpt & { contentId: string; lines: { first: number; last: number } };

/** `before`: earlier questions that this one follows up. `mostUnits`: of the texts that are read. */
export type PlacesOf = {
  userId: string;
  condition: SQL | undefined;
  question: string;
  before?: readonly string[];
  most: number;
  mostUnits?: number;
};

type Candidate = ItemTerms & { contentId: string; worth: number };

/** Best first. `complete`: every candidate was read. `userId` fixes the owner; `condition` is on `contents`. */
export async function findPlaces(
  db: Db,
  { userId, condition, question, before = [], most, mostUnits = MOST_UNITS }: PlacesOf,
): Promise<{ places: FoundPlace[]; complete: boolean }> {
  const asked = [...before, question].join(' ');
  const earlier = before.flatMap((one) => queryTerms(one, { orAll: false }));
  // A follow-up such as "And then?" has no terms of its own, so those of the earlier questions are used.
  const weights = weighTerms(queryTerms(question, { orAll: earlier.length === 0 }), earlier);
  const terms = [...weights.keys()];
  const lookups = lookupsOf(terms, asked);
  const candidates = await candidatesFor(db, { userId, condition, lookups });
  const texts = await scanAll(db, { userId, candidates, lookups, mostUnits });
  const passages = texts.reduce((sum, { windows }) => sum + windows, 0);
  const ranked = rankMany(texts, candidates, {
    weights: terms.map((term) => weightOf(term) * (weights.get(term) ?? 1)),
    passages,
  });
  const chosen = chooseAcross(ranked, most);
  const idOf = (item: number) => candidates[item]?.contentId ?? '';
  const plain = await readTexts(db, userId, [...new Set(chosen.map(({ item }) => idOf(item)))], 'plain');
  const wanted = new Set(lookups.flatMap(({ term, related }) => [term, ...related.map((word) => word.term)]));
  const places = chosen.flatMap(({ item, start, end }) => {
    const contentId = idOf(item);
    const known = plain.get(contentId);
    if (!known) return [];
    const lines = linesBetween(known, start, end);
    const [head, tail] = [lines[0]?.id ?? 0, lines.at(-1)?.id ?? 0];
    return foundIn(lines, wanted).map((excerpt) => ({ ...excerpt, contentId, lines: { first: head, last: tail } }));
  });
  return { places, complete: texts.length === candidates.length };
}

/** Reads as many as the limit allows. The next texts are fetched while these are read. */
async function scanAll(
  db: Db,
  {
    userId,
    candidates,
    lookups,
    mostUnits,
  }: { userId: string; candidates: readonly Candidate[]; lookups: readonly Lookup[]; mostUnits: number },
) {
  const keys = new Map<string, string>();
  const texts: ReturnType<typeof scanText>[] = [];
  const fetchFrom = (from: number) => {
    const ids = candidates.slice(from, from + AT_ONCE).map(({ contentId }) => contentId);
    return readTexts(db, userId, ids, 'folded').then((folded) => ids.map((id) => folded.get(id)?.text ?? ''));
  };
  if (candidates.length === 0) return texts;
  let units = 0;
  let next = fetchFrom(0);
  for (let from = AT_ONCE; texts.length < candidates.length && units < mostUnits; from += AT_ONCE) {
    const fetched = await next;
    units += fetched.reduce((sum, text) => sum + text.length, 0);
    if (units < mostUnits && from < candidates.length) next = fetchFrom(from);
    for (const text of fetched) texts.push(scanText(text, lookups, keys));
  }
  return texts;
}

/** The number of contents with a transcript or text to search. Of a content without words, the index has an empty row. */
export async function countSearchable(executor: Executor, userId: string, condition: SQL | undefined): Promise<number> {
  const [row] = await executor
    .select({ count: sql<number>`count(*)::int` })
    .from(librarySearch)
    .innerJoin(contents, and(eq(contents.userId, librarySearch.userId), eq(contents.id, librarySearch.contentId)))
    .where(and(eq(librarySearch.userId, userId), eq(librarySearch.part, 'transcript'), ne(librarySearch.plain, ''), condition));
  return row?.count ?? 0;
}

/** Contents with one of the terms in their transcript, the likeliest first. */
async function candidatesFor(
  db: Db,
  { userId, condition, lookups }: { userId: string; condition: SQL | undefined; lookups: readonly Lookup[] },
): Promise<Candidate[]> {
  if (lookups.length === 0) return [];
  const having = lookups.flatMap(({ starts, isWord, related }, term) => {
    const any = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` or `)})`;
    // A long text is not indexed by single characters.
    const has = (words: readonly string[], isIndexed: boolean) =>
      isIndexed
        ? any(words.map((word) => sql`s.grams @> ${`{${gramsOfTerms([word]).join()}}`}::int[]`))
        : sql`s.part = 'transcript'`;
    const before = isWord ? ' ' : '';
    const inTitle = any(starts.map((start) => sql`strpos(${before} || s.title, ${before + start}) > 0`));
    return [
      sql`select ${term}::int as term, s.content_id, s.part, s.part = 'note' and ${inTitle} as titled
        from ${librarySearch} s where s.user_id = ${userId} and ${has(starts, isWord || starts.every((start) => start.length > 1))}`,
      ...related.map(
        (word) => sql`select ${term}::int, s.content_id, s.part, false
          from ${librarySearch} s where s.user_id = ${userId} and s.part = 'transcript' and ${has(word.starts, true)}`,
      ),
    ];
  });
  const { rows } = await db.execute<{ id: string; said: number[] | null; noted: number[] | null; titled: number[] | null }>(sql`
    with having_term as (${sql.join(having, sql` union all `)})
    select ${contents.id} as id,
      array_agg(distinct h.term) filter (where h.part = 'transcript') as said,
      array_agg(h.term) filter (where h.part = 'note') as noted,
      array_agg(h.term) filter (where h.titled) as titled
    from having_term h join ${contents} on ${contents.id} = h.content_id and ${contents.userId} = ${userId}
    where ${condition ?? sql`true`}
    group by ${contents.id}, ${contents.updatedAt}
    having bool_or(h.part = 'transcript')
    order by ${contents.updatedAt} desc, ${contents.id} desc`);
  const worth = lookups.map((_, term) => rarity(rows.filter(({ said }) => said?.includes(term)).length, rows.length));
  return rows
    .map(({ id, said, noted, titled }) => ({
      contentId: id,
      title: titled ?? [],
      note: noted ?? [],
      worth: (said ?? []).reduce((sum, term) => sum + (worth[term] ?? 0) * weightOf(lookups[term]?.term ?? ''), 0),
    }))
    .sort((a, b) => b.worth - a.worth);
}

type Text = { text: string; starts: (number | null)[] };

async function readTexts(db: Db, userId: string, ids: readonly string[], column: 'plain' | 'folded'): Promise<Map<string, Text>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: librarySearch.contentId,
      text: librarySearch[column],
      starts: column === 'plain' ? sql<(number | null)[]>`${librarySearch.starts}` : sql<(number | null)[]>`'{}'::int[]`,
    })
    .from(librarySearch)
    .where(
      and(eq(librarySearch.userId, userId), eq(librarySearch.part, 'transcript'), inArray(librarySearch.contentId, [...ids])),
    );
  return new Map(rows.map(({ id, text, starts }) => [id, { text, starts }]));
}

/** The lines at these UTF-16 units of the text, as segments. */
function linesBetween({ text, starts }: Text, from: number, to: number) {
  let id = 0;
  let start = 0;
  const lines: { id: number; startMs: number | null; endMs: null; text: string }[] = [];
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const at = starts[id] ?? null;
    if (end > from && start < to) lines.push({ id, startMs: at !== null && at >= 0 ? at : null, endMs: null, text: line });
    start = end + 1;
    id++;
  }
  return lines;
}
