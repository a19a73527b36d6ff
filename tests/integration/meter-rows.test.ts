/** Who pays for a piece of work, and what refuses it, statement by statement, among other users and tasks. */
import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { modelReservations } from '#db/schema/model-reservations.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import { tasks } from '#db/schema/tasks.ts';
import { checkModelKey, saveModelKey } from '#features/credentials/server/model-key.ts';
import { balancesOf, changeBalance } from '#features/metering/server/correct-balance.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { readCredit as paidSeconds } from '#features/metering/server/ledger/holds.ts';
import { readRole } from '#features/metering/server/read-role.ts';
import { keepTime, measureTime } from '#features/metering/server/task-time.ts';
import { takeLibraryQuestion } from '#features/usage/server/library-question-limit.ts';
import { openModel } from '#features/usage/server/open-model.ts';
import { forgetExpiredReservations, reserveFromBudget } from '#features/usage/server/server-budget.ts';
import { createTaskMeter } from '#features/usage/server/task-meter.ts';
import { createOwnModels } from '#infra/llm/own-models.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import type { Services } from '#infra/services.ts';
import type { MeteredTask, TaskRequest } from '#infra/tasks/meter.ts';
import { AppError } from '#lib/app-error.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
const dailyLimitUsd = 20;

openOwnDatabase((own) => {
  client = own;
});

const secrets = createSecretBox([new Uint8Array(randomBytes(32))]);
const ownModels = createOwnModels({ configured: null, replayFrom: null, local: null });
const usual = {
  model: { dailyLimitUsd, costLimitUsd: 2, answersAtOnce: 2, questionsPerHour: 3, ownKeyCallsPerDay: 2, timeZone: 'UTC' },
  limits: { submissionsPerHour: 3, addressSubmissionsPerHour: 5, guestNotesAtOnce: 2 },
  time: { startingSeconds: 600, monthlySeconds: 0, grantDays: 30 },
};
let settings: Omit<typeof usual, 'time'> & { time: (typeof usual)['time'] | null };
let llm: { id: string } | null;
let services: Services;
let meter: ReturnType<typeof createTaskMeter>;
let users: { ada: string; bob: string; member: string };

beforeEach(async () => {
  settings = structuredClone(usual);
  llm = { id: 'house-model' };
  services = { db: client.db, secrets, ownModels, settings, llm, logger: undefined } as unknown as Services;
  meter = createTaskMeter(() => services);
  for (const name of ['model_uses', 'model_reservations', 'tasks', 'rate_limits']) await client.query(`delete from ${name}`);
  const suffix = randomUUID().slice(0, 8);
  users = { ada: `ada-${suffix}`, bob: `bob-${suffix}`, member: `member-${suffix}` };
  for (const id of Object.values(users))
    await client.query('insert into "user" (id, name, email, is_anonymous, is_lifetime) values ($1, $1, $2, $3, $4)', [
      id,
      `${id}@example.org`,
      id !== users.member,
      id === users.member,
    ]);
});

const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => client.db.transaction(work);
class TakenBack extends Error {}
const takenBack = (error: unknown) => {
  if (!(error instanceof TakenBack)) throw error;
};
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

function requestOf(userId: string, values: Partial<TaskRequest> = {}): TaskRequest {
  return { userId, clientAddress: '203.0.113.7', needsBudget: false, keyUserId: null, ...values };
}
const noteOf = (userId: string, values: Partial<TaskRequest> = {}): MeteredTask => ({
  ...{ id: randomUUID(), kind: 'note', price: 'note', userId: null },
  request: requestOf(userId, values),
});
const questionOf = (userId: string | null): MeteredTask => ({ id: randomUUID(), kind: 'chat', price: 'question', userId });

/** `ok`, or the code of the refusal. */
const reserve = (task: MeteredTask) => inTx((tx) => meter.reserve(tx, task)).then(() => 'ok', codeOf);

async function spend(costUsd: number, values: Partial<typeof modelUses.$inferInsert> = {}): Promise<void> {
  const use = { job: `note:${randomUUID()}`, kind: 'note', ownKey: false, model: 'house-model', costUsd };
  await client.db.insert(modelUses).values({ ...use, ...values });
}

async function giveMoney(userId: string, usd: number): Promise<void> {
  const change = { userId, kind: 'api', amount: usd * 1_000_000, key: 'first', remark: '' } as const;
  await inTx((tx) => changeBalance(services, tx, change));
}

async function giveKey(userId: string): Promise<void> {
  const given = { provider: 'openai', model: 'gpt-x', value: `sk-${'o'.repeat(48)}` };
  await saveModelKey(services, userId, await checkModelKey(services, userId, given));
}

async function holdsOf(taskId: string) {
  return client.query<{ kind: string; state: string; amount: number; committed: number; user_id: string; covered: boolean }>(
    `select h.kind, h.state, h.amount::int, h.committed::int, a.user_id, h.covered from ledger_holds h
     join ledger_accounts a on a.id = h.account_id where h.task_id = $1 order by h.kind, h.created_at, h.state = 'open'`,
    [taskId],
  );
}

/** Runs `work` while the database refuses to store rows of the table for which the condition is false. */
async function whileOnly(table: string, condition: string, work: () => Promise<unknown>): Promise<void> {
  await client.query(`alter table ${table} add constraint only_these check (${condition}) not valid`);
  try {
    await work();
  } finally {
    await client.query(`alter table ${table} drop constraint only_these`);
  }
}

