/** A user's own model key on the server: sealed on input, opened only for its owner's work. */
import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { modelKeys } from '#db/schema/credentials.ts';
import type { LanguageModelPort } from '#engine/ports.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { ModelKey } from '../contract.ts';
import { readModelKeys } from '../shared/model-keys.ts';

/** `db` may be a transaction, so that no second connection is needed. */
type Needs = Pick<Services, 'secrets' | 'logger' | 'ownModels'> & { db: Executor };
type Row = typeof modelKeys.$inferSelect;

export async function readModelKey(services: Needs, userId: string): Promise<ModelKey> {
  const providers = services.ownModels.providers.map((provider) => ({ ...provider }));
  const row = await rowOf(services, userId);
  if (!row) return { state: 'none', provider: null, model: null, savedAt: null, providers };
  return {
    state: openKeys(services, row) === null ? 'unreadable' : 'saved',
    provider: row.provider,
    model: row.model,
    savedAt: row.updatedAt.toISOString(),
    providers,
  };
}

export type CheckedKey = { provider: string; model: string; keys: string };

/** Errors: `bad_request` with `field` `value` or `provider`. */
export async function checkModelKey(
  services: Needs,
  userId: string | undefined,
  given: { provider: string; model: string; value?: string | undefined },
): Promise<CheckedKey> {
  const found = services.ownModels.providers.find(({ id }) => id === given.provider);
  if (!found) throw new AppError('bad_request', { params: { field: 'provider' } });
  const keys = await keysGiven(services, userId, { ...given, local: found.local });
  if (keys === null) throw new AppError('bad_request', { params: { field: 'value' } });
  return { provider: given.provider, model: given.model.trim(), keys };
}

async function keysGiven(
  services: Needs,
  userId: string | undefined,
  { provider, value, local }: { provider: string; value?: string | undefined; local: boolean },
): Promise<string | null> {
  if (local) return value === undefined ? '' : null;
  if (value !== undefined) return readModelKeys(value, provider);
  const row = userId === undefined ? undefined : await rowOf(services, userId);
  return row?.provider === provider ? openKeys(services, row) : null;
}

export async function saveModelKey(services: Needs, userId: string, { provider, model, keys }: CheckedKey): Promise<void> {
  const values = { provider, model, ...services.secrets.seal(keys, modelKeyContext(userId, provider)), updatedAt: new Date() };
  await services.db
    .insert(modelKeys)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: modelKeys.userId, set: values });
}

export async function removeModelKey({ db }: Needs, userId: string): Promise<void> {
  await db.delete(modelKeys).where(eq(modelKeys.userId, userId));
}

/** The model of the key that the browser keeps, else of the saved key. Null without a usable key. */
export async function ownModelIdOf(services: Needs & Pick<Services, 'sentKey'>, userId: string): Promise<string | null> {
  const { sentKey, ownModels } = services;
  const sent = sentKey?.userId === userId ? ownModels.idOf(sentKey.provider, sentKey.model) : null;
  if (sent !== null) return sent;
  const row = await rowOf(services, userId);
  if (!row || openKeys(services, row) === null) return null;
  return services.ownModels.idOf(row.provider, row.model);
}

/** Calls to a program on this machine are not counted. */
export async function ownCallsAreCounted(
  services: { db: Executor; ownModels: Pick<Services['ownModels'], 'providers'> },
  userId: string,
): Promise<boolean> {
  const row = await rowOf(services, userId);
  return row !== undefined && !services.ownModels.providers.some(({ id, local }) => local && id === row.provider);
}

/** The model for the saved key; null without one. The key is never logged or stored in plain text. */
export async function ownModelOf(services: Needs, userId: string): Promise<LanguageModelPort | null> {
  const row = await rowOf(services, userId);
  if (!row) return null;
  const keys = openKeys(services, row);
  if (keys === null) {
    services.logger.warn({ keyId: row.keyId }, 'a stored model key cannot be opened: its key is not in the key file');
    return null;
  }
  if (row.keyId !== services.secrets.currentKeyId) await sealAgain(services, row, keys);
  return services.ownModels.open(row.provider, row.model, keys);
}

/** Seals with the newest key, unless the row was replaced meanwhile, so that the older key can be removed from its file. */
async function sealAgain({ db, secrets }: Needs, row: Row, keys: string): Promise<void> {
  const fresh = secrets.seal(keys, modelKeyContext(row.userId, row.provider));
  await db
    .update(modelKeys)
    .set(fresh)
    .where(and(eq(modelKeys.userId, row.userId), eq(modelKeys.sealed, row.sealed)));
}

async function rowOf({ db }: Pick<Needs, 'db'>, userId: string): Promise<Row | undefined> {
  const [row] = await db.select().from(modelKeys).where(eq(modelKeys.userId, userId));
  return row;
}

function openKeys({ secrets }: Needs, row: Row): string | null {
  return secrets.open(row, modelKeyContext(row.userId, row.provider));
}

export function modelKeyContext(userId: string, provider: string): string[] {
  return ['model-key', userId, provider];
}
