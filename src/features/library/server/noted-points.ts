/** The points of notes, each with the first place that it cites. */
import { and, desc, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { linesOf } from './search-index.ts';

/** `place`: milliseconds from 0, or the paragraph `id` as -1 - id. */
export type NotedContent = { contentId: string; title: string; author: string | null; points: { text: string; place: number }[] };

const bullet = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?!\[[ xX]\])/;

/** Newest first, without contents that have no note. `condition` is on `contents`. */
export async function notedPoints(
  executor: Executor,
  { userId, condition, most }: { userId: string; condition: SQL | undefined; most: number },
): Promise<NotedContent[]> {
  const rows = await executor
    .select({ id: contents.id, title: contents.title, author: contents.author, note: contents.note })
    .from(contents)
    .where(and(eq(contents.userId, userId), condition, isNotNull(contents.note)))
    .orderBy(desc(contents.updatedAt), desc(contents.id))
    .limit(most);
  return rows.map(({ id, title, author, note }) => ({ contentId: id, title, author, points: pointsOf(note ?? '') }));
}

function pointsOf(note: string): NotedContent['points'] {
  const listed = note.split('\n').filter((line) => bullet.test(line));
  return linesOf(listed.join('\n')).flatMap(({ text, place }) => (place === null ? [] : [{ text, place }]));
}
