/**
 * Makes one change (ledger, license, referral or joining of accounts) in a child process, which a test kills halfway.
 * Says `ready`, takes the change as a line of JSON, says `done`. `node one-change.ts <database url> <kind>`
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { NewGrant } from '#features/metering/server/ledger/grants.ts';
import type { HoldEnding } from '#features/metering/server/ledger/holds.ts';
import type { Services } from '#infra/services.ts';
import { installQuickImports } from '#server/quick-imports.ts';

export type OneChange =
  | { kind: 'reserve'; userId: string; taskId: string; amount: number }
  | { kind: 'settle'; holdId: string; ending: HoldEnding }
  | { kind: 'grant'; userId: string; about: Omit<NewGrant, 'expiresAt'> }
  | { kind: 'license'; userId: string; key: string; publicKey: string; secret: string }
  | { kind: 'referral'; userId: string; email: string; secret: string; settings: Pick<Services['settings'], 'time' | 'accounts'> }
  | { kind: 'join'; from: string; to: string; secret: string };

/** By which the database knows it. */
export const applicationName = 'one-change';

type Of<Kind extends OneChange['kind']> = Extract<OneChange, { kind: Kind }>;
type Work<Kind extends OneChange['kind']> = (db: Services['db'], change: Of<Kind>) => Promise<unknown>;

async function boxOf(secret: string): Promise<Services['secrets']> {
  const { createSecretBox } = await import('#infra/secrets/secret-box.ts');
  return createSecretBox([Buffer.from(secret, 'hex')]);
}

/** Each loads what it needs and no more: many of these processes are started, and live short. */
const works: { [Kind in OneChange['kind']]: () => Promise<Work<Kind>> } = {
  async reserve() {
    const { tryReserve } = await import('#features/metering/server/ledger/holds.ts');
    // In the transaction that begins its task.
    return (db, { userId, taskId, amount }) =>
      db.transaction((tx) => tryReserve(tx, { userId, kind: 'time', taskId, contentId: null, amount }));
  },
  async settle() {
    const { settleHold } = await import('#features/metering/server/ledger/holds.ts');
    return (db, { holdId, ending }) => settleHold(db, holdId, ending);
  },
  async grant() {
    const [{ grant }, { lockAccount }] = [
      await import('#features/metering/server/ledger/grants.ts'),
      await import('#features/metering/server/ledger/accounts.ts'),
    ];
    return (db, { userId, about }) =>
      db.transaction(async (tx) => grant(tx, await lockAccount(tx, userId, 'time'), { ...about, expiresAt: null }));
  },
  async license() {
    const { activateLicense } = await import('#features/metering/server/activate-license.ts');
    const { createOwnLicenses } = await import('#infra/licenses/own-license.ts');
    return async (db, { userId, key, publicKey, secret }) => {
      const services = { db, secrets: await boxOf(secret), licenseVendors: [createOwnLicenses([publicKey])] };
      return activateLicense(services, { userId, key, signal: AbortSignal.timeout(60_000) });
    };
  },
  async referral() {
    const { settleReferral } = await import('#features/metering/server/referrals.ts');
    return async (db, { userId, email, secret, settings }) =>
      settleReferral({ db, secrets: await boxOf(secret), settings }, { id: userId, email, isAnonymous: false });
  },
  async join() {
    const { joinAccounts } = await import('#features/account/server/join-accounts.ts');
    // Nothing works for them.
    const tasks = { cancelAll: async () => 0, lock: async () => [] };
    return async (db, { from, to, secret }) =>
      joinAccounts({ db, tasks, secrets: await boxOf(secret) } as unknown as Services, { from, to });
  },
};

async function run(url: string, kind: OneChange['kind']): Promise<void> {
  installQuickImports();
  const { createDatabase } = await import('#db/client.ts');
  const { db, close } = createDatabase({ url }, { max: 2, applicationName });
  const work = (await works[kind]()) as Work<typeof kind>;
  await db.execute('select 1');
  const lines = createInterface({ input: process.stdin });
  process.stdout.write('ready\n');
  const [line] = await once(lines, 'line');
  await work(db, JSON.parse(String(line)) as Of<typeof kind>);
  process.stdout.write('done\n');
  lines.close();
  await close();
}

if (import.meta.main) await run(process.argv[2] ?? '', process.argv[3] as OneChange['kind']);
