import type { z } from 'zod';
import type { WantedSource } from '#features/contents/server/index.ts';
import { requireOwnedContent, toProblem } from '#features/contents/server/index.ts';
import type { Asker, Services } from '#infra/services.ts';
import type { summariesContract } from '../contract.ts';
import { startNote } from './start-note.ts';
import { watchProgress } from './watch-progress.ts';

type Call = (typeof summariesContract)['video.summary'];

/** The summary of a link, made when there is none, waited for as long as the caller wants; after that it goes on by itself. */
export async function summaryOfUrl(
  services: Services,
  asker: Asker,
  wanted: WantedSource,
  input: z.output<Call['input']>,
  signal: AbortSignal,
): Promise<z.input<Call['output']>> {
  const { userId } = asker;
  const started = await startNote(services, asker, wanted, input.noteLanguage ?? services.settings.defaultLanguage, {
    detail: input.detail,
    needsRoom: true,
  });
  if (started.status === 'processing' && input.waitMs > 0) {
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(input.waitMs)]);
    const events = watchProgress(services, { userId, contentId: started.contentId, lastEventId: 0, signal: waiting });
    // The stream ends with the run, or with the wait.
    for await (const _event of events);
  }
  const content = await requireOwnedContent(services.db, userId, started.contentId);
  return {
    contentId: content.id,
    status: content.status,
    title: content.title,
    summary: content.note,
    problem: toProblem(content),
  };
}
