import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#db/client.ts';
import { talkArticleParts, talkArticles } from '#db/schema/articles.ts';
import { voiceOf } from '#engine/article/voice.ts';
import { type OwnedContent, toProblem } from '#features/contents/server/index.ts';
import { sentKeyFor } from '#features/credentials/server/index.ts';
import { modelIdFor } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { isInFlight, toShownState } from '#lib/task-view.ts';
import type { ArticleScope, WrittenArticle, WrittenPart } from '../contract.ts';
import { articleTask } from '../tasks.ts';
import { keyOfLines, type Lines, lineAt, linesOfParts } from './article-parts.ts';
import { type TalkSource, talkSourceOf } from './talk-source.ts';

export type ArticlePartRow = typeof talkArticleParts.$inferSelect;

type Whose = Pick<OwnedContent, 'id' | 'userId'>;

/** Stored with times, because the ids of lines move when lines are merged and split. */
export const zStoredParagraphs = z.array(
  z.object({
    text: z.string(),
    startMs: z.number(),
    endMs: z.number(),
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

export function isStale(row: ArticlePartRow, source: TalkSource, lines: Lines): boolean {
  return row.outcome === 'model' && row.linesKey !== keyOfLines(source.segments, lines);
}

export async function readWrittenArticle(services: Services, content: OwnedContent): Promise<WrittenArticle> {
  const { db, tasks } = services;
  const [task, [row], writer] = await Promise.all([
    tasks.latest(db, articleTask, keyOf(content)),
    db.select().from(talkArticles).where(articleRow(content)),
    modelIdFor(services, content.userId),
  ]);
  const nothing = { state: null, taskId: null, problem: null, model: null, writer, done: 0, total: 0, parts: [] };
  if (!row) return nothing;
  const [rows, source] = await Promise.all([readParts(db, content), talkSourceOf(services, content)]);
  if (!source) return nothing;
  const lines = linesOfParts(
    rows.map(({ startMs }) => startMs),
    source.segments,
  );
  // The title of a chapter follows the note.
  const titles = new Map(source.spoken.map(({ title, paragraphs }) => [paragraphs[0]?.first, title]));
  const running = task !== null && isInFlight(task.state);
  const waiting = rows.filter(({ wanted }) => wanted).length;
  const total = plannedTotal(task?.checkpoints);
  return {
    // Text that came with an archive has no task.
    state: task ? toShownState(task.state) : rows.every(({ outcome }) => outcome !== null) ? 'completed' : 'cancelled',
    taskId: running ? task.id : null,
    problem: task && toProblem({ problemCode: task.errorCode, problemParams: task.errorParams }),
    model: row.model,
    writer,
    done: Math.max(0, total - waiting),
    total,
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
    // The current name: speakers may be named and renamed after the text was written.
    return { text, startMs, endMs, speaker: voiceOf(segments, first, last).speaker, first, last, asSpoken };
  });
}

function spokenParagraphs({ spoken }: TalkSource, { first, last }: Lines): Paragraphs {
  return spoken.flatMap(({ paragraphs }) =>
    paragraphs.filter((one) => one.first >= first && one.first <= last).map((one) => ({ ...one, asSpoken: true })),
  );
}

const zCheckpoints = z.object({ plan: z.object({ total: z.number().int() }) });

export function plannedTotal(checkpoints: unknown): number {
  return zCheckpoints.safeParse(checkpoints).data?.plan.total ?? 0;
}

function keyOf({ id, userId }: Whose): string {
  return `${userId}:${id}`;
}

/**
 * Starts writing. Earlier text stays until it is replaced; a running task continues. Errors: `llm_not_configured`,
 * `subtitles_missing`, those of the meter.
 */
export async function startArticle(services: Services, content: OwnedContent, parts: ArticleScope): Promise<void> {
  const { db, tasks } = services;
  const model = await modelIdFor(services, content.userId);
  if (model === null) throw new AppError('llm_not_configured');
  const source = await talkSourceOf(services, content);
  if (!source || source.segments.length === 0) throw new AppError('subtitles_missing');
  const { id: contentId, userId } = content;
  const payload = { userId, contentId, parts };
  const ownKey = sentKeyFor(services, userId);
  await db.transaction(async (tx) => {
    const { started } = await tasks.start(tx, articleTask, { key: keyOf(content), userId, contentId, payload, ownKey });
    if (!started) return;
    await tx
      .insert(talkArticles)
      .values({ userId, contentId, model })
      .onConflictDoUpdate({ target: [talkArticles.userId, talkArticles.contentId], set: { model, updatedAt: new Date() } });
  });
}

type TaskServices = Pick<Services, 'db' | 'tasks'>;

export async function cancelArticle({ db, tasks }: TaskServices, content: OwnedContent): Promise<WrittenArticle['state']> {
  return db.transaction(async (tx) => {
    const task = await tasks.latest(tx, articleTask, keyOf(content));
    const state = task && (await tasks.cancel(tx, task.id));
    return state && toShownState(state);
  });
}

export async function deleteArticle({ db, tasks }: TaskServices, content: OwnedContent): Promise<void> {
  await db.transaction(async (tx) => {
    const task = await tasks.lockInFlight(tx, articleTask, keyOf(content));
    if (task) await tasks.cancel(tx, task.id);
    await tx.delete(talkArticles).where(articleRow(content));
  });
}