async function takenOf(key: string): Promise<number> {
  const [row] = await client.query<{ taken: number }>('select taken from rate_limits where key = $1', [key]);
  return row?.taken ?? 0;
}

test('a note takes a request of its user and address, and of the time what it is known to take', async () => {
  const task = noteOf(users.ada, { seconds: 90.2 });
  expect(await reserve(task)).toBe('ok');
  expect([await takenOf(`submissions-user:${users.ada}`), await takenOf('submissions-address:203.0.113.7')]).toEqual([1, 1]);
  expect(await holdsOf(task.id)).toEqual([
    { kind: 'time', state: 'open', amount: 91, committed: 0, user_id: users.ada, covered: false },
  ]);
  const unknown = noteOf(users.ada);
  expect(await reserve(unknown)).toBe('ok');
  expect(await holdsOf(unknown.id)).toMatchObject([{ amount: 1 }]);
  expect((await balancesOf(client.db, users.ada)).seconds).toBe(600 - 91 - 1);
  expect(await reserve(noteOf(users.ada, { seconds: 509 }))).toBe('out_of_time');
  expect(await reserve(noteOf(users.ada, { seconds: 508 }))).toBe('ok');
  expect(await reserve(noteOf(users.ada))).toBe('too_many_submissions');
  expect(await takenOf(`submissions-user:${users.ada}`)).toBe(3);
  // Members' time is counted and not taken.
  const members = noteOf(users.member, { seconds: 6000 });
  expect(await reserve(members)).toBe('ok');
  expect(await holdsOf(members.id)).toMatchObject([{ kind: 'time', amount: 6000, user_id: users.member, covered: true }]);
  expect(await reserve(noteOf(users.bob))).toBe('ok');
  expect(await reserve(noteOf(users.bob))).toBe('too_many_submissions');
  expect(await reserve(noteOf(users.bob, { clientAddress: '203.0.113.8' }))).toBe('ok');
  // Where time is not counted none is taken.
  settings.time = null;
  const free = noteOf(users.bob, { seconds: 9000, clientAddress: '203.0.113.8' });
  expect([await reserve(free), await holdsOf(free.id)]).toEqual(['ok', []]);
  await expect(inTx((tx) => meter.reserve(tx, { ...free, request: undefined }))).rejects.toMatchObject({ code: 'internal' });
});

test('a refusal says how much is allowed, and when to ask again', async () => {
  const inHours = (hours: number) => expect.toSatisfy((ms: number) => ms > (hours - 0.1) * 3_600_000 && ms <= hours * 3_600_000);
  const refusalOf = (task: MeteredTask) => inTx((tx) => meter.reserve(tx, task)).catch((error: unknown) => error);
  for (let n = 0; n < 3; n++) await reserve(noteOf(users.ada));
  expect(await refusalOf(noteOf(users.ada))).toMatchObject({
    ...{ code: 'too_many_submissions', params: { most: 3, minutes: 60 }, retry: { afterMs: inHours(1) } },
  });
  services = { ...services, settings: { ...settings, limits: { ...settings.limits, outputsPerDay: 1 } } } as never;
  const output = (): MeteredTask => ({ id: randomUUID(), kind: 'images', price: 'output', userId: users.ada });
  expect(await reserve(output())).toBe('ok');
  expect(await refusalOf(output())).toMatchObject({
    ...{ code: 'too_many_outputs', params: { most: 1, hours: 24 }, retry: { afterMs: inHours(24) } },
  });
  await giveKey(users.bob);
  for (let n = 0; n < 2; n++) expect(await reserve(questionOf(users.bob))).toBe('ok');
  const refused = await refusalOf(questionOf(users.bob));
  expect(refused).toMatchObject({ code: 'own_key_limit', params: { most: 2 } });
  const { params, retry } = refused as AppError & { params: { hours: number } };
  expect(params.hours).toBe(Math.ceil((retry?.afterMs ?? 0) / 3_600_000));
  expect(params.hours).toBeLessThanOrEqual(24);
});

test('SUM-15 work with a key that came along is a call of its user’s day, also where no key is saved', async () => {
  const ownKey = { provider: 'openai', model: 'gpt-y', keys: `sk-${'y'.repeat(48)}` };
  await spend(dailyLimitUsd);
  const [note, question] = [noteOf(users.ada, { keyUserId: users.ada }), questionOf(users.ada)];
  expect([await reserve({ ...note, ownKey }), await takenOf(`own-key-calls:${users.ada}`)]).toEqual(['ok', 1]);
  services = { ...services, llm: null };
  expect([await reserve({ ...question, ownKey }), await takenOf(`own-key-calls:${users.ada}`)]).toEqual(['ok', 2]);
  expect(await client.query(`select job, model, own_key from model_uses where kind = 'chat'`)).toEqual([
    { job: `chat:${question.id}`, model: 'gpt-y@openai', own_key: true },
  ]);
  expect(await reserve({ ...questionOf(users.ada), ownKey })).toBe('own_key_limit');
});

