/** Passages of a content's text in the database, stored on first use, once for each extraction. */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { passageIndexes, passages } from '#db/schema/chat.ts';
import type { Segment } from '#engine/domain.ts';
import { hashOf } from '#engine/hash.ts';
import { type Passage, passagesVersion } from '#engine/retrieve/passages.ts';
import type { Corpus, TermHit } from '#engine/retrieve/rank.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { foldVersion } from '#lib/text/fold-text.ts';

/** Rows of one insert: a statement may have 65,535 parameters. */
const ROWS_AT_ONCE = 2_000;

/** The text of an extraction, or what the owner of one content corrected it to. */
export type WordsOf = { extractionId: string; contentId: string; corrected: boolean; segments: readonly Segment[] };

export type PassageIndex = Corpus & { id: string };

export type PassageServices = Pick<Services, 'compute' | 'db'>;

export async function passageIndexOf({ db, compute }: PassageServices, words: WordsOf): Promise<PassageIndex> {
  // When the way of cutting or folding changes, the text is stored anew on its next use.
  const hash = hashOf({
    words: words.segments.map(({ text, speaker }) => [speaker, text]),
    passages: passagesVersion,
    fold: foldVersion,
  });
  const mine = and(
    eq(passageIndexes.extractionId, words.extractionId),
    eq(passageIndexes.hash, hash),
    words.corrected ? eq(passageIndexes.contentId, words.contentId) : isNull(passageIndexes.contentId),
  );
  const known = await db.select().from(passageIndexes).where(mine);
  if (known[0]) return known[0];
  const built = await compute('buildPassages', words.segments, { signal: new AbortController().signal, urgent: true });
  return store(db, words, { built, hash, mine });
}

async function store(
  db: Db,
  words: WordsOf,
  { built, hash, mine }: { built: readonly Passage[]; hash: string; mine: ReturnType<typeof and> },
): Promise<PassageIndex> {
  const terms = built.reduce((sum, passage) => sum + passage.terms.length, 0);
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(passageIndexes)
      .values({
        extractionId: words.extractionId,
        contentId: words.corrected ? words.contentId : null,
        hash,
        passages: built.length,
        averageLength: built.length === 0 ? 0 : terms / built.length,
      })
      // If another transaction stores the same, this one waits for its commit and takes its row.
      .onConflictDoNothing()
      .returning();
    if (!made) {
      const [theirs] = await tx.select().from(passageIndexes).where(mine);
      if (!theirs) throw new AppError('conflict');
      return theirs;
    }
    // Only the latest corrected text is ever asked for; other rows of an extraction's own text come from before an update.
    const whose = words.corrected
      ? eq(passageIndexes.contentId, words.contentId)
      : and(eq(passageIndexes.extractionId, words.extractionId), isNull(passageIndexes.contentId));
    await tx.delete(passageIndexes).where(and(whose, ne(passageIndexes.id, made.id)));
    for (let at = 0; at < built.length; at += ROWS_AT_ONCE)
      await tx.insert(passages).values(
        built.slice(at, at + ROWS_AT_ONCE).map((passage, offset) => ({
          indexId: made.id,
          position: at + offset,
          firstSegment: passage.first,
          lastSegment: passage.last,
          terms: passage.terms,
        })),
      );
    return made;
  });
}

/** The passages that hold the terms, counted in the database, so that only the hits are transferred. */
export async function findTerms(db: Db, indexId: string, terms: readonly string[]): Promise<TermHit[]> {
  if (terms.length === 0) return [];
  const wanted = sql`array[${sql.join(
    terms.map((term) => sql`${term}`),
    sql`, `,
  )}]::text[]`;
  const { rows } = await db.execute<{ position: number; length: number; term: string; count: number }>(sql`
    select ${passages.position} as position, cardinality(${passages.terms}) as length, found.term as term, count(*)::int as count
    from ${passages}, unnest(${passages.terms}) as found(term)
    where ${passages.indexId} = ${indexId} and ${passages.terms} && ${wanted} and found.term = any(${wanted})
    group by 1, 2, 3`);
  return rows.map(({ position, length, term, count }) => ({ position, length, term, count }));
}

export async function boundsOf(
  db: Db,
  indexId: string,
  positions: readonly number[],
): Promise<Map<number, { first: number; last: number }>> {
  if (positions.length === 0) return new Map();
  const rows = await db
    .select({ position: passages.position, first: passages.firstSegment, last: passages.lastSegment })
    .from(passages)
    .where(and(eq(passages.indexId, indexId), inArray(passages.position, [...positions])));
  return new Map(rows.map(({ position, first, last }) => [position, { first, last }]));
}
