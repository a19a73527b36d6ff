/** What administrators see and change, statement by statement, among other accounts and tasks. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { session, user } from '#db/schema/auth.ts';
import { collections } from '#db/schema/collections.ts';
import { contents, extractions, runs, sources } from '#db/schema/content.ts';
import type { tasks as tasksTable } from '#db/schema/tasks.ts';
import { changeRole, correctBalance, endSessions, listActions } from '#features/admin/server/actions.ts';
import { createLicenses, readLicenseBatches, revokeLicenses } from '#features/admin/server/licenses.ts';
import { limitsInForce } from '#features/admin/server/limits.ts';
import type { hidePublicPage as hideOne } from '#features/admin/server/public-pages.ts';
import type { adminProcedures as procedures } from '#features/admin/server/router.ts';
import type * as taskList from '#features/admin/server/task-list.ts';
import { listUsers, readUser } from '#features/admin/server/users.ts';
import { setCollectionHidden } from '#features/collections/server/hide.ts';
import { zExportBatch } from '#features/exports/contract.ts';
import type * as batch from '#features/exports/server/batch.ts';
import { balancesOf } from '#features/metering/server/correct-balance.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { type Context, router } from '#rpc/server.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { whileRefused } from '../harness/database/refused-statements.ts';
import { openTaskDatabase, type TaskDatabase } from '../harness/processes/task-database.ts';

let opened: TaskDatabase;
let admin: DatabaseClient;
let services: Services;
let hidePublicPage: typeof hideOne;
let adminProcedures: typeof procedures;
let listTasks: typeof taskList.listTasks;
let isNote: typeof taskList.isNote;
let checkBatch: typeof batch.checkBatch;
let requireWholeBatch: typeof batch.requireWholeBatch;
beforeAll(async () => {
  opened = await openTaskDatabase();
  // Not before: they bring along jobs that this process does not serve.
  ({ isNote, listTasks } = await import('#features/admin/server/task-list.ts'));
  ({ hidePublicPage } = await import('#features/admin/server/public-pages.ts'));
  ({ adminProcedures } = await import('#features/admin/server/router.ts'));
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

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
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
  const names = Array.from({ length: 56 }, (_, n) => `many-${String(n).padStart(2, '0')}`);
  for (const id of names) await addUser(id, { createdAt: day(6) });
  // The newest has an id below that of the last one of the first page.
  await addUser('aaa', { createdAt: day(7) });
  const users = await pages(
    (cursor) => listUsers(admin.db, { search: '', guests: false, cursor }),
    (page) => page.users.map(({ id }) => id),
  );
  expect(users).toEqual({ ids: ['aaa', ...sorted(names), 'bob', 'ada', 'root'], sizes: [30, 30] });

  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const made = Array.from({ length: 31 }, (_, n) => idOf(n));
  const [first, ...others] = made;
  for (const [n, id] of made.entries())
    await opened.insert({ id, createdAt: day(n === 0 ? 2 : 1), userId: n % 2 === 0 ? 'ada' : 'bob' });
  const tasks = () =>
    pages(
      (cursor) => listTasks(services, { state: 'queued', kind: null, cursor }),
      (page) => page.tasks.map(({ id }) => id),
    );
  expect(await tasks()).toEqual({ ids: [first, ...sorted(others)], sizes: [30, 1] });
  await admin.query('delete from tasks where id = $1', [idOf(1)]);
  expect((await tasks()).sizes).toEqual([30]);

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
  const [last = ''] = adas.ids.toReversed();
  await admin.query('update admin_actions set created_at = $2 where id = $1', [last, day(2)]);
  expect((await ofUser('ada')).ids).toEqual([last, ...adas.ids.slice(0, -1)]);
  await admin.query('delete from admin_actions where id = $1', [adas.ids[0]]);
  expect((await ofUser('ada')).sizes).toEqual([30]);
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

test('ACC-01 a request that comes again is the same only where nothing of it differs', async () => {
  await addUser('other', { isAdmin: true });
  const [first, second] = [randomUUID(), randomUUID()];
  const once = { ...about('ada'), requestId: first, kind: 'time', amount: 100 } as const;
  await correctBalance(services, once);
  await correctBalance(services, { ...once, requestId: second, amount: 50 });
  const again = (change: Partial<Parameters<typeof correctBalance>[1]>) =>
    correctBalance(services, { ...once, ...change }).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  expect(await again({})).toBe('done');
  for (const change of [
    { amount: 50 },
    { kind: 'api' },
    { reason: 'another' },
    { userId: 'bob' },
    { adminId: 'other' },
    // What the first one did is done already, under its own id.
    { requestId: second },
  ] as const)
    expect(await again(change), JSON.stringify(change)).toBe('conflict');
  await expect(correctBalance(services, { ...once, amount: 50 })).rejects.toThrow('another change under this id');
  expect(await balancesOf(admin.db, 'ada')).toEqual({ seconds: 150, micros: null });
  expect(await lines()).toHaveLength(2);
});

test('ACC-01 what an administrator does is done and written down, or neither', async () => {
  await addSession('ada', 1, day(10));
  const [row] = await admin.db.insert(collections).values({ userId: 'bob', slug: 'oak-2345678', name: 'Oak' }).returning();
  const target = { kind: 'collection', id: row?.id ?? '' } as const;
  const signer = { publicKey: 'unused', issue: ({ id }: { id: string }) => ({ key: `key ${id}`, reference: id }) };
  const signing = { ...services, licenseSigner: signer as NonNullable<Services['licenseSigner']> };
  const batch = { createdBy: 'root', product: 'Ten hours', order: 'A-1', seconds: 60, count: 2, days: null };
  expect(await createLicenses(signing, batch)).toEqual([expect.stringMatching(/^key /), expect.stringMatching(/^key /)]);
  const [made] = (await readLicenseBatches(signing)).batches;
  const batchId = made?.id ?? '';
  const hide = { adminId: 'root', target, hidden: true, reason: 'spam' };
  const lifetime = { isAdmin: false, isLifetime: true, paidUntil: null };
  const correct = { ...about('ada'), requestId: randomUUID(), kind: 'time', amount: 5 } as const;
  const state = async () => [
    ...(await Promise.all(
      ['"user"', 'session', 'collections', 'license_batches', 'issued_licenses', 'admin_actions'].map((table) =>
        admin.query(`select * from ${table} order by 1`),
      ),
    )),
    await balancesOf(admin.db, 'ada'),
  ];
  const before = await state();
  const refused = (call: Promise<unknown>) => expect(call).rejects.toThrow();
  await whileRefused(admin, 'insert on admin_actions', async () => {
    await refused(changeRole(services, about('ada'), lifetime));
    await refused(endSessions(services, about('ada')));
    await refused(correctBalance(services, correct));
    await refused(hidePublicPage(admin.db, hide));
    await refused(createLicenses(signing, batch));
    await refused(revokeLicenses(services, { adminId: 'root', batchId }));
  });
  await whileRefused(admin, 'insert on issued_licenses', () => refused(createLicenses(signing, batch)));
  await whileRefused(admin, 'insert on ledger_grants', () => refused(correctBalance(services, correct)));
  expect(await state()).toEqual(before);

  await hidePublicPage(admin.db, { ...hide, hidden: false });
  expect(await lines()).toHaveLength(1);
  await hidePublicPage(admin.db, hide);
  await hidePublicPage(admin.db, hide);
  await hidePublicPage(admin.db, { ...hide, hidden: false, reason: 'not so bad' });
  await revokeLicenses(services, { adminId: 'root', batchId });
  await expect(revokeLicenses(services, { adminId: 'root', batchId })).rejects.toMatchObject({ code: 'not_found' });
  const written = { id: expect.any(String), admin: 'root@example.org', at: expect.stringMatching(/^\d{4}-.*Z$/) };
  const ofBob = { ...written, subject: 'bob@example.org', details: { what: 'collection' } };
  const ofLicenses = { ...written, subject: null, reason: '' };
  expect(await lines()).toEqual([
    { ...ofLicenses, kind: 'licensesRevoked', details: { product: 'Ten hours', count: 2 } },
    { ...ofBob, kind: 'show', reason: 'not so bad' },
    { ...ofBob, kind: 'hide', reason: 'spam' },
    { ...ofLicenses, kind: 'licenses', details: { product: 'Ten hours', count: 2, seconds: 60 } },
  ]);
  await admin.query(`update admin_actions set created_at = $1, subject_id = 'guest-1' where kind = 'show'`, [day(3)]);
  expect((await lines()).at(-1)).toEqual({
    ...{ ...ofBob, kind: 'show', reason: 'not so bad' },
    ...{ subject: 'guest guest-', at: day(3).toISOString() },
  });
  await expect(createLicenses({ ...services, licenseSigner: null }, batch)).rejects.toMatchObject({ code: 'not_found' });
});

test('ACC-01 an account that is deleted meanwhile is not there for an administrator', async () => {
  const gone = (tx: Tx) => tx.delete(user).where(eq(user.id, 'ada'));
  expect(await meanwhile(admin, gone, () => endSessions(services, about('ada')).catch(codeOf))).toBe('not_found');
  expect(await lines()).toEqual([]);
});

test('ACC-01 the failure of a note that nothing has replaced is begun again as a note, and every other task as it is', async () => {
  const failed = { kind: 'note', state: 'failed' } as const;
  const note = await opened.insert(failed);
  const others = [
    await opened.insert({ ...failed, kind: 'test-other' }),
    await opened.insert({ ...failed, state: 'cancelled' }),
    await opened.insert({ ...failed, replacedAt: day(1) }),
    randomUUID(),
  ];
  expect(await Promise.all([note, ...others].map((id) => isNote(admin.db, id)))).toEqual([true, false, false, false, false]);
});

test('ACC-01 a task is cancelled or begun again whole or not at all', async () => {
  const waiting = await opened.insert({ kind: 'test-other' });
  const failed = await opened.insert({ kind: 'test-other', state: 'failed' });
  const beside = await opened.insert({ kind: 'test-other', state: 'failed' });
  const asRoot = router(adminProcedures).createCaller({
    ...{ services: { ...services, settings: { accounts: { mode: 'single' } } }, clientAddress: '192.0.2.1' },
    ...{ user: { id: 'root', role: 'admin' }, logger: { debug: () => {}, info: () => {}, error: () => {} } },
    keepSession: async () => undefined,
  } as unknown as Context);
  const rows = () => admin.query('select * from tasks order by id');
  const before = await rows();
  await whileRefused(admin, 'insert on task_events', () => expect(asRoot.cancelTask({ taskId: waiting })).rejects.toThrow());
  await whileRefused(admin, 'insert on pgboss.job', () => expect(asRoot.retryTask({ taskId: failed })).rejects.toThrow());
  expect(await rows()).toEqual(before);
  expect(await asRoot.cancelTask({ taskId: waiting })).toEqual({});
  const { taskId, ...counts } = await asRoot.retryTask({ taskId: failed });
  expect([counts, (await opened.rowOf(taskId))?.state]).toEqual([{ begun: 1, total: 1 }, 'queued']);
  expect([(await opened.rowOf(failed))?.replacedAt, (await opened.rowOf(beside))?.replacedAt]).toEqual([expect.any(Date), null]);
  expect((await opened.rowOf(waiting))?.state).toBe('cancelled');
  // A server for one person has these, and nothing about other users.
  expect((await asRoot.tasks({ state: 'failed' })).tasks.map(({ id }) => id)).toEqual([beside]);
  for (const call of [
    asRoot.users({}),
    asRoot.endSessions({ userId: 'ada', reason: '' }),
    asRoot.actions({}),
    asRoot.licenseBatches(),
    asRoot.reports(),
  ])
    expect(
      await call.then(
        () => 'answered',
        (error: Error) => codeOf(error.cause),
      ),
    ).toBe('not_found');
});
