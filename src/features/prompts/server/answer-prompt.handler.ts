import { z } from 'zod';
import { answerRequest } from '#engine/prompts/answer.ts';
import { promptWording } from '#engine/prompts/render-prompt.ts';
import { loadExtraction, type OwnedContent, requireOwnedContent } from '#features/contents/server/index.ts';
import { correctedSegments } from '#features/transcripts/server/index.ts';
import { openModel } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { languages } from '#lib/languages.ts';
import { sleep } from '#lib/sleep.ts';
import type { PromptWork } from '../tasks.ts';
import { fillTemplate } from './fill-template.ts';
import { storeAnswer } from './result-store.ts';

export async function run(services: Services, work: PromptWork, context: TaskContext): Promise<void> {
  const { db } = services;
  const { userId, contentId } = context.task;
  if (userId === null || contentId === null) throw new AppError('internal', { detail: 'an answer of no content' });
  const content = await requireOwnedContent(db, userId, contentId);
  const llm = await openModel(services, { job: context.usageKey, kind: 'prompt', userId });
  const known = content.extractionId ? await loadExtraction(db, content.extractionId) : null;
  const corrected = known && (await correctedSegments(db, content, known.extracted));
  if (!known || !corrected || corrected.segments.length === 0) throw new AppError('subtitles_missing');
  const { markdown, sources, checks, model, usage } = await answerRequest({
    extracted: known.extracted,
    segments: corrected.segments,
    language: work.language,
    request: fillTemplate(work.prompt, templateValues(content, work)),
    llm,
    clock: { now: Date.now, sleep },
    signal: context.signal,
    parts: findingsOf(context),
    onPart: (index, finding) => context.checkpoint(String(index), finding),
    onParts: (done, total) => context.stage('parts', (100 * done) / (total + 1), 'parts', { done, total }),
    onDraft: (show) => context.draft(show),
  });
  await context.complete((tx) =>
    storeAnswer(tx, work, {
      text: markdown,
      sources,
      model,
      versions: {
        ...checks,
        extractionId: content.extractionId ?? '',
        wording: promptWording,
        usage,
        corrections: corrected.version,
      },
    }),
  );
}

/** What earlier attempts found in the parts of a long source, by part number. */
function findingsOf({ checkpoints }: TaskContext): Record<string, string> {
  return z.record(z.string(), z.string()).parse(Object.fromEntries(checkpoints));
}

function templateValues(content: OwnedContent, { language }: PromptWork): ReadonlyMap<string, string> {
  return new Map([
    ['title', content.title],
    ['author', content.author ?? ''],
    ['site', content.siteName ?? ''],
    ['url', content.sourceUrl ?? ''],
    ['language', languages[language].promptName],
  ]);
}
