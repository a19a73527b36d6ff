/** The job behind a written article. Every finished part is stored at once: cut anywhere, it goes on behind that. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { talkArticleParts, talkArticles } from '#db/schema/articles.ts';
import { planParts } from '#engine/article/plan-parts.ts';
import { type WrittenPart, writeArticle } from '#engine/article/write-article.ts';
import { createCheckpoints, type OwnedContent, requireOwnedContent } from '#features/contents/server/index.ts';
import { openModel } from '#features/usage/server/index.ts';
import { goesBack, type JobContext, type JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { AppError, hasCode, toAppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import { keyOfLines, type Lines, linesOfParts } from './article-parts.ts';
import { moveParts } from './move-article.ts';
import { type TalkSource, talkSourceOf } from './talk-source.ts';
import {
  type ArticlePartRow,
  type ArticleRow,
  articlePartRows,
  articleRow,
  articleWork,
  isStale,
  readParts,
  zStoredParagraphs,
} from './written-article.ts';

/** How often it is looked whether the work is still wanted. */
const askEveryMs = 2000;

type Payload = { userId: string; contentId: string; runId: string };

export function createWriteArticle(services: Services): JobHandler<Payload> {
  return {
    run: (payload, context) => write(services, payload, context),
    onDead: (payload, { error }) => end(services, payload, 'failed', error.code),
  };
}

/** The row, while it is this job's to fill. */
function ours({ userId, contentId, runId }: Payload) {
  return and(articleRow({ userId, id: contentId }), eq(talkArticles.runId, runId), eq(talkArticles.state, 'running'));
}

async function write(services: Services, payload: Payload, context: JobContext): Promise<void> {
  const [row] = await services.db.select().from(talkArticles).where(ours(payload));
  if (!row) return;
  const stopped = new AbortController();
  const watch = setInterval(() => void stillOurs(services, payload, stopped), askEveryMs);
  const signal = AbortSignal.any([context.signal, stopped.signal]);
  try {
    const llm = await openModel(services, articleWork(payload));
    const content = await requireOwnedContent(services.db, payload.userId, payload.contentId);
    const source = await talkSourceOf(services, content);
    if (!source || source.segments.length === 0) throw new AppError('subtitles_missing');
    const parts = await plannedParts(services, payload, { content, source, contextTokens: llm.contextTokens });
    const lines = linesOfParts(
      parts.map(({ startMs }) => startMs),
      source.segments,
    );
    const wanted = parts.flatMap(({ wanted: isWanted }, index) => (isWanted ? [index] : []));
    await writeArticle({
      segments: source.segments,
      parts: parts.map(({ title }, index) => ({ title, ...(lines[index] ?? { first: 0, last: -1 }) })),
      wanted,
      facts: source.facts,
      language: source.language,
      llm,
      checkpoints: createCheckpoints(services.db, content.sourceId),
      clock: { now: Date.now, sleep },
      signal,
      // Asked for again: what was written before is not what is wanted.
      variant: row.scope === 'part' || parts.some(({ outcome, wanted: isWanted }) => isWanted && outcome) ? row.runId : undefined,
      onPart: (index, written) =>
        keepPart(services, payload, { part: parts[index], lines: lines[index], source, written, model: llm.id }),
    });
    await end(services, payload, 'completed', null);
  } catch (error) {
    // Cancelled by its owner, or deleted: the row says so already.
    if (stopped.signal.aborted || hasCode(error, 'not_found') || (hasCode(error, 'cancelled') && !context.signal.aborted)) return;
    if (context.signal.aborted) throw error;
    const known = toAppError(error);
    // A database that was away for a moment ends no paid work.
    if (goesBack(known, context)) throw error;
    context.logger.warn({ code: known.code, contentId: payload.contentId }, 'article ended');
    await end(services, payload, 'failed', known.code);
  } finally {
    clearInterval(watch);
  }
}

type Frame = { content: OwnedContent; source: TalkSource; contextTokens: number };

/** The parts, those that this run writes marked: by its first attempt, which later ones go on from. Errors: `cancelled`. */
async function plannedParts(services: Services, payload: Payload, frame: Frame): Promise<ArticlePartRow[]> {
  return services.db.transaction(async (tx) => {
    const [row] = await tx.select().from(talkArticles).where(ours(payload)).for('update');
    if (!row) throw new AppError('cancelled', { detail: 'article stopped' });
    if (row.planned) return readParts(tx, frame.content);
    const parts = await markWanted(tx, row, frame);
    const total = parts.filter(({ wanted }) => wanted).length;
    await tx.update(talkArticles).set({ planned: true, total }).where(ours(payload));
    return parts;
  });
}