test('a guest waits for so many notes at once, each guest for itself, and a member for any number', async () => {
  settings.limits.submissionsPerHour = 20;
  settings.limits.addressSubmissionsPerHour = 20;
  settings.time = null;
  const waits = async (userId: string, done: boolean) => {
    const [source] = await client.query<{ id: string }>(`insert into sources (key) values ($1) returning id`, [randomUUID()]);
    const [run] = await client.query<{ id: string }>(
      `insert into runs (id, source_id, key, note_language) values ($1::uuid, $2, $1::text, 'en') returning id`,
      [randomUUID(), source?.id],
    );
    await client.query(
      `insert into contents (user_id, source_id, active_run_id, content_type, title, note_language) values ($1, $2, $3, 'online', 't', 'en')`,
      [userId, source?.id, done ? null : run?.id],
    );
  };
  for (const id of [users.ada, users.member]) for (const done of [true, true, false]) await waits(id, done);
  expect(await reserve(noteOf(users.ada))).toBe('ok');
  for (const id of [users.ada, users.member]) await waits(id, false);
  const refusal = await inTx((tx) => meter.reserve(tx, noteOf(users.ada))).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'too_many_guest_notes', params: { most: 2 } });
  await expect(inTx((tx) => meter.join(tx, noteOf(users.ada)))).rejects.toMatchObject({ code: 'too_many_guest_notes' });
  expect([await reserve(noteOf(users.bob)), await reserve(noteOf(users.member))]).toEqual(['ok', 'ok']);
  settings.limits.guestNotesAtOnce = null as never;
  expect(await reserve(noteOf(users.ada))).toBe('ok');
});

test('a note on a key of one’s own takes a call of its owner’s day, and neither time nor money', async () => {
  await giveKey(users.ada);
  await giveMoney(users.member, 5);
  await spend(dailyLimitUsd);
  const mine = noteOf(users.ada, { keyUserId: users.ada, seconds: 6000 });
  expect([await reserve(mine), await holdsOf(mine.id)]).toEqual(['ok', []]);
  expect([await takenOf(`own-key-calls:${users.ada}`), await takenOf(`submissions-user:${users.ada}`)]).toEqual([1, 1]);
  // The key was taken back: nothing is counted for it.
  const keyless = noteOf(users.member, { keyUserId: users.member });
  expect([await reserve(keyless), await holdsOf(keyless.id), await takenOf(`own-key-calls:${users.member}`)]).toEqual([
    'ok',
    [],
    0,
  ]);
  expect(await reserve(noteOf(users.ada, { keyUserId: users.ada }))).toBe('ok');
  expect(await reserve(noteOf(users.ada, { keyUserId: users.ada }))).toBe('own_key_limit');
});

test('ACC-04 beyond the day’s budget a note is refused, or begun without the model, or paid for by a balance', async () => {
  await giveMoney(users.member, 5);
  const wanted = (userId: string, needsBudget = true) => noteOf(userId, { needsBudget, clientAddress: randomUUID() });
  const early = wanted(users.member);
  expect([await reserve(early), (await holdsOf(early.id)).map(({ kind }) => kind)]).toEqual(['ok', ['time']]);
  await spend(dailyLimitUsd - 0.01);
  expect(await reserve(wanted(users.ada))).toBe('ok');
  await spend(0.01);
  expect(await reserve(wanted(users.ada))).toBe('server_cost_limit');
  // What was refused counts no request.
  expect(await takenOf(`submissions-user:${users.ada}`)).toBe(1);
  const without = wanted(users.ada, false);
  expect([await reserve(without), (await holdsOf(without.id)).map(({ kind }) => kind)]).toEqual(['ok', ['time']]);
  const paid = wanted(users.member);
  expect(await reserve(paid)).toBe('ok');
  // As much as one piece of work may cost.
  expect(await holdsOf(paid.id)).toMatchObject([
    { kind: 'api', amount: 2_000_000, state: 'open', user_id: users.member },
    { kind: 'time', amount: 1, covered: true },
  ]);
  // Without a model there is nothing to pay for.
  services = { ...services, llm: null };
  const modelless = wanted(users.member, false);
  expect([await reserve(modelless), (await holdsOf(modelless.id)).map(({ kind }) => kind)]).toEqual(['ok', ['time']]);
});

