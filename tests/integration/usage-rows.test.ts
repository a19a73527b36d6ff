/** What is written down of models, outputs, license keys and the ledger, and read from there, among other users and tasks. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { contents, sources } from '#db/schema/content.ts';
import { ledgerHolds, licenses } from '#db/schema/ledger.ts';
import { issuedLicenses, licenseBatches } from '#db/schema/license-batches.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import { tasks } from '#db/schema/tasks.ts';
import { createLicenses, readLicenseBatches, revokeLicenses } from '#features/admin/server/licenses.ts';
import { checkModelKey, saveModelKey } from '#features/credentials/server/model-key.ts';
import { writeHistory } from '#features/metering/server/archived-history.ts';
import { changeBalance } from '#features/metering/server/correct-balance.ts';
import { lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { settleHold, tryReserve } from '#features/metering/server/ledger/holds.ts';
import { refuseRevoked } from '#features/metering/server/license-batches.ts';
import { createTidyLedger } from '#features/metering/server/tidy-ledger.handler.ts';
import { storeUse, usageOf } from '#features/usage/server/model-use.ts';
import { modelIdFor, openModel, openPaidModel } from '#features/usage/server/open-model.ts';
import { countOutput } from '#features/usage/server/output-limits.ts';
import { createTaskMeter } from '#features/usage/server/task-meter.ts';
import { createLicenseSigner, generateLicenseKeys } from '#infra/licenses/own-license.ts';
import { createOwnModels } from '#infra/llm/own-models.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import type { Services } from '#infra/services.ts';
import type { MeteredTask } from '#infra/tasks/meter.ts';
import { AppError } from '#lib/app-error.ts';
import type { OwnKey } from '#lib/own-key.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
let users: { ada: string; bob: string };
openOwnDatabase((own) => {
  client = own;
});

const secrets = createSecretBox([new Uint8Array(32).fill(3)]);
const ownModels = createOwnModels({ configured: null, replayFrom: null, local: null });
const price = { input: 1_000_000, cachedInput: null, cacheWrite: null, output: 0 };
let llm: Services['llm'];
let taskKey: OwnKey | null;
/** The task that `taskKey` came with. */
const withKey = randomUUID();
let warned: unknown[] = [];
let services: Services;
let people = 0;
beforeEach(async () => {
  for (const name of ['model_uses', 'model_reservations', 'tasks', 'rate_limits', 'license_batches', 'admin_actions'])
    await client.query(`delete from ${name}`);
  people++;
  users = { ada: `ada-${people}`, bob: `bob-${people}` };
  for (const id of Object.values(users))
    await client.query('insert into "user" (id, name, email, is_anonymous) values ($1, $1, $2, false)', [
      id,
      `${id}@example.org`,
    ]);
  [taskKey, warned] = [null, []];
  llm = {
    ...{ id: 'house-model', price, maxOutputTokens: 1 },
    async *stream() {
      yield { type: 'text', text: 'OK' };
      yield { type: 'finish', reason: 'stop', inputTokens: 2, outputTokens: 3, cachedTokens: 1 };
    },
  } as unknown as Services['llm'];
  services = {
    ...{ db: client.db, secrets, ownModels, llm, sentKey: null },
    tasks: { readKey: async (_db: unknown, taskId: string) => (taskId === withKey ? taskKey : null) },
    logger: { warn: (...all: unknown[]) => void warned.push(all) },
    settings: {
      ...{ time: null, limits: { outputsPerDay: 2 } },
      model: {
        dailyLimitUsd: 100,
        costLimitUsd: 50,
        answersAtOnce: 2,
        questionsPerHour: 9,
        ownKeyCallsPerDay: 2,
        timeZone: 'UTC',
      },
    },
  } as unknown as Services;
});

const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => client.db.transaction(work);
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

const counts = { calls: 3, inputTokens: 30, cachedTokens: 3, outputTokens: 20, estimatedCalls: 1, costUsd: 0.5 };
const useOf = (job: string, values: Partial<typeof modelUses.$inferInsert> = {}) => ({
  ...{ job, kind: 'note', userId: null, model: 'm', ownKey: false, fromBalance: false, updatedAt: day(2), ...counts, ...values },
});
async function usedFor(job: string) {
  const [row] = await client.db.select().from(modelUses).where(eq(modelUses.job, job));
  return row;
}

