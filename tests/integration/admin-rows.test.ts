/** What administrators see and change, statement by statement, among other accounts and tasks. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseClient } from '#db/client.ts';
import { session, user } from '#db/schema/auth.ts';
import { collections } from '#db/schema/collections.ts';
import { contents, extractions, runs, sources } from '#db/schema/content.ts';
import type { tasks as tasksTable } from '#db/schema/tasks.ts';
import { changeRole, correctBalance, endSessions, listActions } from '#features/admin/server/actions.ts';
import { readLicenseBatches } from '#features/admin/server/licenses.ts';
import { limitsInForce } from '#features/admin/server/limits.ts';
import type { listTasks as listTasksOfAll } from '#features/admin/server/task-list.ts';
import { listUsers, readUser } from '#features/admin/server/users.ts';
import { setCollectionHidden } from '#features/collections/server/hide.ts';
import { zExportBatch } from '#features/exports/contract.ts';
import type * as batch from '#features/exports/server/batch.ts';
import { balancesOf } from '#features/metering/server/correct-balance.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { openTaskDatabase, type TaskDatabase } from '../harness/processes/task-database.ts';

let opened: TaskDatabase;
let admin: DatabaseClient;
let services: Services;
let listTasks: typeof listTasksOfAll;
let checkBatch: typeof batch.checkBatch;
let requireWholeBatch: typeof batch.requireWholeBatch;
beforeAll(async () => {
  opened = await openTaskDatabase();
  // Not before: they bring along jobs that this process does not serve.
  ({ listTasks } = await import('#features/admin/server/task-list.ts'));
  ({ checkBatch, requireWholeBatch } = await import('#features/exports/server/batch.ts'));
  admin = opened.admin;
  services = { db: admin.db, tasks: opened.idle.tasks, settings: { time: null } } as unknown as Services;
});
afterAll(() => opened.close());
const day = (n: number) => new Date(Date.UTC(2026, 0, n));
beforeEach(async () => {
  for (const name of ['admin_actions', 'tasks', 'contents', 'sources', '"user"']) await admin.query(`delete from ${name}`);
  await addUser('root', { isAdmin: true, createdAt: day(1) });
  await addUser('ada', { createdAt: day(2), name: 'Ada 50%' });
  await addUser('bob', { createdAt: day(3) });
  await addUser('guest-1', { isAnonymous: true, createdAt: day(4) });
  await addUser('owner', { isOwner: true, isAdmin: true, createdAt: day(5) });
});

async function addUser(id: string, values: Partial<typeof user.$inferInsert> = {}): Promise<void> {
  await admin.db.insert(user).values({ id, name: id, email: `${id}@example.org`, isAnonymous: false, ...values });
}

async function addSession(userId: string, hours: number, seenAt: Date): Promise<void> {
  const expiresAt = new Date(Date.now() + hours * 3_600_000);
  const id = randomUUID();
  await admin.db.insert(session).values({ id, token: id, userId, expiresAt, updatedAt: seenAt });
}

async function addContent(userId: string, values: Partial<typeof contents.$inferInsert> = {}): Promise<string> {
  const url = `https://a.example/${randomUUID()}`;
  const [source] = await admin.db.insert(sources).values({ key: url, url }).returning({ id: sources.id });
  const needed = { userId, sourceId: source?.id ?? '', title: 'A', contentType: 'online', noteLanguage: 'en' } as const;
  const [row] = await admin.db
    .insert(contents)
    .values({ ...needed, ...values })
    .returning({ id: contents.id });
  return row?.id ?? '';
}

const about = (userId: string, adminId = 'root') => ({ adminId, userId, reason: `about ${userId}` });
const lines = async () => (await listActions(admin.db, { userId: null, cursor: null })).actions;

test('ACC-01 users are listed without guests and the owner, or guests alone, newest first', async () => {
  const list = async (search = '', guests = false) =>
    (await listUsers(admin.db, { search, guests, cursor: null })).users.map(({ id }) => id);
  expect([await list(), await list('', true)]).toEqual([['bob', 'ada', 'root'], ['guest-1']]);
  expect([await list('ADA'), await list('b@EXAMPLE'), await list('guest'), await list('owner')]).toEqual([
    ['ada'],
    ['bob'],
    [],
    [],
  ]);
  // Signs of the pattern stand for themselves.
  expect([await list('50%'), await list('%'), await list('_'), await list('\\')]).toEqual([['ada'], ['ada'], [], []]);
  expect(await list('guest', true)).toEqual(['guest-1']);
});

test('ACC-01 a user is shown with what is theirs and with sessions that last', async () => {
  await addSession('ada', 1, day(10));
  await addSession('ada', 1, day(9));
  await addSession('ada', -1, day(20));
  await addSession('bob', 1, day(11));
  for (const owner of ['ada', 'ada', 'bob']) await addContent(owner);
  const correct = (userId: string, kind: 'time' | 'api', amount: number) =>
    correctBalance(services, { ...about(userId), requestId: randomUUID(), kind, amount });
  await correct('ada', 'time', 300);
  await correct('ada', 'api', 2_500_000);
  await correct('bob', 'time', 900);
  expect(await readUser(admin.db, 'ada')).toMatchObject({
    ...{ id: 'ada', name: 'Ada 50%', email: 'ada@example.org', role: 'user', items: 2, sessions: 2 },
    ...{ seenAt: day(10).toISOString(), createdAt: day(2).toISOString(), secondsLeft: 300, balanceUsd: 2.5 },
    ...{ isAdmin: false, isLifetime: false, paidUntil: null },
  });
  const { users } = await listUsers(admin.db, { search: '', guests: false, cursor: null });
  expect(users).toMatchObject([
    { id: 'bob', items: 1, seenAt: day(11).toISOString(), secondsLeft: 900 },
    { id: 'ada', items: 2, seenAt: day(10).toISOString(), secondsLeft: 300 },
    { id: 'root', items: 0, seenAt: null, secondsLeft: null },
  ]);
  expect(await readUser(admin.db, 'root')).toMatchObject({ role: 'admin', isAdmin: true, sessions: 0, balanceUsd: null });
  for (const id of ['owner', 'nobody']) await expect(readUser(admin.db, id)).rejects.toMatchObject({ code: 'not_found' });
});

/** Everything that is listed page by page: ids in order, and the sizes of the pages. */
async function pages<Page extends { nextCursor: string | null }>(
  read: (cursor: string | null) => Promise<Page>,
  idsOf: (page: Page) => string[],
) {
  const ids: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await read(cursor);
    ids.push(...idsOf(page));
    sizes.push(idsOf(page).length);
    cursor = page.nextCursor;
    if (cursor === null) return { ids, sizes };
  }
}