test('ACC-03 what a task took is charged when it ends, to whoever began it, and what it did not is given back', async () => {
  await giveMoney(users.member, 5);
  await spend(dailyLimitUsd);
  const [done, failed, priceless, beside] = [1, 2, 3, 4].map(() => noteOf(users.member, { clientAddress: randomUUID() }));
  if (!done || !failed || !priceless || !beside) throw new Error('four tasks');
  settings.limits.submissionsPerHour = 10;
  settings.model.costLimitUsd = 1;
  for (const task of [done, failed, priceless, beside]) expect(await reserve(task)).toBe('ok');
  const counts = { calls: 2, inputTokens: 30, cachedTokens: 10, outputTokens: 20, estimatedCalls: 1 };
  await spend(0.25, { job: `note:${done.id}`, fromBalance: true, ...counts });
  await spend(0.5, { job: `note:${failed.id}`, fromBalance: true });
  await spend(0, { job: `note:${priceless.id}`, fromBalance: true, costUsd: null });
  await spend(9, { job: `chat:${done.id}`, kind: 'chat', fromBalance: true });
  expect(await inTx((tx) => meter.commit(tx, done, { completed: true, working: false }))).toEqual({ ...counts, costUsd: 0.25 });
  expect(await inTx((tx) => meter.commit(tx, failed, { completed: false, working: false }))).toMatchObject({ costUsd: 0.5 });
  expect(await inTx((tx) => meter.commit(tx, priceless, { completed: true, working: false }))).toMatchObject({ costUsd: null });
  expect(await inTx((tx) => meter.commit(tx, noteOf(users.ada), { completed: true, working: false }))).toBeNull();
  expect(await holdsOf(done.id)).toMatchObject([
    { kind: 'api', state: 'committed', committed: 250_000 },
    { kind: 'time', state: 'committed', committed: 1 },
  ]);
  expect(await holdsOf(failed.id)).toMatchObject([
    { kind: 'api', state: 'committed', committed: 500_000 },
    { kind: 'time', state: 'released' },
  ]);
  expect(await holdsOf(priceless.id)).toMatchObject([
    { kind: 'api', state: 'released' },
    { kind: 'time', state: 'committed' },
  ]);
  expect((await holdsOf(beside.id)).map(({ state }) => state)).toEqual(['open', 'open']);
  // Let go by another, it stays; by whoever began it, or when no worker ever had it, all comes back.
  const others = [{ userId: users.ada, contentId: randomUUID() }];
  const leave = (userId: string) => inTx((tx) => meter.leave(tx, beside, { userId, others }));
  expect(await leave(users.ada)).toBeNull();
  expect((await holdsOf(beside.id)).map(({ state }) => state)).toEqual(['open', 'open']);
  expect(await leave(users.member)).toMatchObject({ code: 'server_cost_limit' });
  expect(await holdsOf(beside.id)).toMatchObject([
    { kind: 'api', state: 'released' },
    { kind: 'time', state: 'released', user_id: users.member },
    { kind: 'time', state: 'open', user_id: users.ada },
  ]);
  const waiting = noteOf(users.member);
  await reserve(waiting);
  await inTx((tx) => meter.release(tx, waiting));
  expect((await holdsOf(waiting.id)).map(({ state }) => state)).toEqual(['released', 'released']);
  expect((await balancesOf(client.db, users.member)).micros).toBe(5_000_000 - 250_000 - 500_000);
});

test('ACC-03 what cannot be settled ends no task, and the money and time stay reserved', async () => {
  await giveMoney(users.member, 5);
  await spend(dailyLimitUsd);
  settings.limits.submissionsPerHour = 10;
  settings.limits.addressSubmissionsPerHour = 10;
  const task = noteOf(users.member, { seconds: 60 });
  expect(await reserve(task)).toBe('ok');
  await spend(0.25, { job: `note:${task.id}`, fromBalance: true });
  const refused = expect.objectContaining({ message: expect.stringContaining('ledger') });
  const end = async (call: (tx: Tx) => Promise<unknown>) =>
    expect(await inTx(call).catch((error: unknown) => error)).toEqual(refused);
  const commit = (completed: boolean) => (tx: Tx) => meter.commit(tx, task, { completed, working: false });
  const release = (tx: Tx) => meter.release(tx, task);
  for (const kind of ['api', 'time'])
    await whileOnly('ledger_holds', `kind <> '${kind}' or state = 'open'`, async () => {
      for (const call of [commit(true), commit(false), release]) await end(call);
      if (kind === 'api') await end((tx) => meter.finish(tx, task));
    });
  expect((await holdsOf(task.id)).map(({ state }) => state)).toEqual(['open', 'open']);
  expect(await inTx(commit(true))).toMatchObject({ costUsd: 0.25 });
  expect((await holdsOf(task.id)).map(({ committed }) => committed)).toEqual([250_000, 60]);
});

test('ACC-03 whoever leaves shared work and whoever waits for it have their accounts locked in one go, and no one else', async () => {
  for (const id of Object.values(users)) await giveMoney(id, 1);
  const isFree = async (id: string) =>
    (await client.query(`select 1 from ledger_accounts where user_id = $1 for update skip locked`, [id])).length > 0;
  await inTx(async (tx) => {
    const others = [{ userId: users.bob, contentId: randomUUID() }];
    expect(await meter.leave(tx, noteOf(users.member), { userId: users.member, others })).toBeNull();
    expect([await isFree(users.member), await isFree(users.bob), await isFree(users.ada)]).toEqual([false, false, true]);
  });
});

