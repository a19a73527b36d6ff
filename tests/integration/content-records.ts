/** Sources, what was read of them, and the contents that show it, in the database of `account-rows.ts`. */

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { contents, extractions, runs, sources } from '#db/schema/content.ts';
import { tasks } from '#db/schema/tasks.ts';
import type { Extracted, Segment } from '#engine/domain.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { noteTask } from '#features/summaries/tasks.ts';
import { client, codeOf } from './account-rows.ts';

type SourceRow = typeof sources.$inferSelect;

/** A link of its own, unless told otherwise. */
export async function addSource(values: Partial<typeof sources.$inferInsert> = {}): Promise<SourceRow> {
  const url = `https://a.example/${randomUUID()}`;
  const [row] = await client.db
    .insert(sources)
    .values({ key: `url:${values.url ?? url}`, url, ...values })
    .returning();
  return row as SourceRow;
}

export function extractedOf(values: Partial<Extracted> = {}): Extracted {
  return {
    ...{ kind: 'page', title: 'Read', author: null, siteName: null, description: null, publishedAt: null, durationMs: null },
    ...{ language: null, coverUrl: null, coverBlob: null, canonicalUrl: null, media: null, chapters: [] },
    ...{ articleMarkdown: null, transcript: null, problem: null, ...values },
  };
}

/** One line every ten seconds. */
export function linesOf(texts: readonly string[], timed = true): NonNullable<Extracted['transcript']> {
  const segments = texts.map((text, id): Segment => {
    return { id, startMs: timed ? id * 10_000 : null, endMs: timed ? id * 10_000 + 9_000 : null, text };
  });
  return { timed, language: 'en', provenance: { origin: 'human', track: 'en' }, segments };
}

export async function addExtraction(
  sourceId: string,
  data: Partial<Extracted> = {},
  values: Partial<typeof extractions.$inferInsert> = {},
): Promise<string> {
  const [row] = await client.db
    .insert(extractions)
    .values({ sourceId, data: extractedOf(data), ...values })
    .returning({ id: extractions.id });
  return row?.id ?? '';
}

export async function addContent(
  userId: string,
  sourceId: string,
  values: Partial<typeof contents.$inferInsert> = {},
): Promise<OwnedContent> {
  const [row] = await client.db
    .insert(contents)
    .values({ userId, sourceId, title: 'A', contentType: 'online', noteLanguage: 'en', status: 'completed', ...values })
    .returning();
  return row as OwnedContent;
}

/** A content of a source of its own. */
export async function addOwn(userId: string, values: Partial<typeof contents.$inferInsert> = {}): Promise<OwnedContent> {
  const { id, url } = await addSource();
  return addContent(userId, id, { sourceUrl: url, ...values });
}

/** With a task in flight under its id, unless `task` is null. */
export async function addRun(
  sourceId: string,
  values: Partial<typeof runs.$inferInsert> = {},
  task: Partial<typeof tasks.$inferInsert> | null = {},
): Promise<string> {
  const [row] = await client.db
    .insert(runs)
    .values({ sourceId, key: randomUUID(), noteLanguage: 'en', ...values })
    .returning();
  const [id, key] = [row?.id ?? '', row?.key ?? ''];
  if (task) await client.db.insert(tasks).values({ id, kind: noteTask.kind, key, payload: {}, ...task });
  return id;
}

/** How each of these fails; their values where they do not. */
export const codesOf = (...works: Promise<unknown>[]) => Promise.all(works.map((work) => work.catch(codeOf)));

/** Sorts what has no order of its own. */
export const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

export const contentOf = async (id: string) => (await client.db.select().from(contents).where(eq(contents.id, id)))[0];

export const runOf = async (id: string | null | undefined) =>
  (
    await client.db
      .select()
      .from(runs)
      .where(eq(runs.id, id ?? randomUUID()))
  )[0];

export const taskOf = async (id: string | null | undefined) =>
  (
    await client.db
      .select()
      .from(tasks)
      .where(eq(tasks.id, id ?? randomUUID()))
  )[0];

/** A content with these lines. */
export async function addTalk(
  userId: string,
  texts: readonly string[],
  values: Partial<typeof contents.$inferInsert> = {},
  timed = true,
) {
  const source = await addSource();
  const extractionId = await addExtraction(source.id, { transcript: linesOf(texts, timed) });
  return addContent(userId, source.id, { extractionId, ...values });
}

export const asker = (userId: string) => ({ userId, clientAddress: '192.0.2.7' });