const sorted = (ids: readonly string[]) => ids.toSorted((a, b) => (a < b ? 1 : -1));

test('ACC-01 lists come in pages of thirty, each entry once, also of one instant', async () => {
  const names = Array.from({ length: 57 }, (_, n) => `many-${String(n).padStart(2, '0')}`);
  for (const id of names) await addUser(id, { createdAt: day(6) });
  const users = await pages(
    (cursor) => listUsers(admin.db, { search: '', guests: false, cursor }),
    (page) => page.users.map(({ id }) => id),
  );
  expect(users).toEqual({ ids: [...sorted(names), 'bob', 'ada', 'root'], sizes: [30, 30] });

  const made: string[] = [];
  for (let n = 0; n < 31; n++)
    made.push(await opened.insert({ createdAt: day(n < 5 ? 2 : 1), userId: n % 2 === 0 ? 'ada' : 'bob' }));
  const tasks = await pages(
    (cursor) => listTasks(services, { state: 'queued', kind: null, cursor }),
    (page) => page.tasks.map(({ id }) => id),
  );
  expect(tasks).toEqual({ ids: [...sorted(made.slice(0, 5)), ...sorted(made.slice(5))], sizes: [30, 1] });

  for (let n = 0; n < 31; n++) {
    await changeRole(services, about('ada'), { isAdmin: false, isLifetime: n % 2 === 0, paidUntil: null });
    if (n < 3) await endSessions(services, about('bob'));
  }
  await admin.query('update admin_actions set created_at = $1', [day(1)]);
  const ofUser = (userId: string | null) =>
    pages(
      (cursor) => listActions(admin.db, { userId, cursor }),
      (page) => page.actions.map(({ id }) => id),
    );
  const [all, adas, bobs] = [await ofUser(null), await ofUser('ada'), await ofUser('bob')];
  expect([all.sizes, adas.sizes, bobs.sizes]).toEqual([[30, 4], [30, 1], [3]]);
  expect([all.ids, new Set(all.ids)]).toEqual([sorted(all.ids), new Set([...adas.ids, ...bobs.ids])]);
});