test('ACC-03 a call that ends after its task is charged once, to whoever paid last and at most what they have', async () => {
  await giveMoney(users.member, 5);
  await spend(dailyLimitUsd);
  const price = { input: 200_000, cachedInput: null, cacheWrite: null, output: 200_000 };
  const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
  services.llm = {
    ...{ id: 'house-model', price, maxOutputTokens: 1 },
    async *stream() {
      yield { type: 'text', text: 'a' };
      await goOn;
      yield { type: 'finish', reason: 'stop', inputTokens: 9, outputTokens: 1 };
    },
  } as unknown as NonNullable<Services['llm']>;
  services = { ...services, tasks: { readKey: async () => null } } as unknown as Services;
  settings.model.costLimitUsd = 100_000;
  const [asked, stopped] = [questionOf(users.member), questionOf(users.member)];
  expect(await reserve(asked)).toBe('ok');
  const about = { instructions: '', prompt: '', signal: new AbortController().signal };
  const model = await openModel(services, { job: `chat:${asked.id}`, kind: 'chat', userId: users.member });
  const drain = async () => {
    for await (const _ of model.stream(about));
  };
  const calls = [drain(), drain()];
  // Its worker is at work: the money stays with it.
  expect(await inTx((tx) => meter.commit(tx, asked, { completed: false, working: true }))).toMatchObject({ calls: 0 });
  expect(await holdsOf(asked.id)).toMatchObject([{ kind: 'api', state: 'open' }]);
  // The worker that was to settle it is gone.
  expect(await inTx((tx) => meter.finish(tx, asked))).toMatchObject({ calls: 0 });
  expect(await holdsOf(asked.id)).toMatchObject([{ state: 'released', committed: 0 }]);
  end();
  await Promise.all(calls);
  const micros = async () => (await balancesOf(client.db, users.member)).micros;
  // Two calls of two dollars, and a settlement that comes late takes nothing again.
  expect(await micros()).toBe(1_000_000);
  await inTx((tx) => meter.finish(tx, asked));
  expect(await micros()).toBe(1_000_000);
  // Whichever call is stored first: together they are charged once.
  expect((await holdsOf(asked.id)).reduce((sum, { committed }) => sum + committed, 0)).toBe(4_000_000);
  // No more than there is.
  const change = { userId: users.member, kind: 'api', remark: '' } as const;
  await inTx((tx) => changeBalance(services, tx, { ...change, amount: 2_000_000, key: 'more' }));
  expect(await reserve(stopped)).toBe('ok');
  const late = await openModel(services, { job: `chat:${stopped.id}`, kind: 'chat', userId: users.member });
  await inTx((tx) => meter.finish(tx, stopped));
  await inTx((tx) => changeBalance(services, tx, { ...change, amount: -2_500_000, key: 'less' }));
  for await (const _ of late.stream(about));
  expect([await micros(), await findDrift(client.db)]).toEqual([0, []]);
});

const spoken = (wait: Promise<void> = Promise.resolve()) =>
  ({
    ...{ id: 'house-model', maxOutputTokens: 1, price: { input: 200_000, cachedInput: null, cacheWrite: null, output: 200_000 } },
    async *stream() {
      yield { type: 'text', text: 'a' };
      await wait;
      yield { type: 'finish', reason: 'stop', inputTokens: 4, outputTokens: 1 };
    },
  }) as unknown as NonNullable<Services['llm']>;
const request = { instructions: '', prompt: '', signal: new AbortController().signal };

test('ACC-03 a late call that cannot be charged is not counted either, and its work goes on', async () => {
  await giveMoney(users.member, 5);
  await spend(dailyLimitUsd);
  const warned: unknown[][] = [];
  const logger = { warn: (...all: unknown[]) => void warned.push(all) };
  services = { ...services, llm: spoken(), tasks: { readKey: async () => null }, logger } as unknown as Services;
  settings.model.costLimitUsd = 100_000;
  const asked = questionOf(users.member);
  expect(await reserve(asked)).toBe('ok');
  const job = `chat:${asked.id}`;
  const model = await openModel(services, { job, kind: 'chat', userId: users.member });
  await inTx((tx) => meter.finish(tx, asked));
  await whileOnly('ledger_holds', `task_id <> '${asked.id}'`, async () => {
    for await (const _ of model.stream(request));
  });
  expect(warned).toEqual([[{ err: expect.any(Error), job }, 'what a model took was not stored']]);
  const [use] = await client.db.select().from(modelUses).where(eq(modelUses.job, job));
  expect(use).toMatchObject({ calls: 0, costUsd: null });
  expect((await balancesOf(client.db, users.member)).micros).toBe(5_000_000);
});

test('ACC-03 a question that money was reserved for is answered with the key that its user saved meanwhile, for nothing', async () => {
  await giveMoney(users.member, 5);
  await spend(dailyLimitUsd);
  const asked = questionOf(users.member);
  expect(await reserve(asked)).toBe('ok');
  await giveKey(users.member);
  const own = { ...spoken(), id: 'gpt-x@openai', price: null };
  services = { ...services, tasks: { readKey: async () => null }, ownModels: { ...ownModels, open: async () => own } } as never;
  const model = await openModel(services, { job: `chat:${asked.id}`, kind: 'chat', userId: users.member });
  for await (const _ of model.stream(request));
  const [use] = await client.db
    .select()
    .from(modelUses)
    .where(eq(modelUses.job, `chat:${asked.id}`));
  expect(use).toMatchObject({ model: 'gpt-x@openai', ownKey: true, fromBalance: false, calls: 1 });
  await inTx((tx) => meter.finish(tx, asked));
  expect((await balancesOf(client.db, users.member)).micros).toBe(5_000_000);
});