test('SUM-08 calls of one task are counted together, whichever is stored last, and those of others by themselves', async () => {
  await storeUse(client.db, useOf('note:a'));
  await storeUse(client.db, useOf('note:b'));
  const late = { calls: 2, inputTokens: 40, cachedTokens: 2, outputTokens: 30, estimatedCalls: 0, costUsd: 0.4 };
  await storeUse(
    client.db,
    useOf('note:a', { ...late, kind: 'chat', model: 'n', ownKey: true, fromBalance: true, updatedAt: day(3) }),
  );
  const [first, second] = [await usedFor('note:a'), await usedFor('note:b')];
  expect(first).toMatchObject({
    ...{ kind: 'note', model: 'n', ownKey: true, fromBalance: true, updatedAt: day(3) },
    ...{ calls: 3, inputTokens: 40, cachedTokens: 3, outputTokens: 30, estimatedCalls: 1, costUsd: 0.5 },
  });
  expect(second && usageOf(second)).toEqual(counts);
  expect(second).toMatchObject({ model: 'm', ownKey: false, updatedAt: day(2) });
  // One without a price keeps what was counted.
  await storeUse(client.db, useOf('note:a', { costUsd: null }));
  expect((await usedFor('note:a'))?.costUsd).toBe(0.5);
});

test('outputs are counted in a day for each user, and paid ones for the day’s budget as well', async () => {
  const meter = createTaskMeter(() => services);
  const task = (userId: string | null, price: MeteredTask['price']): MeteredTask => ({
    id: randomUUID(),
    kind: 'images',
    price,
    userId,
  });
  const reserve = (one: MeteredTask) => inTx((tx) => meter.reserve(tx, one)).then(() => 'ok', codeOf);
  expect([await reserve(task(users.ada, 'output')), await reserve(task(null, 'output'))]).toEqual(['ok', 'ok']);
  expect(await reserve(task(users.ada, 'paid_output'))).toBe('ok');
  const refused = inTx((tx) => meter.reserve(tx, task(users.ada, 'output')));
  await expect(refused).rejects.toMatchObject({ code: 'too_many_outputs', params: { most: 2, hours: 24 } });
  expect(await client.query('select key, taken from rate_limits')).toEqual([{ key: `outputs-user:${users.ada}`, taken: 2 }]);
  const paid = { usageKey: 'images:1', kind: 'images', userId: users.bob };
  await countOutput(client.db, paid, { id: 'painter', priceUsd: 30 }, 3);
  await countOutput(client.db, { ...paid, usageKey: 'images:2' }, { id: 'free painter', priceUsd: null }, 3);
  expect(await usedFor('images:1')).toMatchObject({
    ...{ kind: 'images', userId: users.bob, model: 'painter', ownKey: false, fromBalance: false, calls: 1, costUsd: 90 },
  });
  expect(await usedFor('images:2')).toMatchObject({ model: 'free painter', costUsd: null });
  expect(await reserve(task(users.bob, 'paid_output'))).toBe('ok');
  await countOutput(client.db, { ...paid, usageKey: 'images:3' }, { id: 'painter', priceUsd: 10 }, 1);
  expect(await reserve(task(users.bob, 'paid_output'))).toBe('server_cost_limit');
  expect(await reserve(task(users.bob, 'output'))).toBe('ok');
  // What joins is counted where it is a note alone.
  await inTx((tx) => meter.join(tx, { ...task(users.bob, 'output'), id: undefined } as never));
  expect(await client.query(`select taken from rate_limits where key like '%' || $1`, [users.bob])).toEqual([{ taken: 2 }]);
});