test('ACC-01 a change of a role is written down where something changes, with what was before', async () => {
  const paidUntil = new Date(Date.UTC(2040, 4, 6, 12));
  const change = (userId: string, wanted: Partial<Parameters<typeof changeRole>[2]>) =>
    changeRole(services, about(userId), { isAdmin: false, isLifetime: false, paidUntil: null, ...wanted });
  await change('ada', {});
  expect(await lines()).toEqual([]);
  await change('ada', { isLifetime: true, paidUntil });
  await change('ada', { isAdmin: true });
  await change('ada', {});
  expect((await lines()).toReversed()).toMatchObject([
    { kind: 'role', details: { before: 'user', after: 'lifetime, paid 2040-05-06' }, reason: 'about ada' },
    { details: { before: 'lifetime, paid 2040-05-06', after: 'admin' } },
    { details: { before: 'admin', after: 'user' }, admin: 'root@example.org', subject: 'ada@example.org' },
  ]);
  for (const [id, code] of [
    ['owner', 'not_allowed'],
    ['guest-1', 'not_allowed'],
    ['nobody', 'not_found'],
    ['root', 'last_admin'],
  ] as const)
    await expect(change(id, {})).rejects.toMatchObject({ code });
  // Whose role was taken away while the request was under way.
  for (const id of ['bob', 'ada']) {
    const byAda = changeRole(services, about(id, 'ada'), { isAdmin: true, isLifetime: true, paidUntil: null });
    await expect(byAda).rejects.toMatchObject({ code: 'not_allowed' });
  }
  expect(await lines()).toHaveLength(3);
  expect((await admin.db.select().from(user).where(eq(user.isAdmin, true))).map(({ id }) => id).toSorted()).toEqual([
    'owner',
    'root',
  ]);
});

test('ACC-01 sessions of one user end, and balances of one user change once for a request', async () => {
  for (const id of ['ada', 'ada', 'bob']) await addSession(id, 1, day(10));
  await endSessions(services, about('ada'));
  expect((await admin.db.select({ id: session.userId }).from(session)).map(({ id }) => id)).toEqual(['bob']);
  const requestId = randomUUID();
  const correct = (userId: string, amount: number, kind: 'time' | 'api' = 'time', id = randomUUID()) =>
    correctBalance(services, { ...about(userId), requestId: id, kind, amount });
  await correct('bob', 50);
  await correct('ada', 100, 'time', requestId);
  await correct('ada', 100, 'time', requestId);
  await correct('ada', 7, 'api');
  await correct('ada', -40);
  expect([await balancesOf(admin.db, 'ada'), await balancesOf(admin.db, 'bob')]).toEqual([
    { seconds: 60, micros: 7 },
    { seconds: 50, micros: null },
  ]);
  await expect(correct('ada', -61)).rejects.toMatchObject({ code: 'balance_too_small' });
  for (const id of ['owner', 'nobody']) {
    await expect(correct(id, 5)).rejects.toMatchObject({ code: 'not_found' });
    await expect(endSessions(services, about(id))).rejects.toMatchObject({ code: 'not_found' });
  }
  await correct('ada', -60);
  const told = (await lines()).toReversed().map(({ kind, details, subject }) => [kind, details, subject]);
  expect(told).toEqual([
    ['sessions', { ended: 2 }, 'ada@example.org'],
    ['time', { amount: 50 }, 'bob@example.org'],
    ['time', { amount: 100 }, 'ada@example.org'],
    ['money', { amount: 7 }, 'ada@example.org'],
    ['time', { amount: -40 }, 'ada@example.org'],
    ['time', { amount: -60 }, 'ada@example.org'],
  ]);
});