test('ACC-03 the first who waits and can pay takes over what is left of the work that another lets go of', async () => {
  await giveMoney(users.member, 5);
  const rich = `rich-${randomUUID()}`;
  await client.query('insert into "user" (id, name, email, is_anonymous, is_lifetime) values ($1, $1, $1, false, true)', [rich]);
  await spend(dailyLimitUsd);
  settings.limits.submissionsPerHour = 10;
  settings.limits.addressSubmissionsPerHour = 10;
  const task = noteOf(users.member, { seconds: 700 });
  expect(await reserve(task)).toBe('ok');
  await spend(0.5, { job: `note:${task.id}`, fromBalance: true });
  const waits = (userId: string) => ({ userId, contentId: randomUUID() });
  const others = [waits(users.ada), waits(rich), waits(users.bob)];
  await giveMoney(rich, 1);
  // Neither has as much as is left of the hold.
  await inTx(async (tx) => {
    expect(await meter.leave(tx, task, { userId: users.member, others })).toMatchObject({ code: 'server_cost_limit' });
    throw new TakenBack();
  }).catch(takenBack);
  await inTx((tx) => changeBalance(services, tx, { userId: rich, kind: 'api', amount: 4_000_000, key: 'more', remark: '' }));
  expect(await inTx((tx) => meter.leave(tx, task, { userId: users.member, others }))).toBeNull();
  expect(await holdsOf(task.id)).toMatchObject([
    { kind: 'api', state: 'committed', committed: 500_000, user_id: users.member },
    { kind: 'api', state: 'open', amount: 1_500_000, user_id: rich },
    { kind: 'time', state: 'released', user_id: users.member },
    { kind: 'time', state: 'open', amount: 700, user_id: rich, covered: true },
  ]);
  await spend(0.75, { job: `chat:${task.id}`, fromBalance: true });
  await client.db
    .update(modelUses)
    .set({ costUsd: 0.75 })
    .where(eq(modelUses.job, `note:${task.id}`));
  await inTx((tx) => meter.commit(tx, task, { completed: true, working: false }));
  expect((await holdsOf(task.id)).map(({ committed }) => committed)).toEqual([500_000, 250_000, 0, 700]);
});

test('ACC-03 seconds that are kept are taken without a note, once, and the next note of the same content costs the rest', async () => {
  settings.limits.submissionsPerHour = 10;
  settings.limits.addressSubmissionsPerHour = 10;
  const contentId = randomUUID();
  const left = async () => (await balancesOf(client.db, users.ada)).seconds;
  const begin = async (seconds: number | null) => {
    const task = noteOf(users.ada, { seconds, contentId });
    expect(await reserve(task)).toBe('ok');
    return task;
  };
  const end = (task: MeteredTask, completed: boolean) => inTx((tx) => meter.commit(tx, task, { completed, working: false }));
  const heard = (task: MeteredTask, seconds: number) => inTx((tx) => keepTime(services, tx, { taskId: task.id, seconds }));
  const first = await begin(null);
  await heard(first, 100);
  await end(first, false);
  expect([await left(), await paidSeconds(client.db, { userId: users.ada, contentId })]).toEqual([500, 100]);
  expect(await paidSeconds(client.db, { userId: users.bob, contentId })).toBe(0);
  expect(await paidSeconds(client.db, { userId: users.ada, contentId: randomUUID() })).toBe(0);
  // Read anew, twenty seconds longer, and cancelled again; then again to the end.
  const second = await begin(0);
  await heard(second, 120);
  await end(second, false);
  expect(await left()).toBe(480);
  const third = await begin(0);
  await inTx((tx) => measureTime(services, tx, { taskId: third.id, seconds: 150 }));
  await end(third, true);
  expect([await left(), await paidSeconds(client.db, { userId: users.ada, contentId })]).toEqual([450, 0]);
  // What did not fit was not kept.
  const long = await begin(null);
  await expect(heard(long, 451)).rejects.toMatchObject({ code: 'out_of_time' });
  await end(long, false);
  expect(await left()).toBe(450);
  // Whoever leaves pays what is kept, and the others what is left of it: nothing twice.
  const shared = await begin(null);
  await heard(shared, 50);
  const others = [{ userId: users.bob, contentId: randomUUID() }];
  expect(await inTx((tx) => meter.leave(tx, shared, { userId: users.ada, others }))).toBeNull();
  await end(shared, true);
  expect(await holdsOf(shared.id)).toMatchObject([{ user_id: users.ada, state: 'committed', committed: 50 }]);
  expect([await left(), await paidSeconds(client.db, { userId: users.ada, contentId })]).toEqual([400, 0]);
  // Whoever takes over has paid for a part of it before.
  const theirs = [{ userId: users.bob, contentId: randomUUID() }];
  const before = noteOf(users.bob, { seconds: null, contentId: theirs[0]?.contentId ?? '' });
  expect(await reserve(before)).toBe('ok');
  await heard(before, 30);
  await end(before, false);
  const whole = await begin(100);
  expect(await inTx((tx) => meter.leave(tx, whole, { userId: users.ada, others: theirs }))).toBeNull();
  expect((await holdsOf(whole.id)).map(({ user_id, state, amount }) => [user_id, state, amount])).toEqual([
    [users.ada, 'released', 100],
    [users.bob, 'open', 70],
  ]);
  await end(whole, true);
  expect(await findDrift(client.db)).toEqual([]);
});