test('SUM-15 work is done by the key that came with it, else by the saved one, else by the server’s model', async () => {
  const given = { provider: 'openai', model: 'gpt-x', value: `sk-${'o'.repeat(48)}` };
  await saveModelKey(services, users.ada, await checkModelKey(services, users.ada, given));
  const work = (userId: string, taskId: string = randomUUID()) => ({ job: `chat:${taskId}`, kind: 'chat', userId });
  const idOf = (opening: Promise<{ id: string } | null>) => opening.then((model) => model?.id ?? null, codeOf);
  const ids = async () => [
    await modelIdFor(services, undefined),
    await modelIdFor(services, users.ada),
    await modelIdFor(services, users.bob),
  ];
  expect(await ids()).toEqual(['house-model', 'gpt-x@openai', 'house-model']);
  expect([await idOf(openModel(services, work(users.ada))), await idOf(openModel(services, work(users.bob)))]).toEqual([
    ...['gpt-x@openai', 'house-model'],
  ]);
  taskKey = { provider: 'deepseek', model: 'deep-1', keys: `sk-${'d'.repeat(32)}` };
  expect(await idOf(openModel(services, work(users.ada, withKey)))).toBe('deep-1@deepseek');
  const shared = (taskId: string, keyUserId: string | null) =>
    idOf(openPaidModel(services, { ...work(users.ada, taskId), userId: null }, keyUserId));
  expect([await shared(randomUUID(), null), await shared(randomUUID(), users.ada), await shared(withKey, users.bob)]).toEqual([
    ...['house-model', 'gpt-x@openai', 'deep-1@deepseek'],
  ]);
  const taken = openPaidModel(services, work(users.bob), users.bob);
  await expect(taken).rejects.toMatchObject({ code: 'own_key_refused', message: expect.stringContaining('taken back') });
  taskKey = { ...taskKey, provider: 'nobody' };
  const odd = openModel(services, work(users.ada, withKey));
  await expect(odd).rejects.toMatchObject({ code: 'own_key_refused', message: expect.stringContaining('not offered') });
  services = { ...services, llm: null };
  expect(await ids()).toEqual([null, 'gpt-x@openai', null]);
  expect([await idOf(openModel(services, work(users.bob))), await shared(randomUUID(), null)]).toEqual([
    'llm_not_configured',
    null,
  ]);
});

test('SUM-08 what a model took is added to what earlier attempts took, and the work goes on where that cannot be stored', async () => {
  const [mine, other] = [`chat:${randomUUID()}`, `chat:${randomUUID()}`];
  await storeUse(client.db, useOf(other, { kind: 'chat', userId: users.ada, calls: 2 }));
  await storeUse(client.db, useOf(mine, { kind: 'chat', userId: users.ada, model: 'house-model' }));
  const model = await openModel(services, { job: mine, kind: 'chat', userId: users.ada });
  const ask = async () => {
    const parts: string[] = [];
    const request = { instructions: '', prompt: '', signal: new AbortController().signal };
    for await (const part of model.stream(request)) parts.push(part.type);
    return parts;
  };
  expect(await ask()).toEqual(['text', 'finish']);
  expect(await usedFor(mine)).toMatchObject({
    ...{ kind: 'chat', userId: users.ada, model: 'house-model', ownKey: false, fromBalance: false },
    ...{ calls: 4, inputTokens: 32, cachedTokens: 4, outputTokens: 23, estimatedCalls: 1, costUsd: 2.5 },
  });
  expect((await usedFor(mine))?.updatedAt.getTime()).toBeGreaterThan(day(2).getTime());
  expect(await usedFor(other)).toMatchObject({ ...counts, calls: 2, updatedAt: day(2) });
  // What it may cost is reserved while it runs, and no longer.
  expect(await client.query('select job from model_reservations')).toEqual([]);
  await client.query('alter table model_uses add constraint no_more check (calls <= 4)');
  try {
    expect(await ask()).toEqual(['text', 'finish']);
  } finally {
    await client.query('alter table model_uses drop constraint no_more');
  }
  expect(warned).toEqual([[{ err: expect.any(Error), job: mine }, 'what a model took was not stored']]);
});

async function addContent(userId: string, title: string): Promise<string> {
  const url = `https://a.example/${randomUUID()}`;
  const [source] = await client.db.insert(sources).values({ key: url, url }).returning({ id: sources.id });
  const [row] = await client.db
    .insert(contents)
    .values({ userId, sourceId: source?.id ?? '', title, contentType: 'online', noteLanguage: 'en' })
    .returning({ id: contents.id });
  return row?.id ?? '';
}
const give = (userId: string, amount: number, kind: 'time' | 'api' = 'time') =>
  inTx((tx) => changeBalance(services, tx, { userId, kind, amount, key: `${kind}`, remark: `given ${kind}` }));
const hold = async (
  userId: string,
  amount: number,
  values: { kind?: 'time' | 'api'; taskId?: string; contentId?: string | null } = {},
) => (await tryReserve(client.db, { userId, kind: 'time', taskId: randomUUID(), contentId: null, amount, ...values })) ?? '';

type Line = { seconds?: number; usd?: number; cause: string; title: string | null; product: string | null };
async function historyOf(userId: string): Promise<Line[]> {
  const pieces: string[] = [];
  for await (const piece of writeHistory(client.db, userId)) pieces.push(piece);
  for (const piece of pieces) expect(piece.match(/"at":/g)?.length ?? 0).toBeLessThanOrEqual(1000);
  return (JSON.parse(pieces.join('')) as { entries: Line[] }).entries;
}