test('ACC-01 tasks are listed by their state and kind; of failed ones the latest that none has replaced', async () => {
  const add = (values: Partial<typeof tasksTable.$inferInsert>) => opened.insert(values);
  const waiting = await add({ createdAt: day(1) });
  const running = await add({ state: 'running', kind: 'test-other', userId: 'guest-1', attempts: 2 });
  const failed = await add({ state: 'failed', kind: 'test-other', errorCode: 'timed_out', userId: null, createdAt: day(2) });
  const settled = await add({ state: 'failed', createdAt: day(1) });
  await add({ state: 'failed', replacedAt: day(3) });
  for (const state of ['completed', 'cancelled'] as const) await add({ state });
  const list = async (state: 'queued' | 'running' | 'failed', kind: string | null = null) =>
    (await listTasks(services, { state, kind, cursor: null })).tasks;
  expect(await list('queued')).toMatchObject([
    {
      id: waiting,
      kind: 'test-work',
      state: 'queued',
      user: 'ada@example.org',
      repeatable: false,
      createdAt: day(1).toISOString(),
    },
  ]);
  expect(await list('running')).toMatchObject([{ id: running, user: 'guest guest-', attempts: 2, repeatable: false }]);
  expect(await list('failed')).toMatchObject([
    { id: failed, errorCode: 'timed_out', user: null, repeatable: true },
    { id: settled, repeatable: false },
  ]);
  expect((await list('failed', 'test-work')).map(({ id }) => id)).toEqual([settled]);
  expect(await list('queued', 'test-other')).toEqual([]);
});

test('ACC-01 a note that failed for somebody can be repeated once its run has failed, not while it is tried again', async () => {
  const runId = await opened.insert({ kind: 'note' });
  const contentId = await addContent('bob', { status: 'failed' });
  const [content] = await admin.db.select().from(contents).where(eq(contents.id, contentId));
  await admin.db.insert(runs).values({ id: runId, sourceId: content?.sourceId ?? '', key: runId, noteLanguage: 'en' });
  const listed = async (state: 'queued' | 'failed') => (await listTasks(services, { state, kind: null, cursor: null })).tasks;
  expect(await listed('queued')).toMatchObject([{ id: runId, repeatable: false }]);
  await admin.query(`update tasks set state = 'failed' where id = $1`, [runId]);
  expect(await listed('failed')).toMatchObject([{ id: runId, repeatable: true }]);
});