test('joining a note counts a request alone, and a look at what would be refused changes nothing', async () => {
  await inTx((tx) => meter.join(tx, noteOf(users.ada, { seconds: 60 })));
  expect(await takenOf(`submissions-user:${users.ada}`)).toBe(1);
  expect((await balancesOf(client.db, users.ada)).seconds).toBeNull();
  await inTx((tx) => meter.join(tx, { kind: 'chat', price: 'question', userId: users.ada }));
  expect(await takenOf(`submissions-user:${users.ada}`)).toBe(1);
  const { id: _, ...note } = noteOf(users.ada, { needsBudget: true });
  expect(await meter.estimate(note)).toEqual({ refusal: null });
  const { id: _id, ...question } = questionOf(users.ada);
  expect(await meter.estimate(question)).toEqual({ refusal: null });
  expect(await takenOf(`submissions-user:${users.ada}`)).toBe(1);
  expect(await client.db.$count(modelUses)).toBe(0);
  await spend(dailyLimitUsd);
  expect(await meter.estimate(note)).toMatchObject({ refusal: { code: 'server_cost_limit' } });
  await expect(inTx((tx) => meter.join(tx, note))).rejects.toMatchObject({ code: 'server_cost_limit' });
  services = { ...services, llm: null };
  expect(await meter.estimate(question)).toMatchObject({ refusal: { code: 'llm_not_configured' } });
  services = { ...services, settings: undefined as never };
  await expect(meter.estimate(note)).rejects.toThrow(TypeError);
});

test('a question that is begun anew keeps what its first attempt took', async () => {
  const question = questionOf(users.ada);
  expect(await reserve(question)).toBe('ok');
  await client.db.update(modelUses).set({ calls: 2 });
  services = { ...services, llm: { id: 'other-model' } } as never;
  expect(await reserve(question)).toBe('ok');
  expect(await client.db.select().from(modelUses)).toMatchObject([
    { job: `chat:${question.id}`, model: 'house-model', calls: 2 },
  ]);
});

async function addTask(userId: string, values: Partial<typeof tasks.$inferInsert> = {}): Promise<void> {
  await client.db.insert(tasks).values({ kind: 'chat', key: randomUUID(), userId, payload: {}, ...values });
}

test('CON-11 a user asks so many questions at once and in an hour, of all kinds but notes, and of nobody else', async () => {
  expect(await reserve(questionOf(null))).toBe('ok');
  await addTask(users.ada);
  await addTask(users.ada, { kind: 'note', state: 'running' });
  await addTask(users.ada, { state: 'completed' });
  for (let n = 0; n < 3; n++) await addTask(users.bob, { state: 'running' });
  const first = questionOf(users.ada);
  expect(await reserve(first)).toBe('ok');
  expect(await client.db.select().from(modelUses)).toMatchObject([
    { job: `chat:${first.id}`, kind: 'chat', userId: users.ada, ownKey: false, model: 'house-model', calls: 0 },
  ]);
  await addTask(users.ada, { kind: 'prompt', state: 'running' });
  await expect(inTx((tx) => meter.reserve(tx, questionOf(users.ada)))).rejects.toMatchObject({
    code: 'too_many_answers',
    params: { most: 2 },
  });
  await client.query('delete from tasks');

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const asked = (userId: string, minutes: number, values = {}) =>
    spend(0, { job: `chat:${randomUUID()}`, kind: 'chat', userId, createdAt: minutesAgo(minutes), ...values });
  for (const minutes of [61, 61, 61]) await asked(users.ada, minutes);
  for (const values of [{ ownKey: true }, { kind: 'note' }, { userId: users.bob }]) await asked(users.ada, 5, values);
  await asked(users.ada, 50.5);
  expect(await reserve(questionOf(users.ada))).toBe('ok');
  const refused = inTx((tx) => meter.reserve(tx, questionOf(users.ada)));
  await expect(refused).rejects.toMatchObject({ code: 'too_many_questions', params: { most: 3, minutes: 10 } });
  await expect(refused).rejects.toSatisfy(
    ({ retry }: AppError) => (retry?.afterMs ?? 0) > 8.5 * 60_000 && (retry?.afterMs ?? 0) <= 9.5 * 60_000,
  );
  expect(await reserve(questionOf(users.bob))).toBe('ok');
  // Without a limit of the hour there is none.
  services = { ...services, settings: { ...settings, model: { ...settings.model, questionsPerHour: null } } as never };
  expect(await reserve(questionOf(users.ada))).toBe('ok');
});

test('CON-11 a question beyond the budget is refused, or paid for by a balance or a key of one’s own', async () => {
  await giveMoney(users.member, 5);
  await giveKey(users.bob);
  await spend(dailyLimitUsd);
  expect(await reserve(questionOf(users.ada))).toBe('server_cost_limit');
  const paid = questionOf(users.member);
  expect([await reserve(paid), await holdsOf(paid.id)]).toMatchObject([
    'ok',
    [{ kind: 'api', amount: 2_000_000, state: 'open' }],
  ]);
  const own = questionOf(users.bob);
  expect([await reserve(own), await holdsOf(own.id)]).toEqual(['ok', []]);
  const uses = await client.query(`select model, own_key, user_id from model_uses where kind = 'chat' order by own_key`);
  expect(uses).toEqual([
    { model: 'house-model', own_key: false, user_id: users.member },
    { model: 'gpt-x@openai', own_key: true, user_id: users.bob },
  ]);
  expect([await takenOf(`own-key-calls:${users.bob}`), await takenOf(`own-key-calls:${users.member}`)]).toEqual([1, 0]);
  await reserve(questionOf(users.bob));
  expect(await reserve(questionOf(users.bob))).toBe('own_key_limit');
  services = { ...services, llm: null };
  expect(await reserve(questionOf(users.ada))).toBe('llm_not_configured');
  // Free work asks for no turn.
  expect(await reserve({ ...questionOf(users.ada), price: 'free' })).toBe('ok');
});

