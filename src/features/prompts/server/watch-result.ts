/** The stream of one answer: what is written already, then what is being written, until the run ends. */
import { eq } from 'drizzle-orm';
import { promptResults } from '#db/schema/prompts.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { commonPrefix } from '#lib/common-prefix.ts';
import type { PromptEvent } from '../contract.ts';
import { doneParts, findResultRow, isUnderWay } from './result-store.ts';

/** Looks again after this long without a signal: a lost notification delays an event, and never hides it. */
const LOOK_AGAIN_MS = 10_000;

/** Errors: `not_found`. */
export async function* watchResult(
  services: Services,
  content: OwnedContent,
  promptId: string,
  signal: AbortSignal,
): AsyncGenerator<PromptEvent> {
  const { id } = await findResultRow(services.db, content, promptId);
  let pending = true;
  let resume: (() => void) | undefined;
  const wake = () => {
    pending = true;
    resume?.();
  };
  const unsubscribe = services.events.subscribe((event) => {
    if (event === null || (event.type === 'run_event' && event.runId === id)) wake();
  });
  signal.addEventListener('abort', wake, { once: true });
  let told = '';
  let toldParts = '';
  try {
    while (!signal.aborted) {
      if (!pending) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, LOOK_AGAIN_MS);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        resume = undefined;
        if (signal.aborted) return;
      }
      pending = false;
      const [row] = await services.db.select().from(promptResults).where(eq(promptResults.id, id));
      if (!row || row.deletedAt !== null || !isUnderWay(row.runState)) {
        yield { type: 'ended', state: row && row.deletedAt === null ? row.runState : 'cancelled' };
        return;
      }
      const parts = `${doneParts(row)}/${row.partsTotal}`;
      if (parts !== toldParts && row.partsTotal > 0) yield { type: 'parts', done: doneParts(row), total: row.partsTotal };
      toldParts = parts;
      if (row.draft !== told) {
        const offset = commonPrefix(told, row.draft);
        yield { type: 'draft', offset, text: row.draft.slice(offset) };
        told = row.draft;
      }
    }
  } finally {
    unsubscribe();
  }
}
