import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import type { ModelUsage } from '#engine/domain.ts';
import {
  leaveMoney,
  leaveTime,
  lockAccountsOf,
  reserveMoney,
  reserveTime,
  settleMoney,
  settleTime,
} from '#features/metering/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { MeteredTask, TaskMeter, TaskRequest } from '#infra/tasks/meter.ts';
import { usageKeyOf } from '#infra/tasks/task.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { takeModelTurn } from './model-question-limits.ts';
import { takeOutput } from './output-limits.ts';
import { takeOwnKeyCall } from './own-key-limit.ts';
import { budgetSpent, isBudgetSpent, requireBudget } from './server-budget.ts';
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
    // Joining others' work costs no time, and neither does waiting for it.
    async join(tx, task) {
      if (task.price === 'note') await reserveNote(services(), tx, requestOf(task));
    },
    async commit(tx, task, { completed, working }) {
      if (!working) await settleMoney(tx, paidTaskOf(task));
      await settleTime(tx, task.id, { completed });
      return usedBy(tx, task);
    },
    async finish(tx, task) {
      await settleMoney(tx, paidTaskOf(task));
      return usedBy(tx, task);
    },
    // A question counts even without an answer.
    async release(tx, task) {
      await settleMoney(tx, paidTaskOf(task));
      await settleTime(tx, task.id, { completed: false });
    },
    async leave(tx, task, { userId, others }) {
      await lockAccountsOf(tx, [userId, ...others.map((other) => other.userId)]);
      const refusal = await leaveTime(services(), tx, { taskId: task.id, userId, others });
      if (refusal) return refusal;
      return (await leaveMoney(tx, { ...paidTaskOf(task), userId, others })) ? null : budgetSpent();
    },
  };
}

class RollBack extends Error {}

function paidTaskOf({ id, kind }: Pick<MeteredTask, 'id' | 'kind'>): { taskId: string; usageKey: string } {
  return { taskId: id, usageKey: usageKeyOf({ id, kind }) };
}

async function reserve(services: Services, tx: Tx, task: MeteredTask): Promise<void> {
  const ownKey = task.ownKey ?? null;
  if (task.price === 'note') {
    const request = requestOf(task);
    const { userId, keyUserId, contentId = null, seconds = null } = request;
    const paid =
      keyUserId === null &&
      services.llm !== null &&
      (await isBudgetSpent(services, tx)) &&
      (await reserveMoney(services, tx, { taskId: task.id, userId }));
    await reserveNote(services, tx, { ...request, needsBudget: request.needsBudget && !paid });
    // A user with a key of their own uses none of the server's time.
    if (keyUserId !== null) await takeOwnKeyCall(services, tx, keyUserId, ownKey);
    else await reserveTime(services, tx, { taskId: task.id, userId, contentId, seconds });
    return;
  }
  if (task.userId === null) return;
  if (task.price === 'output' || task.price === 'paid_output') {
    if (task.price === 'paid_output') await requireBudget(services, tx);
    await takeOutput(services, tx, task.userId);
    return;
  }
  if (task.price !== 'question') return;
  const { id: taskId, kind, userId } = task;
  await takeModelTurn(services, tx, { job: usageKeyOf(task), taskId, kind, userId, ownKey });
}

/** Every request for a note counts, whether it begins the work, joins it or finds it done. */
async function reserveNote(services: Services, tx: Tx, request: TaskRequest): Promise<void> {
  if (request.needsBudget) await requireBudget(services, tx);
  await takeSubmission(services, tx, request);
}

function requestOf({ request }: Pick<MeteredTask, 'request'>): TaskRequest {
  if (!request) throw new AppError('internal', { detail: 'a note was asked for by no one' });
  return request;
}

async function usedBy(tx: Tx, task: MeteredTask): Promise<ModelUsage | null> {
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