test('ACC-01 two administrators who hide a collection at once change it once', async () => {
  const [row] = await admin.db.insert(collections).values({ userId: 'bob', slug: 'rye-2345678', name: 'Rye' }).returning();
  const id = row?.id ?? '';
  const hide = () => admin.db.transaction((tx) => setCollectionHidden(tx, id, true));
  const free = () =>
    admin.query('select 1 from collections where id = $1 for update nowait', [id]).then(
      () => true,
      () => false,
    );
  await admin.db.transaction(async (tx) => {
    expect(await setCollectionHidden(tx, id, false)).toBeNull();
    expect(await free()).toBe(false);
  });
  expect(await free()).toBe(true);
  const owners = await Promise.all([hide(), hide()]);
  expect(owners.filter((owner) => owner !== null)).toEqual(['bob']);
  await expect(admin.db.transaction((tx) => setCollectionHidden(tx, randomUUID(), true))).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('ACC-01 limits are those in force, each under its own name', () => {
  const settings = {
    limits: {
      accountsPerHour: 1,
      accountsPerDay: 2,
      submissionsPerHour: 3,
      guestNotesAtOnce: 17,
      addressSubmissionsPerHour: 4,
      libraryQuestionsPerHour: { account: 14, guest: 15 },
      outputsPerDay: 16,
    },
    model: { questionsPerHour: 5, answersAtOnce: 6, ownKeyCallsPerDay: 7, costLimitUsd: 8, dailyLimitUsd: null },
    uploads: { maxBytes: 10, quotaBytes: 11 },
    time: { startingSeconds: 12, monthlySeconds: 13, grantDays: null },
  };
  const valuesOf = (values: object) =>
    limitsInForce({ settings: { ...settings, ...values } as unknown as Services['settings'] }).map(({ id, value }) => [
      id,
      value,
    ]);
  expect(Object.fromEntries(valuesOf({}))).toEqual({
    ...{ guestsPerHour: 1, guestsPerDay: 2, submissions: 3, addressSubmissions: 4, questions: 5, answersAtOnce: 6 },
    ...{ libraryQuestions: 14, guestLibraryQuestions: 15, guestNotesAtOnce: 17 },
    ...{ outputs: 16, ownKeyCalls: 7, runCost: 8, dayCost: null, upload: 10, quota: 11, startingTime: 12, monthlyTime: 13 },
  });
  expect(valuesOf({ time: null }).slice(-2)).toEqual([
    ['startingTime', null],
    ['monthlyTime', null],
  ]);
});

test('a batch of files holds what is its user’s and there, once each, and says what is missing', async () => {
  const source = await addContent('bob');
  const [record] = await admin.db.select().from(contents).where(eq(contents.id, source));
  const said = (timed: boolean) => ({ transcript: { timed, segments: [{ id: 0, text: 'said', startMs: 0, endMs: 1 }] } });
  const [extraction, described] = await admin.db
    .insert(extractions)
    .values([true, false].map((timed) => ({ sourceId: record?.sourceId ?? '', data: said(timed) as never })))
    .returning({ id: extractions.id });
  const noted = await addContent('ada', { note: 'A note', kind: 'page', extractionId: extraction?.id ?? '' });
  const blank = await addContent('ada');
  const video = await addContent('ada', { kind: 'video', extractionId: extraction?.id ?? '', note: 'B' });
  const bobs = await addContent('bob', { note: 'Not hers' });
  const silent = await addContent('ada', { kind: 'video', extractionId: described?.id ?? '' });
  const contentIds = [video, noted, blank, bobs, noted, randomUUID()];
  const person = (role: AuthUser['role']) => ({ id: 'ada', role }) as AuthUser;
  expect(await checkBatch(services, person('user'), { contentIds, format: 'md' })).toEqual({ ready: [video, noted], missing: 3 });
  // What was written has no times, so it is no subtitle.
  const srtOf = (ids: string[]) => checkBatch(services, person('admin'), { contentIds: ids, format: 'srt' });
  expect(await srtOf([video, silent])).toEqual({ ready: [video], missing: 1 });
  const select = vi.spyOn(services.db, 'select');
  expect(await checkBatch(services, person('admin'), { contentIds, format: 'srt' })).toEqual({ ready: [video], missing: 4 });
  expect(select).toHaveBeenCalledTimes(1);
  select.mockRestore();
  const fits = (count: number, format: string) =>
    zExportBatch.safeParse({ contentIds: Array(count).fill(video), format }).success;
  expect([fits(500, 'pdf'), fits(501, 'pdf'), fits(501, 'docx'), fits(10_001, 'md')]).toEqual([true, false, true, false]);
  const whole = (ids: string[]) => requireWholeBatch(services, person('user'), { contentIds: ids, format: 'md' });
  expect(await whole([noted, video, noted])).toEqual([noted, video]);
  await expect(whole([noted, blank, bobs])).rejects.toMatchObject({
    code: 'export_incomplete',
    params: { ready: 1, missing: 2 },
  });
  await expect(whole([blank, bobs])).rejects.toMatchObject({ code: 'export_nothing' });
});

test('ACC-06 license keys can be made where the server has a key to sign with', async () => {
  const signer = { publicKey: 'unused', issue: () => '' } as unknown as NonNullable<Services['licenseSigner']>;
  const canCreate = async (licenseSigner: Services['licenseSigner']) =>
    (await readLicenseBatches({ db: admin.db, licenseSigner })).canCreate;
  expect([await canCreate(null), await canCreate(signer)]).toEqual([false, true]);
});
