/** Every finished window is stored at once, so a run that was cut off goes on after the last one. */
import { sql } from 'drizzle-orm';
import { transcriptTranslations } from '#db/schema/transcript-edits.ts';
import type { Segment } from '#engine/domain.ts';
import { lineKey, translateLines } from '#engine/translate/translate-lines.ts';
import { createCheckpoints, requireOwnedContent } from '#features/contents/server/index.ts';
import { openModel } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { sleep } from '#lib/sleep.ts';
import type { TranslationWork } from '../tasks.ts';
import { segmentsOf } from './segments.ts';
import { hasWords, storedLines, translationRow } from './translations.ts';

/** Errors: `not_found`, `llm_not_configured`, those of `translateLines`. */
export async function run(services: Services, work: TranslationWork, context: TaskContext): Promise<void> {
  const { userId, contentId, language } = work;
  const { db } = services;
  const llm = await openModel(services, { job: context.usageKey, kind: 'translation', userId });
  const content = await requireOwnedContent(db, userId, contentId);
  const [segments, [row]] = await Promise.all([
    segmentsOf(db, content),
    db.select().from(transcriptTranslations).where(translationRow(content, language)),
  ]);
  const known = storedLines(row);
  const progress = createProgress(segments, known, context);
  await translateLines({
    segments,
    to: language,
    title: content.title,
    llm,
    checkpoints: createCheckpoints(db, content.sourceId),
    clock: { now: Date.now, sleep },
    signal: context.signal,
    known,
    async onWindow(lines) {
      await storeWindow(context, work, { lines, model: llm.id });
      progress.add(lines);
    },
  });
}

async function storeWindow(
  context: TaskContext,
  work: TranslationWork,
  { lines, model }: { lines: ReadonlyMap<string, string>; model: string },
): Promise<void> {
  const stored = Object.fromEntries(lines);
  await context.write((tx) =>
    tx
      .insert(transcriptTranslations)
      .values({ ...work, model, lines: stored })
      .onConflictDoUpdate({
        target: [transcriptTranslations.userId, transcriptTranslations.contentId, transcriptTranslations.language],
        set: {
          lines: sql`${transcriptTranslations.lines} || excluded.lines`,
          model,
          updatedAt: new Date(),
        },
      }),
  );
}

/** Tells how many lines of the script are translated; lines of the same text are translated together. */
function createProgress(segments: readonly Segment[], known: ReadonlyMap<string, string>, context: TaskContext) {
  const total = segments.length;
  const missing = new Map<string, number>();
  let done = 0;
  for (const { text } of segments) {
    const key = lineKey(text);
    if (!hasWords(text) || known.has(key)) done++;
    else missing.set(key, (missing.get(key) ?? 0) + 1);
  }
  const tell = () => context.stage('translating', (100 * done) / Math.max(1, total), 'translating', { done, total });
  tell();
  return {
    add(lines: ReadonlyMap<string, string>): void {
      for (const key of lines.keys()) {
        done += missing.get(key) ?? 0;
        missing.delete(key);
      }
      tell();
    },
  };
}
