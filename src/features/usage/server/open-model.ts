/** The model for a piece of work: the key that came with it, the user's saved one, else the server's model. */
import { eq } from 'drizzle-orm';
import { modelUses } from '#db/schema/model-uses.ts';
import { type MeteredModel, meterModel } from '#engine/llm/usage-meter.ts';
import type { LanguageModelPort } from '#engine/ports.ts';
import { ownModelIdOf, ownModelOf } from '#features/credentials/server/index.ts';
import { chargeLateUse, reservedMoney } from '#features/metering/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { storeUse, usageOf } from './model-use.ts';
import { reserveFromBudget } from './server-budget.ts';

export type ModelWork = {
  /** The same for every attempt: `note:<run>`. */
  job: string;
  kind: string;
  /** Null for shared work. */
  userId: string | null;
};

/** Null without an own key and a server model. */
export async function modelIdFor(services: Services, userId: string | undefined): Promise<string | null> {
  const own = userId === undefined ? null : await ownModelIdOf(services, userId);
  return own ?? services.llm?.id ?? null;
}

/** Errors: `llm_not_configured`. */
export async function openModel(services: Services, work: ModelWork & { userId: string }): Promise<MeteredModel> {
  const own = (await modelOfTask(services, work)) ?? (await ownModelOf(services, work.userId));
  const llm = own ?? services.llm;
  if (!llm) throw new AppError('llm_not_configured');
  return counted(services, work, llm, own !== null);
}

/** Null without a model. Errors: `own_key_refused` when the key is gone. */
export async function openPaidModel(services: Services, work: ModelWork, keyUserId: string | null): Promise<MeteredModel | null> {
  if (keyUserId === null) return services.llm && counted(services, work, services.llm, false);
  const own = (await modelOfTask(services, work)) ?? (await ownModelOf(services, keyUserId));
  if (own === null) throw new AppError('own_key_refused', { detail: 'the key was taken back' });
  return counted(services, work, own, true);
}

/** The model of the key that came with the task; null without one. Errors: `own_key_refused`. */
async function modelOfTask({ db, tasks, ownModels }: Services, work: ModelWork): Promise<LanguageModelPort | null> {
  const key = await tasks.readKey(db, taskIdOf(work));
  if (key === null) return null;
  const own = await ownModels.open(key.provider, key.model, key.keys);
  if (own === null) throw new AppError('own_key_refused', { detail: 'the provider is not offered' });
  return own;
}

function taskIdOf({ job, kind }: ModelWork): string {
  return job.slice(kind.length + 1);
}

/** A call that ends after its task is charged here. */
async function storePaidUse(
  db: Services['db'],
  work: ModelWork,
  values: Omit<Parameters<typeof storeUse>[1], keyof ModelWork>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await storeUse(tx, { ...work, ...values });
    await chargeLateUse(tx, { taskId: taskIdOf(work), usageKey: work.job });
  });
}

async function counted(
  services: Services,
  work: ModelWork,
  llm: NonNullable<Services['llm']>,
  ownKey: boolean,
): Promise<MeteredModel> {
  const { db, settings, logger } = services;
  const [row] = await db.select().from(modelUses).where(eq(modelUses.job, work.job));
  const balanceUsd = ownKey ? null : await reservedMoney(db, taskIdOf(work));
  const fromBalance = balanceUsd !== null;
  return meterModel(llm, {
    limitUsd: ownKey ? null : (balanceUsd ?? settings.model.costLimitUsd),
    ...(ownKey || fromBalance
      ? {}
      : { reserve: (costUsd, signal) => reserveFromBudget(services, { job: work.job, costUsd, signal }) }),
    before: row && usageOf(row),
    async onUsage(usage) {
      const values = { ...usage, model: llm.id, ownKey, fromBalance, updatedAt: new Date() };
      try {
        if (fromBalance) await storePaidUse(db, work, values);
        else await storeUse(db, { ...work, ...values });
      } catch (error) {
        // A missing count must not fail the work.
        logger.warn({ err: error, job: work.job }, 'what a model took was not stored');
      }
    },
  });
}
