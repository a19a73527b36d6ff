/** A talk as a model wrote it down: a user's rows that a job fills, part by part. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#db/client.ts';
import { talkArticleParts, talkArticles } from '#db/schema/articles.ts';
import { voiceOf } from '#engine/article/voice.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { modelIdFor, takeModelTurn } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError, errorCodes } from '#lib/app-error.ts';
import type { WrittenArticle, WrittenPart } from '../contract.ts';
import { writeArticleJob } from '../jobs.ts';
import { keyOfLines, type Lines, lineAt, linesOfParts } from './article-parts.ts';
import { type TalkSource, talkSourceOf } from './talk-source.ts';

export type ArticleRow = typeof talkArticles.$inferSelect;
export type ArticlePartRow = typeof talkArticleParts.$inferSelect;
export type ArticleScope = 'all' | 'rest' | number;

type Whose = Pick<OwnedContent, 'id' | 'userId'>;

/** As it is stored: times, because ids of lines move when lines are merged and split. */
export const zStoredParagraphs = z.array(
  z.object({
    text: z.string(),
    startMs: z.number(),
    endMs: z.number(),
    /** Where its last line begins. */
    lastMs: z.number(),
    asSpoken: z.boolean(),
  }),
);

export function articleRow({ id, userId }: Whose) {
  return and(eq(talkArticles.userId, userId), eq(talkArticles.contentId, id));
}

export function articlePartRows({ id, userId }: Whose) {
  return and(eq(talkArticleParts.userId, userId), eq(talkArticleParts.contentId, id));
}

export async function readParts(executor: Executor, content: Whose): Promise<ArticlePartRow[]> {
  return executor.select().from(talkArticleParts).where(articlePartRows(content)).orderBy(asc(talkArticleParts.position));
}

/** Was it written, and are its lines others now? */
export function isStale(row: ArticlePartRow, source: TalkSource, lines: Lines): boolean {
  return row.outcome === 'model' && row.linesKey !== keyOfLines(source.segments, lines);
}

export async function readWrittenArticle(services: Services, content: OwnedContent): Promise<WrittenArticle> {
  const { db } = services;
  const [[row], writer] = await Promise.all([
    db.select().from(talkArticles).where(articleRow(content)),
    modelIdFor(services, content.userId),
  ]);
  const nothing = { state: null, problem: null, model: null, writer, done: 0, total: 0, parts: [] };
  if (!row) return nothing;
  const [rows, source] = await Promise.all([readParts(db, content), talkSourceOf(services, content)]);
  if (!source) return nothing;
  const lines = linesOfParts(
    rows.map(({ startMs }) => startMs),
    source.segments,
  );
  // A chapter's name follows the note that names it.
  const titles = new Map(source.spoken.map(({ title, paragraphs }) => [paragraphs[0]?.first, title]));
  const running = row.state === 'running';
  const waiting = rows.filter(({ wanted }) => wanted).length;
  const code = errorCodes.find((one) => one === row.errorCode);
  return {
    state: row.state,
    problem: row.errorCode === null ? null : { code: code ?? 'internal', params: {} },
    model: row.model,
    writer,
    // Until it is planned nobody knows how much it is.
    done: row.planned ? Math.max(0, row.total - waiting) : 0,
    total: row.planned ? row.total : 0,
    parts: rows.flatMap((part, index): WrittenPart[] => {
      const own = lines[index];
      if (!own || own.last < own.first) return [];
      return [
        {
          position: part.position,
          title: part.title === null ? null : (titles.get(own.first) ?? part.title),
          startMs: part.startMs,
          state: part.outcome === 'model' ? 'written' : part.outcome === 'spoken' ? 'spoken' : 'waiting',
          stale: isStale(part, source, own),
          wanted: running && part.wanted,
          model: part.model,
          paragraphs: part.outcome === 'model' ? writtenParagraphs(part, source, own) : spokenParagraphs(source, own),
        },
      ];
    }),
  };
}

type Paragraphs = WrittenPart['paragraphs'];

function writtenParagraphs(part: ArticlePartRow, { segments }: TalkSource, lines: Lines): Paragraphs {
  const stored = zStoredParagraphs.safeParse(part.paragraphs);
  return (stored.data ?? []).map(({ text, startMs, endMs, lastMs, asSpoken }) => {
    const first = lineAt(segments, lines, startMs);
    const last = Math.max(first, lineAt(segments, lines, lastMs));
    // The name as it is now: speakers are named and renamed after the words were written.
    return { text, startMs, endMs, speaker: voiceOf(segments, first, last).speaker, first, last, asSpoken };
  });
}

function spokenParagraphs({ spoken }: TalkSource, { first, last }: Lines): Paragraphs {
  return spoken.flatMap(({ paragraphs }) =>
    paragraphs.filter((one) => one.first >= first && one.first <= last).map((one) => ({ ...one, asSpoken: true })),
  );
}

/** The name under which what it takes of a model is counted. */
export function articleWork({ userId, runId }: { userId: string; runId: string }) {
  return { job: `article:${runId}`, kind: 'article' as const, userId };
}

/**
 * Starts writing: everything, what is missing or out of date, or one part. What is written stays until it is written
 * anew. One that runs goes on running. Errors: `llm_not_configured`, `subtitles_missing`, those of `takeModelTurn`.
 */
export async function startArticle(services: Services, content: OwnedContent, wish: ArticleScope): Promise<void> {
  const model = await modelIdFor(services, content.userId);
  if (model === null) throw new AppError('llm_not_configured');
  const source = await talkSourceOf(services, content);
  if (!source || source.segments.length === 0) throw new AppError('subtitles_missing');
  const { id: contentId, userId } = content;
  const runId = randomUUID();
  const asked = {
    runId,
    scope: typeof wish === 'number' ? ('part' as const) : wish,
    position: typeof wish === 'number' ? wish : null,
    state: 'running' as const,
    model,
  };
  await services.db.transaction(async (tx) => {
    // A first start has no row yet that could be locked: two at once would both take a turn.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`article:${userId}:${contentId}`}, 0))`);
    const [before] = await tx.select().from(talkArticles).where(articleRow(content)).for('update');
    if (before?.state === 'running') return;
    await takeModelTurn(services, tx, articleWork({ userId, runId }));
    const [row] = await tx
      .insert(talkArticles)
      .values({ userId, contentId, ...asked })
      .onConflictDoUpdate({
        target: [talkArticles.userId, talkArticles.contentId],
        // Started twice at once: the second finds it running.
        setWhere: ne(talkArticles.state, 'running'),
        set: { ...asked, planned: false, total: 0, errorCode: null, updatedAt: new Date() },
      })
      .returning({ runId: talkArticles.runId });
    if (row) await services.jobs.enqueue(tx, writeArticleJob, { userId, contentId, runId }, { singletonKey: runId });
  });
}

/** What is under way ends at once; what is written stays. Gives the state as it is then. */
export async function cancelArticle(executor: Executor, content: OwnedContent): Promise<WrittenArticle['state']> {
  const [stopped] = await executor
    .update(talkArticles)
    .set({ state: 'cancelled', updatedAt: new Date() })
    .where(and(articleRow(content), eq(talkArticles.state, 'running')))
    .returning({ state: talkArticles.state });
  if (stopped) return stopped.state;
  const [row] = await executor.select({ state: talkArticles.state }).from(talkArticles).where(articleRow(content));
  return row?.state ?? null;
}

/** The article as it was spoken is all that is left. Work under way finds no row. */
export async function deleteArticle(executor: Executor, content: OwnedContent): Promise<void> {
  await executor.delete(talkArticles).where(articleRow(content));
}
