import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import type { Services } from '#infra/services.ts';
import type { MeteredTask, TaskMeter } from '#infra/tasks/meter.ts';
import { usageKeyOf } from '#infra/tasks/task.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { takeOwnKeyCall } from './own-key-limit.ts';
import { takeModelTurn } from './question-limits.ts';
import { requireBudget } from './server-budget.ts';
import { takeSubmission } from './submission-limits.ts';

export function createTaskMeter(services: () => Services): TaskMeter {
  return {
    async estimate(task) {
      try {
        await services().db.transaction(async (tx) => {
          await reserve(services(), tx, { ...task, id: crypto.randomUUID() });
          throw new RollBack();
        });
      } catch (error) {
        if (error instanceof RollBack) return { refusal: null };
        const known = findAppError(error);
        if (!known) throw error;
        return { refusal: known };
      }
      return { refusal: null };
    },
    reserve: (tx, task) => reserve(services(), tx, task),
    join: (tx, task) => reserveNote(services(), tx, task),
    commit: usedBy,
    // A question counts even without an answer.
    release: async () => undefined,
  };
}

class RollBack extends Error {}

async function reserve(services: Services, tx: Tx, task: MeteredTask): Promise<void> {
  if (task.price === 'note') {
    await reserveNote(services, tx, task);
    if (task.request?.keyUserId) await takeOwnKeyCall(services, tx, task.request.keyUserId);
    return;
  }
  if (task.price !== 'question' || task.userId === null) return;
  await takeModelTurn(services, tx, { job: usageKeyOf(task), kind: task.kind, userId: task.userId });
}

/** Every request for a note counts, whether it begins the work, joins it or finds it done. */
async function reserveNote(
  services: Services,
  tx: Tx,
  { price, request }: Pick<MeteredTask, 'price' | 'request'>,
): Promise<void> {
  if (price !== 'note') return;
  if (!request) throw new AppError('internal', { detail: 'a note was asked for by no one' });
  if (request.needsBudget) await requireBudget(services, tx);
  await takeSubmission(services, tx, request);
}

async function usedBy(tx: Tx, task: MeteredTask): Promise<unknown> {
  const [row] = await tx
    .select({
      calls: modelUses.calls,
      inputTokens: modelUses.inputTokens,
      cachedTokens: modelUses.cachedTokens,
      outputTokens: modelUses.outputTokens,
      estimatedCalls: modelUses.estimatedCalls,
      costUsd: modelUses.costUsd,
    })
    .from(modelUses)
    .where(eq(modelUses.job, usageKeyOf(task)));
  return row ?? null;
}