test('SUM-08 a reservation waits for what others hold, is refused beyond what was spent, and expires', async () => {
  const needs = services as Parameters<typeof reserveFromBudget>[0];
  const take = (costUsd: number, signal = new AbortController().signal, job = 'note:x') =>
    reserveFromBudget(needs, { job, costUsd, signal });
  await spend(10);
  await spend(100, { ownKey: true });
  await spend(100, { fromBalance: true });
  await spend(100, { costUsd: null });
  await expect(take(10.01)).rejects.toMatchObject({ code: 'server_cost_limit' });
  const giveBack = await take(4, undefined, 'note:first');
  const [held] = await client.query<{ job: string; minutes: number }>(
    `select job, cost_usd, round(extract(epoch from expires_at - now()) / 60)::int as minutes from model_reservations`,
  );
  expect(held).toEqual({ job: 'note:first', cost_usd: 4, minutes: 30 });
  const rest = await take(6);
  const full = new AbortController();
  const waiting = take(0.01, full.signal);
  full.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  await rest();
  // What is over holds nothing, and is forgotten.
  await client.query(
    `insert into model_reservations (job, cost_usd, expires_at) values ('note:dead', 50, now() - interval '1 second')`,
  );
  await (await take(6))();
  await forgetExpiredReservations(client.db);
  const left = await client.db.select({ job: modelReservations.job }).from(modelReservations);
  expect(left).toEqual([{ job: 'note:first' }]);
  await giveBack();
  expect(await client.db.$count(modelReservations)).toBe(0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('SUM-08 a reservation waits for two minutes, and one that cannot be given back is left until it expires', async () => {
  const warned: unknown[][] = [];
  const logger = { warn: (...all: unknown[]) => void warned.push(all) };
  const { signal } = new AbortController();
  const first = await reserveFromBudget({ ...services, logger } as never, {
    job: 'note:first',
    costUsd: dailyLimitUsd - 1,
    signal,
  });
  // The aborted signal makes a call that would wait on fail at once.
  const reserveAfter = (ms: number, costUsd: number) => {
    const times = [5, 5 + ms];
    const now = vi.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? Number.NaN);
    const aborted = { job: 'note:x', costUsd, signal: AbortSignal.abort() };
    return reserveFromBudget(services, aborted)
      .catch(codeOf)
      .finally(() => now.mockRestore());
  };
  expect([await reserveAfter(120_000, 2), await reserveAfter(120_001, 2)]).toEqual(['cancelled', 'server_cost_limit']);
  // What there is room for is there, however long that took.
  const release = await reserveAfter(120_001, 1);
  expect(release).toBeTypeOf('function');
  await (release as () => Promise<void>)();
  await client.query('alter table model_reservations rename to away');
  try {
    await first();
  } finally {
    await client.query('alter table away rename to model_reservations');
  }
  const why = 'a reservation for the model stays until it expires';
  expect(warned).toEqual([[{ err: expect.any(Error), job: 'note:first' }, why]]);
  expect(await client.db.$count(modelReservations)).toBe(1);
});

test('ACC-04 a role follows from the account as it is stored', async () => {
  const role = (id = users.ada) => readRole(client.db, id);
  const set = (values: string) => client.query(`update "user" set ${values} where id = $1`, [users.ada]);
  expect([await role(), await role(users.member), await role('nobody')]).toEqual(['guest', 'lifetime', 'guest']);
  await set('is_anonymous = null');
  expect(await role()).toBe('user');
  await set(`paid_until = now() + interval '1 minute'`);
  expect(await role()).toBe('paid');
  await set(`paid_until = now() - interval '1 minute'`);
  expect(await role()).toBe('user');
  await set('is_admin = true');
  expect([await role(), await role(users.bob)]).toEqual(['admin', 'guest']);
});

test('a library is asked so often in an hour, by a guest and by an account, each for itself', async () => {
  const asked = async (userId: string, times: number, perHour: { guest: number | null; account: number | null }) => {
    const limits = { libraryQuestionsPerHour: perHour };
    const codes: unknown[] = [];
    for (let turn = 0; turn < times; turn++)
      codes.push(
        await takeLibraryQuestion({ db: client.db, settings: { limits } as Services['settings'] }, userId).then(
          () => 'taken',
          (error: unknown) => error,
        ),
      );
    return codes;
  };
  const refused = (most: number) =>
    expect.objectContaining({
      ...{ code: 'too_many_library_questions', params: { most, minutes: 60 }, retry: { afterMs: expect.any(Number) } },
    });
  const perHour = { guest: 1, account: 2 };
  expect(await asked(users.ada, 2, perHour)).toEqual(['taken', refused(1)]);
  expect(await asked(users.bob, 2, perHour)).toEqual(['taken', refused(1)]);
  expect(await asked(users.member, 3, perHour)).toEqual(['taken', 'taken', refused(2)]);
  expect(await asked(users.member, 1, { ...perHour, account: null })).toEqual(['taken']);
  const rows = await client.query<{ key: string; left: number }>(
    `select key, round(extract(epoch from ends_at - now()) / 60)::int as left from rate_limits order by key`,
  );
  const keys = [users.ada, users.bob, users.member].map((id) => `library-questions:${id}`).toSorted();
  expect(rows).toEqual(keys.map((key) => ({ key, left: 60 })));
});
