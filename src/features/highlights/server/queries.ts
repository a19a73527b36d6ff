import { and, asc, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db, Executor } from '#db/client.ts';
import { timeCursor } from '#db/page-cursor.ts';
import { contents } from '#db/schema/content.ts';
import { userContentHighlights as highlights } from '#db/schema/highlights.ts';
import { writtenOnce } from '#db/written-once.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { formsOf } from '#lib/text/traditional-and-simplified.ts';
import { type Highlight, type highlightsContract, maxHighlightsPerContent } from '../contract.ts';
import { highlightTitle } from '../shared/highlight-title.ts';
import { toHighlight, withoutPlace } from './present.ts';

type Call = (typeof highlightsContract)['highlights.list'];

export async function highlightsOf(db: Db, content: OwnedContent): Promise<Highlight[]> {
  const rows = await db
    .select()
    .from(highlights)
    .where(and(eq(highlights.userId, content.userId), eq(highlights.contentId, content.id), isNull(highlights.deletedAt)))
    .orderBy(asc(highlights.createdAt), asc(highlights.id))
    .limit(maxHighlightsPerContent);
  return rows.map(toHighlight);
}

const { anchors: _anchors, userId: _userId, deletedAt: _deletedAt, ...listedColumns } = getTableColumns(highlights);

type Form = { coloured: boolean; isLater: boolean };
const toldLater = (name: 'userId' | 'colour' | 'value' | 'id' | 'limit') => sql.placeholder(name);
const isWanted = ({ coloured }: Pick<Form, 'coloured'>) =>
  and(
    eq(highlights.userId, toldLater('userId')),
    isNull(highlights.deletedAt),
    coloured ? eq(highlights.colour, toldLater('colour')) : undefined,
  );
const isItsContent = and(eq(contents.id, highlights.contentId), eq(contents.userId, highlights.userId));

function pageOf(db: Executor, form: Form, search: (SQL | undefined)[] = []) {
  return (
    db
      .select({
        highlight: listedColumns,
        title: contents.title,
        sourceUrl: contents.sourceUrl,
        // The database's precision: a JavaScript date would lose microseconds and repeat rows at page edges.
        at: sql<string>`to_char(${highlights.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      })
      .from(highlights)
      .innerJoin(contents, isItsContent)
      .where(
        and(
          isWanted(form),
          ...search,
          form.isLater
            ? sql`(${highlights.createdAt}, ${highlights.id}) < (${toldLater('value')}::timestamptz, ${toldLater('id')}::uuid)`
            : undefined,
        ),
      )
      // Matches the index, nulls included.
      .orderBy(sql`${highlights.createdAt} desc nulls last, ${highlights.id} desc nulls last`)
      .limit(toldLater('limit'))
      .prepare('')
  );
}

const count = sql<number>`count(*)::int`;
const plainPage = writtenOnce(pageOf);
/** Only a search needs titles; without one, an index alone gives the count. */
const plainCount = writtenOnce((db, form: Pick<Form, 'coloured'>) =>
  db.select({ count }).from(highlights).where(isWanted(form)).prepare(''),
);

function countFound(db: Executor, form: Form, search: (SQL | undefined)[]) {
  return db
    .select({ count })
    .from(highlights)
    .innerJoin(contents, isItsContent)
    .where(and(isWanted(form), ...search))
    .prepare('');
}

/** Newest first, paged by position, so that concurrent changes neither repeat nor hide rows. */
export async function listHighlights(db: Db, userId: string, input: z.output<Call['input']>): Promise<z.input<Call['output']>> {
  const end = input.cursor === undefined ? undefined : timeCursor.decode(input.cursor);
  const search = searchFor(input.search ?? '');
  const coloured = input.colour !== undefined;
  const form = { coloured, isLater: end !== undefined };
  const values = { userId, colour: input.colour, limit: input.limit + 1, ...end };
  const isPlain = search.length === 0;
  const [rows, [counted]] = await Promise.all([
    (isPlain ? plainPage(db, form) : pageOf(db, form, search)).execute(values),
    (isPlain ? plainCount(db, { coloured }) : countFound(db, form, search)).execute(values),
  ]);
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    highlights: page.map(({ highlight, title, sourceUrl }) => ({
      ...withoutPlace(highlight),
      title: highlightTitle(highlight.highlightText),
      content: { title, source_url: sourceUrl },
    })),
    count: counted?.count ?? 0,
    nextCursor: rows.length > input.limit && last ? timeCursor.encode({ value: last.at, id: last.highlight.id }) : null,
  };
}

/** Every word must occur in the marked text, the comment or the title. */
function searchFor(search: string): (SQL | undefined)[] {
  const words = search.split(/\s+/u).filter((word) => word !== '');
  return words.slice(0, 10).map((word) => {
    const pattern = Array.from(word, patternOf).join('');
    return or(
      sql`${highlights.highlightText} ~* ${pattern}`,
      sql`${highlights.comment} ~* ${pattern}`,
      sql`${contents.title} ~* ${pattern}`,
    );
  });
}

/** A character in all its forms, as a PostgreSQL regular expression. */
function patternOf(character: string): string {
  if (/\p{Script=Han}/u.test(character)) return `[${formsOf(character).join('')}]`;
  return /[\p{L}\p{N}]/u.test(character) ? character : `\\${character}`;
}
