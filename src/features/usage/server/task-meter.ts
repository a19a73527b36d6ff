import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import type { Services } from '#infra/services.ts';
import type { MeteredTask, TaskMeter } from '#infra/tasks/meter.ts';
import { usageKeyOf } from '#infra/tasks/task.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { type ModelWork, takeModelTurn } from './model-use.ts';

const modelKinds: readonly ModelWork['kind'][] = ['note', 'chat', 'prompt', 'translation', 'article'];

export function createTaskMeter(services: () => Services): TaskMeter {
  return {
    async estimate(task) {
      try {
        await services().db.transaction(async (tx) => {
          await reserve(services(), tx, { ...task, id: crypto.randomUUID() });
          throw new Undone();
        });
      } catch (error) {
        if (error instanceof Undone) return { refusal: null };
        const known = findAppError(error);
        if (!known) throw error;
        return { refusal: known };
      }
      return { refusal: null };
    },
    reserve: (tx, task) => reserve(services(), tx, task),
    commit: usedBy,
    // A question counts even without an answer.
    release: async () => undefined,
  };
}

/** Rolls back. */
class Undone extends Error {}

async function reserve(services: Services, tx: Tx, task: MeteredTask): Promise<void> {
  const kind = modelKinds.find((known) => known === task.kind);
  if (task.price !== 'question' || task.userId === null) return;
  if (!kind) throw new AppError('internal', { detail: `no model use of the kind ${task.kind}` });
  await takeModelTurn(services, tx, { job: usageKeyOf(task), kind, userId: task.userId });
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