test('ACC-12 the history of an account has every entry once, in its order, with what it was for', async () => {
  const { ada, bob } = users;
  expect(await historyOf(ada)).toEqual([]);
  await give(ada, 2000);
  await give(bob, 50);
  await give(ada, 1_500_000, 'api');
  const [mine, theirs] = [await addContent(ada, 'Mine'), await addContent(bob, 'Theirs')];
  for (const contentId of [mine, theirs])
    await settleHold(client.db, await hold(ada, 10, { contentId }), { state: 'committed', amount: 10 });
  const grantOf = `(select g.id from ledger_grants g join ledger_accounts a on a.id = g.account_id where a.user_id = $1 and a.kind = 'time')`;
  await client.query(
    `insert into licenses (user_id, key_hash, vendor, order_reference, product, seconds, state, grant_id)
     select u, u, 'own', 'order of ' || u, 'hours of ' || u, 600, 'used', g.id from unnest(array[$1, $2]::text[]) u, ${grantOf} g`,
    [ada, bob],
  );
  const nothing = { remark: null, title: null, product: null, order: null, reason: null };
  expect(await historyOf(ada)).toEqual([
    {
      ...{ at: expect.any(String), seconds: 2000, balanceSeconds: 2000, cause: 'grant', ...nothing, reason: 'admin' },
      ...{ remark: 'given time', product: `hours of ${ada}`, order: `order of ${ada}` },
    },
    {
      ...{ at: expect.any(String), usd: 1.5, balanceUsd: 1.5, cause: 'grant', ...nothing, reason: 'admin', remark: 'given api' },
    },
    { at: expect.any(String), seconds: -10, balanceSeconds: 1990, cause: 'charge', ...nothing, title: 'Mine' },
    { at: expect.any(String), seconds: -10, balanceSeconds: 1980, cause: 'charge', ...nothing },
  ]);
  expect(await historyOf(bob)).toHaveLength(1);
  // Also where the first entry is stored behind the others.
  await client.query('alter table ledger_entries disable trigger user');
  await client.query(
    'update ledger_entries set amount = amount where id = (select min(id) from ledger_entries where amount = 2000)',
  );
  await client.query('alter table ledger_entries enable trigger user');
  expect((await historyOf(ada)).map(({ seconds, usd }) => seconds ?? usd)).toEqual([2000, 1.5, -10, -10]);
  // A long one is read in pieces of a thousand: less than one of them, as many, and one more.
  const more = (count: number) =>
    inTx(async (tx) => {
      const { id } = await lockAccount(tx, ada, 'time');
      await tx.execute(sql`select ledger_record(a, -1, a.available - n, 'correction', null, null)
        from ledger_accounts a, generate_series(1, ${count}::int) n where a.id = ${id} order by n`);
      await tx.execute(sql`update ledger_accounts set available = available - ${count} where id = ${id}`);
      await tx.execute(sql`select ledger_consume(${id}, ${count})`);
    });
  for (const [added, all] of [
    [995, 999],
    [1, 1000],
    [1, 1001],
  ] as const) {
    await more(added);
    const lines = await historyOf(ada);
    expect(lines).toHaveLength(all);
    expect(lines.slice(4).map(({ seconds }) => seconds)).toEqual(Array.from({ length: all - 4 }, () => -1));
  }
});

test('ACC-03 holds are swept once their tasks are over for a while, for what was taken, and those of work under way stay', async () => {
  const { ada, bob } = users;
  await give(ada, 1000);
  await give(bob, 5_000_000, 'api');
  const task = async (values: Partial<typeof tasks.$inferInsert>) => {
    const [row] = await client.db
      .insert(tasks)
      .values({ kind: 'chat', key: randomUUID(), userId: ada, payload: {}, state: 'completed', ...values })
      .returning({ id: tasks.id });
    return row?.id ?? '';
  };
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const [running, queued, fresh, over, paid] = [
    await task({ state: 'running' }),
    await task({ state: 'queued' }),
    await task({ finishedAt: ago(9.8) }),
    await task({ finishedAt: ago(10.2) }),
    await task({ kind: 'prompt', finishedAt: ago(60) }),
  ];
  const byTime: string[] = [];
  for (const taskId of [running, queued, fresh, over]) byTime.push(await hold(ada, 10, { taskId }));
  const gone = await hold(bob, 100_000, { kind: 'api' });
  const money = await hold(bob, 2_000_000, { kind: 'api', taskId: paid });
  await storeUse(client.db, useOf(`prompt:${paid}`, { costUsd: 0.75, fromBalance: true }));
  const logged: unknown[] = [];
  const logger = { warn: (...all: unknown[]) => void logged.push(all), error: (...all: unknown[]) => void logged.push(all) };
  const sweep = (signal = new AbortController().signal) => createTidyLedger(services).run({}, { logger, signal } as never);
  const left = AbortSignal.abort(new Error('stopped'));
  await expect(sweep(left)).rejects.toBe(left.reason);
  await sweep();
  expect(logged).toEqual([[{ swept: 3 }, 'holds of tasks that are over were released']]);
  const stateOf = async (id: string) => {
    const [row] = await client.db.select().from(ledgerHolds).where(eq(ledgerHolds.id, id));
    return [row?.state, row?.committed, row?.credit];
  };
  expect(await Promise.all(byTime.map(stateOf))).toEqual([
    ['open', 0, 0],
    ['open', 0, 0],
    ['open', 0, 0],
    ['expired', 0, 0],
  ]);
  expect([await stateOf(gone), await stateOf(money)]).toEqual([
    ['expired', 0, 0],
    ['committed', 750_000, 0],
  ]);
  await sweep();
  expect(logged).toHaveLength(1);
});

