/** Writes an article. Each finished part is stored at once, so that an interrupted task continues after it. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { talkArticleParts, talkArticles } from '#db/schema/articles.ts';
import { planParts } from '#engine/article/plan-parts.ts';
import { type WrittenPart, writeArticle } from '#engine/article/write-article.ts';
import { createCheckpoints, type OwnedContent, requireOwnedContent } from '#features/contents/server/index.ts';
import { openModel } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import type { ArticleScope } from '../contract.ts';
import type { ArticleTask } from '../tasks.ts';
import { keyOfLines, type Lines, linesOfParts } from './article-parts.ts';
import { moveParts } from './move-article.ts';
import { type TalkSource, talkSourceOf } from './talk-source.ts';
import {
  type ArticlePartRow,
  articlePartRows,
  articleRow,
  isStale,
  plannedTotal,
  readParts,
  zStoredParagraphs,
} from './written-article.ts';

/** Errors: `not_found`, `llm_not_configured`, `subtitles_missing`, those of `writeArticle`. */
export async function run(
  services: Services,
  { userId, contentId, parts: scope }: ArticleTask,
  context: TaskContext,
): Promise<void> {
  const { db } = services;
  const llm = await openModel(services, { job: context.usageKey, kind: 'article', userId });
  const content = await requireOwnedContent(db, userId, contentId);
  const source = await talkSourceOf(services, content);
  if (!source || source.segments.length === 0) throw new AppError('subtitles_missing');
  const parts = await plannedParts(services, context, { content, scope, source, contextTokens: llm.contextTokens });
  const lines = linesOfParts(
    parts.map(({ startMs }) => startMs),
    source.segments,
  );
  const wanted = parts.flatMap(({ wanted: isWanted }, index) => (isWanted ? [index] : []));
  const total = plannedTotal(Object.fromEntries(context.checkpoints));
  let done = total - wanted.length;
  const tell = () => context.stage('writing', (100 * done) / Math.max(1, total), 'writing', { done, total });
  tell();
  await writeArticle({
    segments: source.segments,
    parts: parts.map(({ title }, index) => ({ title, ...(lines[index] ?? { first: 0, last: -1 }) })),
    wanted,
    facts: source.facts,
    language: source.language,
    llm,
    checkpoints: createCheckpoints(db, content.sourceId),
    clock: { now: Date.now, sleep },
    signal: context.signal,
    // A request to write again must not reuse what was written before.
    variant:
      typeof scope === 'number' || parts.some(({ outcome, wanted: isWanted }) => isWanted && outcome)
        ? context.task.id
        : undefined,
    async onPart(index, written) {
      await storePart(context, content, { part: parts[index], lines: lines[index], source, written, model: llm.id });
      done++;
      tell();
    },
  });
}

type Frame = { content: OwnedContent; scope: ArticleScope; source: TalkSource; contextTokens: number };

/** All parts. The first attempt of a task marks those that it writes; later attempts continue from there. */
async function plannedParts({ db }: Services, context: TaskContext, frame: Frame): Promise<ArticlePartRow[]> {
  if (context.checkpoints.has('plan')) return readParts(db, frame.content);
  const parts = await context.write(async (tx) => {
    await lockArticle(tx, frame.content);
    return markWanted(tx, frame);
  });
  await context.checkpoint('plan', { total: parts.filter(({ wanted }) => wanted).length });
  return parts;
}

/** Errors: `not_found` when the article was deleted. */
async function lockArticle(tx: Tx, content: OwnedContent): Promise<void> {
  const rows = await tx.select({ model: talkArticles.model }).from(talkArticles).where(articleRow(content)).for('update');
  if (rows.length === 0) throw new AppError('not_found', { detail: 'article deleted' });
}

async function markWanted(tx: Tx, { content, scope, source, contextTokens }: Frame): Promise<ArticlePartRow[]> {
  const { segments } = source;
  const before = await readParts(tx, content);
  const lines = linesOfParts(
    before.map(({ startMs }) => startMs),
    segments,
  );
  if (scope === 'all' || before.length === 0) {
    const plan = planParts(source.spoken, segments, contextTokens).map(({ title, first }, position) => ({
      position,
      title,
      startMs: segments[first]?.startMs ?? 0,
    }));
    const same = plan.length === before.length && plan.every(({ startMs }, index) => before[index]?.startMs === startMs);
    if (!same) {
      // If one part was requested, only that part is written and paid for, even when the plan is new.
      const moved = moveParts(before, plan, source).map((part) => ({
        ...part,
        wanted: typeof scope !== 'number' || part.position === scope,
      }));
      await tx.delete(talkArticleParts).where(articlePartRows(content));
      // Each row has a handful of values: even a day of talk is far below the limit of parameters in a statement.
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
      scope === 'all' ||
      part.position === scope ||
      (scope === 'rest' && (part.outcome === null || (own !== undefined && isStale(part, source, own))));
    return isWanted ? [part.position] : [];
  });
  await tx
    .update(talkArticleParts)
    .set({ wanted: wanted.length === 0 ? false : sql`${inArray(talkArticleParts.position, wanted)}` })
    .where(articlePartRows(content));
  return readParts(tx, content);
}

type Finished = {
  part: ArticlePartRow | undefined;
  lines: Lines | undefined;
  source: TalkSource;
  written: WrittenPart;
  model: string;
};

async function storePart(
  context: TaskContext,
  content: OwnedContent,
  { part, lines, source, written, model }: Finished,
): Promise<void> {
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
  // The rewrite failed: the earlier text is better than nothing, unless its lines have changed.
  const keepsBefore = !paragraphs && part.outcome === 'model' && !isStale(part, source, lines);
  await context.write(async (tx) => {
    await lockArticle(tx, content);
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
      .where(and(articlePartRows(content), eq(talkArticleParts.position, part.position)));
    await tx.update(talkArticles).set({ updatedAt: new Date() }).where(articleRow(content));
  });
}