async function markWanted(tx: Tx, row: ArticleRow, { content, source, contextTokens }: Frame): Promise<ArticlePartRow[]> {
  const { segments } = source;
  const before = await readParts(tx, content);
  const lines = linesOfParts(
    before.map(({ startMs }) => startMs),
    segments,
  );
  if (row.scope === 'all' || before.length === 0) {
    const plan = planParts(source.spoken, segments, contextTokens).map(({ title, first }, position) => ({
      position,
      title,
      startMs: segments[first]?.startMs ?? 0,
    }));
    const same = plan.length === before.length && plan.every(({ startMs }, index) => before[index]?.startMs === startMs);
    if (!same) {
      // One part of an article that is gone: that part alone is paid for.
      const moved = moveParts(before, plan, source).map((part) => ({
        ...part,
        wanted: row.scope !== 'part' || part.position === row.position,
      }));
      await tx.delete(talkArticleParts).where(articlePartRows(content));
      // Each row is a handful of values: a day of talk is far from what one statement holds.
      if (moved.length > 0)
        await tx
          .insert(talkArticleParts)
          .values(moved.map((part) => ({ userId: content.userId, contentId: content.id, ...part })));
      return readParts(tx, content);
    }
    for (const { position, title } of plan)
      if (before[position]?.title !== title)
        await tx
          .update(talkArticleParts)
          .set({ title })
          .where(and(articlePartRows(content), eq(talkArticleParts.position, position)));
  }
  const wanted = before.flatMap((part, index) => {
    const own = lines[index];
    const isWanted =
      row.scope === 'all' ||
      (row.scope === 'part' && part.position === row.position) ||
      (row.scope === 'rest' && (part.outcome === null || (own !== undefined && isStale(part, source, own))));
    return isWanted ? [part.position] : [];
  });
  await tx
    .update(talkArticleParts)
    .set({ wanted: wanted.length === 0 ? false : sql`${inArray(talkArticleParts.position, wanted)}` })
    .where(articlePartRows(content));
  return readParts(tx, content);
}

/** A model that is silent is not waited for once its owner has stopped the work. */
async function stillOurs(services: Services, payload: Payload, stopped: AbortController): Promise<void> {
  try {
    const rows = await services.db.select({ runId: talkArticles.runId }).from(talkArticles).where(ours(payload));
    if (rows.length === 0) stopped.abort(new AppError('cancelled', { detail: 'article stopped' }));
  } catch {
    // The database is away for a moment: the next look will tell.
  }
}

type Finished = {
  part: ArticlePartRow | undefined;
  lines: Lines | undefined;
  source: TalkSource;
  written: WrittenPart;
  model: string;
};

/** Errors: `cancelled` when the row is no longer this job's. */
async function keepPart(services: Services, payload: Payload, { part, lines, source, written, model }: Finished): Promise<void> {
  if (!part || !lines) return;
  const { segments } = source;
  const timeOf = (id: number): number => segments[id]?.startMs ?? part.startMs;
  const paragraphs = written?.map(({ text, first, last, asSpoken }) => ({
    text,
    startMs: timeOf(first),
    endMs: Math.max(timeOf(last), segments[last]?.endMs ?? 0),
    lastMs: timeOf(last),
    asSpoken,
  }));
  // Written anew without success: what held before is better than nothing, unless its lines have changed.
  const keepsBefore = !paragraphs && part.outcome === 'model' && !isStale(part, source, lines);
  await services.db.transaction(async (tx) => {
    const [row] = await tx.select({ runId: talkArticles.runId }).from(talkArticles).where(ours(payload)).for('update');
    if (!row) throw new AppError('cancelled', { detail: 'article stopped' });
    await tx
      .update(talkArticleParts)
      .set({
        wanted: false,
        updatedAt: new Date(),
        ...(keepsBefore
          ? {}
          : {
              outcome: paragraphs ? ('model' as const) : ('spoken' as const),
              linesKey: keyOfLines(segments, lines),
              paragraphs: paragraphs ? zStoredParagraphs.parse(paragraphs) : null,
              model,
            }),
      })
      .where(
        and(articlePartRows({ userId: payload.userId, id: payload.contentId }), eq(talkArticleParts.position, part.position)),
      );
    await tx.update(talkArticles).set({ updatedAt: new Date() }).where(ours(payload));
  });
}

async function end(services: Services, payload: Payload, state: 'completed' | 'failed', errorCode: string | null): Promise<void> {
  await services.db.update(talkArticles).set({ state, errorCode, updatedAt: new Date() }).where(ours(payload));
}