test('ACC-06 keys of a batch are listed with how many are used, can be used until it is revoked, and each change is noted', async () => {
  const { privateKey } = generateLicenseKeys();
  const licenseSigner = createLicenseSigner(privateKey);
  const needs = { db: client.db, licenseSigner };
  const wanted = { createdBy: users.ada, product: 'ten hours', order: 'A-1', seconds: 36_000, count: 3, days: 30 };
  const keys = await createLicenses(needs, wanted);
  expect(new Set(keys).size).toBe(3);
  await createLicenses(needs, { ...wanted, product: 'for ever', count: 1, days: null });
  await expect(createLicenses({ db: client.db, licenseSigner: null }, wanted)).rejects.toMatchObject({ code: 'not_found' });
  await client.query(`update license_batches set created_at = '2026-01-01' where product = 'ten hours'`);
  const [first] = await client.db.select().from(licenseBatches).where(eq(licenseBatches.product, 'ten hours'));
  const batchId = first?.id ?? '';
  const references = (await client.db.select().from(issuedLicenses).where(eq(issuedLicenses.batchId, batchId))).map(
    ({ reference }) => reference,
  );
  expect(references).toHaveLength(3);
  const use = (reference: string | null, values: Partial<typeof licenses.$inferInsert> = {}) =>
    client.db.insert(licenses).values({ keyHash: randomUUID(), vendor: 'own', reference, state: 'used', ...values });
  await use(references[0] ?? '');
  await use(references[1] ?? '', { state: 'pending' });
  await use(references[2] ?? '', { vendor: 'lemon-squeezy' });
  const { canCreate, batches } = await readLicenseBatches(needs);
  expect([canCreate, batches.map(({ product, used, count }) => [product, used, count])]).toEqual([
    true,
    [
      ['for ever', 0, 1],
      ['ten hours', 1, 3],
    ],
  ]);
  const [forEver, tenHours] = batches;
  expect(forEver?.expiresAt).toBeNull();
  expect(tenHours).toEqual({
    ...{ id: batchId, product: 'ten hours', order: 'A-1', seconds: 36_000, count: 3, used: 1 },
    ...{ createdAt: day(1).toISOString(), expiresAt: first?.expiresAt?.toISOString(), revokedAt: null },
  });
  expect(Math.round(((first?.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(30);
  const refuse = (reference: string) => inTx((tx) => refuseRevoked(tx, reference));
  for (const reference of [references[1] ?? '', 'of nobody']) await refuse(reference);
  await revokeLicenses(needs, { adminId: users.ada, batchId });
  await expect(refuse(references[1] ?? '')).rejects.toMatchObject({
    ...{ code: 'license_invalid', message: expect.stringContaining('its batch is revoked') },
  });
  for (const id of [batchId, randomUUID()])
    await expect(revokeLicenses(needs, { adminId: users.ada, batchId: id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await readLicenseBatches(needs)).batches.map(({ revokedAt }) => revokedAt !== null)).toEqual([false, true]);
  expect(await client.query('select kind, admin_id, subject_id, reason, details from admin_actions order by created_at')).toEqual(
    [
      ['licenses', 'ten hours', 3],
      ['licenses', 'for ever', 1],
      ['licensesRevoked', 'ten hours', 3],
    ].map(([kind, product, count]) => ({
      ...{ kind, admin_id: users.ada, subject_id: null, reason: '' },
      details: { product, count, ...(kind === 'licenses' ? { seconds: 36_000 } : {}) },
    })),
  );
});
