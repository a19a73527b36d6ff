/** Accounts in a database of their own, without a server: for what is true of their rows, statement by statement. */

import { randomBytes } from 'node:crypto';
import { beforeEach } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { createOwnModels } from '#infra/llm/own-models.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

export let client: DatabaseClient;
/** Users whose tasks were cancelled, in their order. */
export let cancelled: string[] = [];

/** For all tests of the file that calls it; each begins without an account. */
export function keepAccountRows(): void {
  openOwnDatabase((own) => {
    client = own;
  });
  beforeEach(async () => {
    cancelled = [];
    for (const name of ['contents', 'sources', 'invitations', 'rate_limits', '"user"']) await client.query(`delete from ${name}`);
  });
}

const secrets = createSecretBox([new Uint8Array(randomBytes(32))]);
const ownModels = createOwnModels({ configured: null, replayFrom: null, local: null });

export type Accounts = Services['settings']['accounts'];
export function servicesWith(accounts: Partial<Accounts> = {}): Services {
  const tasks = {
    cancelAll: async (_tx: unknown, { userId }: { userId: string }) => void cancelled.push(userId),
    lock: async () => [],
  };
  const settings = { accounts: { mode: 'invite', adminEmail: null, ...accounts }, time: null };
  const blobs = { put: async () => undefined, list: async () => [] };
  return { db: client.db, secrets, ownModels, tasks, settings, blobs, logger: undefined } as unknown as Services;
}

type NewUser = Partial<typeof user.$inferInsert>;
export async function addUser(id: string, values: NewUser = {}): Promise<string> {
  await client.db.insert(user).values({ id, name: id, email: `${id}@example.org`, isAnonymous: false, ...values });
  return id;
}
export const addGuest = (id: string) => addUser(id, { isAnonymous: true });

export async function flagsOf(): Promise<Record<string, string>> {
  const rows = await client.db.select().from(user);
  return Object.fromEntries(rows.map(({ id, isAdmin, isOwner }) => [id, `${isAdmin ? 'admin' : ''}${isOwner ? 'owner' : ''}`]));
}

export const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

export const inTx = <T>(work: (tx: Tx) => Promise<T>) => client.db.transaction(work);

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
