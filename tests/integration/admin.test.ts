/** What administrators see and do; two of them, two users and a guest. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { generateLicenseKeys } from '#infra/licenses/own-license.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { settled, startWorld, submit, type World } from './setup.ts';

const password = 'correct horse battery';
let world: World;
let keyFolder: string;
let database: DatabaseClient;
let root: TestClient;
let second: TestClient;
let alice: TestClient;
let bob: TestClient;
let guest: TestClient;
const ids = new Map<TestClient, string>();

const refusal = (call: Promise<unknown>) => call.then(() => null, codeOf);
const idOf = (client: TestClient) => ids.get(client) ?? '';
const roleOf = async (client: TestClient) => (await client.rpc.account.me.query()).user?.role;
const plain = { isAdmin: false, isLifetime: false, paidUntil: null, reason: '' };
const give = (userId: string, amount: number, more: { requestId?: string; kind?: 'time' | 'api'; reason?: string } = {}) => {
  const { requestId = randomUUID(), kind = 'time', reason = 'lost an hour' } = more;
  return root.rpc.admin.changeBalance.mutate({ requestId, userId, change: { kind, amount }, reason });
};
const left = async (client: TestClient) => (await client.rpc.user.remainingTime.query()).remainingTime;

async function join(email: string): Promise<TestClient> {
  const client = world.client();
  await client.rpc.account.signUp.mutate({ email, password, language: 'en' });
  return client;
}

async function insertTask(values: { kind: string; state: string; user: TestClient | null; code?: string; key?: string }) {
  const { kind, state, user, code = null, key = randomUUID() } = values;
  const [row] = await database.query<{ id: string }>(
    `insert into tasks (kind, key, user_id, payload, state, error_code, replaced_at) values ($1, $2, $3, '{}', $4, $5, null) returning id`,
    [kind, key, user && idOf(user), state, code],
  );
  return row?.id ?? '';
}

beforeAll(async () => {
  keyFolder = mkdtempSync(joinPath(tmpdir(), 'gleaner-signer-'));
  const keyFile = joinPath(keyFolder, 'signer.pem');
  writeFileSync(keyFile, generateLicenseKeys().privateKey);
  const time = { TIME_STARTING_MINUTES: '10', TIME_GRANT_DAYS: '30' };
  world = await startWorld({ env: { ...time, LICENSE_PRIVATE_KEY_FILE: keyFile } });
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
  root = await join('root@example.org');
  [second, alice, bob] = [await join('second@example.org'), await join('alice_a@example.org'), await join('bob@example.org')];
  guest = world.client();
  await guest.rpc.account.ensure.mutate();
  for (const client of [root, second, alice, bob, guest]) {
    const { user } = await client.rpc.account.me.query();
    ids.set(client, user?.id ?? '');
  }
  await root.rpc.admin.changeRole.mutate({ ...plain, userId: idOf(second), isAdmin: true });
});
afterAll(async () => {
  expect(await findDrift(database.db)).toEqual([]);
  await database.close();
  await world.close();
  rmSync(keyFolder, { recursive: true });
});

describe('users', () => {
  test('ACC-01 are listed newest first, found by any part of email or name, guests apart', async () => {
    const emails = async (input: { search?: string; guests?: boolean }) =>
      (await root.rpc.admin.users.query(input)).users.map(({ email }) => email);
    expect(await emails({})).toEqual(['bob@example.org', 'alice_a@example.org', 'second@example.org', 'root@example.org']);
    expect(await emails({ search: ' BOB@' })).toEqual(['bob@example.org']);
    expect(await emails({ search: 'e_a' })).toEqual(['alice_a@example.org']);
    // Signs of a pattern are signs of a name.
    expect(await emails({ search: '%' })).toEqual([]);
    await bob.rpc.user.updateUsername.mutate({ username: 'Miller' });
    expect(await emails({ search: 'mill' })).toEqual(['bob@example.org']);
    const { users } = await root.rpc.admin.users.query({ guests: true });
    expect(users).toMatchObject([{ id: idOf(guest), role: 'guest', email: null, name: null }]);
  });

  test('ACC-01 come page by page, each once, also where many began at one instant', async () => {
    await database.query(
      `insert into "user" (id, name, email, created_at) select 'crowd-' || n, 'Crowd', 'crowd' || n || '@example.com', '2020-01-01' from generate_series(1, 70) n`,
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { users: { id: string }[]; nextCursor: string | null } = await root.rpc.admin.users.query({
        search: '@example.com',
        cursor,
      });
      expect(page.users.length).toBeLessThanOrEqual(30);
      seen.push(...page.users.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([seen.length, new Set(seen).size]).toEqual([70, 70]);
    expect(await refusal(root.rpc.admin.users.query({ cursor: 'none' }))).toBe('bad_request');
  });

  test('ACC-01 show what is theirs alone', async () => {
    await give(idOf(alice), 60);
    await database.query('update session set updated_at = $2 where user_id = $1', [idOf(bob), '2026-01-02T03:04:05Z']);
    const [ofAlice, ofBob] = [
      await root.rpc.admin.user.query({ userId: idOf(alice) }),
      await root.rpc.admin.user.query({ userId: idOf(bob) }),
    ];
    expect(ofAlice).toMatchObject({ email: 'alice_a@example.org', secondsLeft: 660, sessions: 1, items: 0, role: 'user' });
    expect(ofBob).toMatchObject({ email: 'bob@example.org', secondsLeft: null, seenAt: '2026-01-02T03:04:05.000Z' });
    expect(await refusal(root.rpc.admin.user.query({ userId: 'none' }))).toBe('not_found');
  });
});

describe('roles', () => {
  test('ACC-01 are given until a date, for ever, or to administer', async () => {
    const userId = idOf(alice);
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await root.rpc.admin.changeRole.mutate({ ...plain, userId, paidUntil: soon });
    expect([await roleOf(alice), await roleOf(bob)]).toEqual(['paid', 'user']);
    await root.rpc.admin.changeRole.mutate({ ...plain, userId, isLifetime: true });
    expect(await roleOf(alice)).toBe('lifetime');
    await root.rpc.admin.changeRole.mutate({ ...plain, userId });
    expect(await roleOf(alice)).toBe('user');
    expect((await root.rpc.admin.user.query({ userId })).paidUntil).toBeNull();
  });

  test('ACC-01 a membership that is over is none and stays while something else changes, no new one ends in the past, and guests get no role', async () => {
    const userId = idOf(bob);
    const over = '2020-01-01T00:00:00.000Z';
    const until = (paidUntil: string) => refusal(root.rpc.admin.changeRole.mutate({ ...plain, userId, paidUntil }));
    expect([await until(over), await until(new Date(Date.now() - 1000).toISOString())]).toEqual(Array(2).fill('paid_until_past'));
    expect((await root.rpc.admin.user.query({ userId })).paidUntil).toBeNull();
    await database.query('update "user" set paid_until = $2 where id = $1', [userId, over]);
    expect(await roleOf(bob)).toBe('user');
    expect(await until(over)).toBeNull();
    expect(await until('2020-01-02T00:00:00.000Z')).toBe('paid_until_past');
    expect((await root.rpc.admin.user.query({ userId })).paidUntil).toBe(over);
    await root.rpc.admin.changeRole.mutate({ ...plain, userId });
    expect(await refusal(root.rpc.admin.changeRole.mutate({ ...plain, userId: idOf(guest), isLifetime: true }))).toBe(
      'not_allowed',
    );
    expect(await roleOf(guest)).toBe('guest');
  });

  test('ACC-01 leave one administrator, also when two remove each other at once', async () => {
    const drop = (by: TestClient, whom: TestClient) => refusal(by.rpc.admin.changeRole.mutate({ ...plain, userId: idOf(whom) }));
    const codes = await Promise.all([drop(root, second), drop(second, root)]);
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    const [stays, gone] = codes[0] === null ? [root, second] : [second, root];
    expect([await roleOf(stays), await roleOf(gone)]).toEqual(['admin', 'user']);
    expect(await refusal(gone.rpc.admin.users.query({}))).toBe('not_found');
    expect(await drop(stays, stays)).toBe('last_admin');
    expect(await roleOf(stays)).toBe('admin');
    await stays.rpc.admin.changeRole.mutate({ ...plain, userId: idOf(gone), isAdmin: true });
  });

  test('ACC-01 no member, user or guest reaches a call', async () => {
    const member = await join('member@example.org');
    const { user } = await member.rpc.account.me.query();
    await root.rpc.admin.changeRole.mutate({ ...plain, userId: user?.id ?? '', isLifetime: true });
    expect(await roleOf(member)).toBe('lifetime');
    for (const { rpc } of [member, bob, guest, world.client()])
      for (const call of [
        () => rpc.admin.users.query({}),
        () => rpc.admin.user.query({ userId: idOf(root) }),
        () => rpc.admin.changeRole.mutate({ ...plain, userId: user?.id ?? '', isAdmin: true }),
        () => rpc.admin.endSessions.mutate({ userId: idOf(root), reason: '' }),
        () => rpc.admin.actions.query({}),
        () => rpc.admin.tasks.query({ state: 'queued' }),
        () => rpc.admin.cancelTask.mutate({ taskId: randomUUID() }),
        () => rpc.admin.retryTask.mutate({ taskId: randomUUID() }),
        () => rpc.admin.limits.query(),
      ])
        expect(await refusal(call())).toBe('not_found');
    expect(await roleOf(member)).toBe('lifetime');
  });
});

describe('sessions', () => {
  test('ACC-01 all of one user end, and no one else’s', async () => {
    await root.rpc.admin.endSessions.mutate({ userId: idOf(alice), reason: 'a lost laptop' });
    expect([(await alice.rpc.account.me.query()).user, await roleOf(bob)]).toEqual([null, 'user']);
    await alice.rpc.account.signIn.mutate({ email: 'alice_a@example.org', password, language: 'en' });
  });
});

describe('balances', () => {
  test('ACC-01 time is given and taken back once for a request, and never below nothing', async () => {
    const before = (await left(bob)) ?? 0;
    const requestId = randomUUID();
    await give(idOf(bob), 3600, { requestId });
    expect(await refusal(give(idOf(bob), 7200, { requestId }))).toBe('conflict');
    expect(await refusal(give(idOf(alice), 3600, { requestId }))).toBe('conflict');
    await give(idOf(bob), 3600, { requestId });
    expect(await left(bob)).toBe(before + 3600);
    const takeBack = { requestId: randomUUID(), reason: 'given twice' };
    await give(idOf(bob), -3000, takeBack);
    await give(idOf(bob), -3000, takeBack);
    expect(await left(bob)).toBe(before + 600);
    expect(await refusal(give(idOf(bob), -(before + 601)))).toBe('balance_too_small');
    expect(await left(bob)).toBe(before + 600);
    const { entries } = await bob.rpc.user.timeEntries.query({});
    expect(entries.slice(0, 2)).toMatchObject([
      { cause: 'correction', amount: -3000, balanceAfter: before + 600 },
      { cause: 'grant', reason: 'admin', remark: 'lost an hour', amount: 3600 },
    ]);
    const { actions } = await root.rpc.admin.actions.query({ userId: idOf(bob) });
    expect(actions.map(({ details }) => details.amount).filter((amount) => amount !== undefined)).toEqual([-3000, 3600]);
  });

  test('ACC-01 money is another account', async () => {
    const before = await left(bob);
    await give(idOf(bob), 2_500_000, { kind: 'api' });
    expect([(await root.rpc.admin.user.query({ userId: idOf(bob) })).balanceUsd, await left(bob)]).toEqual([2.5, before]);
    expect(await refusal(give(idOf(bob), -2_500_001, { kind: 'api' }))).toBe('balance_too_small');
  });

  test.each([
    ['nothing', { change: { kind: 'time', amount: 0 } }],
    ['a part of a second', { change: { kind: 'time', amount: 1.5 } }],
    ['no reason', { reason: '  ' }],
    ['more than ten years', { change: { kind: 'time', amount: 315_360_001 } }],
    ['an unknown field', { colour: 'red' }],
  ])('ACC-01 %s is refused', async (_name, wrong) => {
    const input = { requestId: randomUUID(), userId: idOf(bob), change: { kind: 'time', amount: 60 }, reason: 'a' };
    expect(await refusal(root.rpc.admin.changeBalance.mutate({ ...input, ...wrong } as never))).toBe('bad_request');
  });
});

describe('what was done', () => {
  test('ACC-01 is listed with who, whom and why, and keeps no words when the account is gone', async () => {
    const carol = await join('carol@example.org');
    const { user } = await carol.rpc.account.me.query();
    const userId = user?.id ?? '';
    await give(userId, 60, { reason: 'Carol asked by mail' });
    const of = async (id: string | null) => (await root.rpc.admin.actions.query({ userId: id })).actions;
    const remarks = () => database.query('select remark from ledger_grants where remark = $1', ['Carol asked by mail']);
    expect(await remarks()).toHaveLength(1);
    const [line] = await of(userId);
    expect(line).toMatchObject({
      ...{ kind: 'time', admin: 'root@example.org', subject: 'carol@example.org' },
      ...{ reason: 'Carol asked by mail', details: { amount: 60 } },
    });
    expect((await of(idOf(bob))).map(({ id }) => id)).not.toContain(line?.id);
    await database.query('delete from "user" where id = $1', [userId]);
    expect(await remarks()).toEqual([]);
    const after = (await of(null)).find(({ id }) => id === line?.id);
    expect(after).toMatchObject({ kind: 'time', admin: 'root@example.org', subject: null, reason: '', details: { amount: 60 } });
  });
});

describe('tasks', () => {
  test('ACC-01 are listed by state and kind, and one is cancelled', async () => {
    const [mine, other] = [
      await insertTask({ kind: 'secret', state: 'queued', user: alice }),
      await insertTask({ kind: 'other', state: 'queued', user: null }),
    ];
    const list = async (kind: string | null) => (await root.rpc.admin.tasks.query({ state: 'queued', kind })).tasks;
    expect(await list('secret')).toMatchObject([{ id: mine, user: 'alice_a@example.org', state: 'queued' }]);
    expect(await list('other')).toMatchObject([{ id: other, user: null }]);
    expect((await list(null)).map(({ id }) => id)).toEqual([other, mine]);
    await root.rpc.admin.cancelTask.mutate({ taskId: mine });
    expect((await list(null)).map(({ id }) => id)).toEqual([other]);
    expect(await refusal(root.rpc.admin.cancelTask.mutate({ taskId: randomUUID() }))).toBe('not_found');
    await root.rpc.admin.cancelTask.mutate({ taskId: other });
  });

  test('ACC-01 a failed one says its code; one whose feature keeps the failure elsewhere is not begun anew', async () => {
    const failed = await insertTask({ kind: 'note', state: 'failed', user: bob, code: 'fetch_failed' });
    const { tasks } = await root.rpc.admin.tasks.query({ state: 'failed', kind: 'note' });
    expect(tasks).toMatchObject([{ id: failed, user: 'bob@example.org', errorCode: 'fetch_failed', repeatable: false }]);
    expect((await root.rpc.admin.tasks.query({ state: 'running' })).tasks).toEqual([]);
    expect(await refusal(root.rpc.admin.retryTask.mutate({ taskId: failed }))).toBe('task_not_repeatable');
    expect(await refusal(root.rpc.admin.retryTask.mutate({ taskId: randomUUID() }))).toBe('not_found');
    await database.query('delete from tasks where id = $1', [failed]);
  });

  test('ACC-01 a failed note is begun again for whoever waited for it and has the time, and for nobody else', async () => {
    for (const client of [alice, bob]) await give(idOf(client), 3600);
    const { promise: looked, resolve: look } = Promise.withResolvers<void>();
    // The site answers once all three are submitted; if the first note failed before, Bob's would start a second run.
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    let before = asked;
    for (const path of ['/lost', '/gone'])
      world.site.on(path, async (_request, response) => {
        await before;
        response.writeHead(410).end();
      });
    const hers = await submit(alice, `${world.site.url}/lost`);
    const his = await submit(bob, `${world.site.url}/lost`);
    const another = await submit(bob, `${world.site.url}/gone`);
    ask();
    const all = () => Promise.all([settled(alice, hers), settled(bob, his), settled(bob, another)]);
    expect((await all()).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    const failedNotes = async () => (await root.rpc.admin.tasks.query({ state: 'failed', kind: 'note' })).tasks;
    const known = await database.query<{ id: string }>(
      `select r.id from runs r join contents c on c.source_id = r.source_id where c.id = $1`,
      [hers],
    );
    const taskId = known[0]?.id ?? '';
    expect((await failedNotes()).find(({ id }) => id === taskId)).toMatchObject({ repeatable: true });
    expect(await refusal(alice.rpc.admin.retryTask.mutate({ taskId }))).toBe('not_found');
    before = looked;
    // Who is out of time keeps nobody else waiting: hers is the first.
    const setTime = (balance: string) =>
      database.query(`update ledger_accounts set ${balance} where user_id = $1 and kind = 'time'`, [idOf(alice)]);
    await setTime('reserved = reserved + available, available = 0');
    expect(await root.rpc.admin.retryTask.mutate({ taskId })).toMatchObject({ begun: 1, total: 2 });
    await setTime('available = available + reserved, reserved = 0');
    const isAtWork = async (client: TestClient, contentId: string) =>
      (await client.rpc.content.detail.query({ contentId })).run !== null;
    expect([await isAtWork(alice, hers), await isAtWork(bob, his), await isAtWork(bob, another)]).toEqual([false, true, false]);
    expect((await failedNotes()).map(({ id }) => id)).not.toContain(taskId);
    expect(await refusal(root.rpc.admin.retryTask.mutate({ taskId }))).toBe('task_not_repeatable');
    look();
    await all();
  });
});

describe('license keys', () => {
  const make = (product: string, count = 2, days: number | null = null) =>
    root.rpc.admin.createLicenses.mutate({ product, order: `order of ${product}`, minutes: 90, count, days });
  const batchOf = async (product: string) =>
    (await root.rpc.admin.licenseBatches.query()).batches.find((batch) => batch.product === product);
  async function activate(client: TestClient, licenseKey: string): Promise<unknown> {
    const response = await client.fetch('/api/active-license', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gleaner': '1', origin: world.server.url },
      body: JSON.stringify({ licenseKey }),
    });
    const body = (await response.json()) as { rechargeTime?: number; error?: { message: string } };
    return body.rechargeTime ?? body.error?.message;
  }

  test('ACC-06 are made together, work once each, are listed with how many were used, and stored nowhere', async () => {
    const { keys } = await make('Autumn', 3, 30);
    const { keys: others } = await make('Winter');
    expect(new Set([...keys, ...others]).size).toBe(5);
    const before = Number(await left(alice));
    expect(await activate(alice, keys[0] ?? '')).toBe(5400);
    expect(await left(alice)).toBe(before + 5400);
    expect(await activate(bob, keys[0] ?? '')).toBe('license_used');
    expect(await batchOf('Autumn')).toMatchObject({
      order: 'order of Autumn',
      seconds: 5400,
      count: 3,
      used: 1,
      revokedAt: null,
    });
    expect(await batchOf('Winter')).toMatchObject({ count: 2, used: 0, expiresAt: null });
    const days = (Date.parse((await batchOf('Autumn'))?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    const kept = await database.query('select * from license_batches, issued_licenses, licenses');
    for (const key of keys) expect(JSON.stringify(kept)).not.toContain(key);
    const [line] = (await root.rpc.admin.actions.query({})).actions;
    expect(line).toMatchObject({ kind: 'licenses', subject: null, details: { product: 'Winter', count: 2, seconds: 5400 } });
  });

  test('ACC-06 of a revoked batch work no more; what was added stays, and other batches go on', async () => {
    const { keys } = await make('Spring');
    const { keys: others } = await make('Summer');
    expect(await activate(alice, keys[0] ?? '')).toBe(5400);
    const has = await left(alice);
    const batchId = (await batchOf('Spring'))?.id ?? '';
    expect(await refusal(alice.rpc.admin.revokeLicenses.mutate({ batchId }))).toBe('not_found');
    await root.rpc.admin.revokeLicenses.mutate({ batchId });
    expect(await activate(bob, keys[1] ?? '')).toBe('license_invalid');
    expect(await left(alice)).toBe(has);
    expect(await activate(bob, others[0] ?? '')).toBe(5400);
    expect(await refusal(root.rpc.admin.revokeLicenses.mutate({ batchId }))).toBe('not_found');
    expect((await batchOf('Spring'))?.revokedAt).not.toBeNull();
    expect((await batchOf('Summer'))?.revokedAt).toBeNull();
  });
});

test('ACC-01 limits say what is in force and what sets it', async () => {
  const { limits } = await root.rpc.admin.limits.query();
  expect(limits.find(({ id }) => id === 'startingTime')).toMatchObject({ value: 600, setting: 'TIME_STARTING_MINUTES' });
  expect(limits.find(({ id }) => id === 'submissions')).toMatchObject({ scope: 'user', window: 'hour' });
});
