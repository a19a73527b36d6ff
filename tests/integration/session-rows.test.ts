/** How long sessions and accounts last, and what goes with a deleted account, statement by statement, among other accounts. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type { Db } from '#db/client.ts';
import { session, user, verification } from '#db/schema/auth.ts';
import { collections } from '#db/schema/collections.ts';
import { rateLimits } from '#db/schema/rate-limits.ts';
import { removeAvatar, saveAvatar, takeAvatarTry } from '#features/account/server/avatar.ts';
import { createInvitation, listInvitations, requireOpenInvitation } from '#features/account/server/invitations.ts';
import { createTidyAccounts } from '#features/account/server/tidy-accounts.handler.ts';
import { deleteAccountsJob } from '#features/my-data/jobs.ts';
import { deleteAccount } from '#features/my-data/server/deletion/delete-account.ts';
import { createDeleteAccounts } from '#features/my-data/server/deletion/delete-accounts.handler.ts';
import { readDeletion, requestDeletion } from '#features/my-data/server/deletion/grace.ts';
import { bury, readTombstones } from '#features/my-data/server/deletion/tombstones.ts';
import { replaceAvatar } from '#infra/auth/accounts/avatars.ts';
import { deleteEmptyGuests } from '#infra/auth/accounts/delete-empty-guests.ts';
import { guestsWithData } from '#infra/auth/accounts/guests-with-data.ts';
import { findOverdue, isOverdue } from '#infra/auth/accounts/overdue-accounts.ts';
import { savePreferences } from '#infra/auth/accounts/preferences.ts';
import { extendSession } from '#infra/auth/accounts/session-length.ts';
import { hasGivenName, renameUser } from '#infra/auth/accounts/usernames.ts';
import { endAllSessions, endOtherSessions, endSession, listSessions } from '#infra/auth/sessions.ts';
import type { JobContext } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { whileRefused } from '../harness/database/refused-statements.ts';
import { waitsToWrite } from '../harness/database/waits-to-write.ts';
import { addGuest, addUser, cancelled, client, codeOf, keepAccountRows, servicesWith } from './account-rows.ts';

keepAccountRows();

const minute = 60_000;
const dayMs = 24 * 60 * minute;
const fromNow = (ms: number) => new Date(Date.now() + ms);

async function addSession(id: string, userId: string, values: Partial<typeof session.$inferInsert> = {}): Promise<void> {
  const rest = { expiresAt: fromNow(dayMs), updatedAt: new Date(0), createdAt: new Date(0), ...values };
  await client.db.insert(session).values({ id, token: id, userId, ...rest });
}
const sessionsNow = async () =>
  Object.fromEntries((await client.db.select().from(session).orderBy(session.id)).map((row) => [row.id, row]));

test('a session of an account or of a guest who has something lasts a year, another’s a week, and is stored once in a while', async () => {
  await addUser('account');
  for (const id of ['guest', 'holding']) await addGuest(id);
  await client.db.insert(collections).values({ userId: 'holding', slug: 'a', name: 'a' });
  /** How many days are left after this many and some minutes, and whether that was stored. */
  const after = async (userId: string, days: number, minutes = 0, stored = days * dayMs) => {
    await client.db.delete(session);
    const expiresAt = fromNow(days * dayMs + minutes * minute);
    await addSession('of', userId, { expiresAt: stored === days * dayMs ? expiresAt : fromNow(stored) });
    await addSession('beside', userId, { expiresAt });
    const isAnonymous = userId !== 'account';
    const end = await extendSession(client.db, { id: userId, isAnonymous, session: { id: 'of', expiresAt } });
    const { of, beside } = await sessionsNow();
    expect([beside?.expiresAt, beside?.updatedAt]).toEqual([expiresAt, new Date(0)]);
    const isStored = (of?.updatedAt.getTime() ?? 0) > 0;
    if (isStored) expect(of?.expiresAt).toEqual(end);
    else expect(end).toEqual(expiresAt);
    return [Math.round((10 * (end.getTime() - Date.now())) / dayMs) / 10, isStored];
  };
  for (const userId of ['account', 'holding']) {
    expect(await after(userId, 1)).toEqual([365, true]);
    expect(await after(userId, 358, -1)).toEqual([365, true]);
    expect(await after(userId, 358, 1)).toEqual([358, false]);
  }
  expect(await after('guest', 1)).toEqual([7, true]);
  expect(await after('guest', 6, -1)).toEqual([7, true]);
  expect(await after('guest', 6, 1)).toEqual([6, false]);
  expect(await after('guest', 100)).toEqual([100, false]);
  // Another request has just made it longer: it never becomes shorter.
  expect(await after('guest', 1, 0, 300 * dayMs)).toEqual([300, true]);
  // Of one that lasts long enough the database is not asked.
  const lasting = { id: 'of', expiresAt: fromNow(358 * dayMs + minute) };
  const nowhere = {} as Db;
  expect(await extendSession(nowhere, { id: 'account', isAnonymous: false, session: lasting })).toBe(lasting.expiresAt);
  // A session that is gone meanwhile is not made again.
  const gone = { id: 'gone', expiresAt: fromNow(dayMs) };
  expect(await extendSession(client.db, { id: 'account', isAnonymous: false, session: gone })).toBe(gone.expiresAt);
});

test('ACC-01 sessions that last are listed by their last use, and end for their user alone', async () => {
  for (const id of ['ada', 'bob']) await addUser(id);
  const seen = (n: number) => new Date(Date.UTC(2026, 0, n));
  for (const [id, n] of Object.entries({ b: 2, a: 2, c: 3, d: 1 })) await addSession(id, 'ada', { updatedAt: seen(n) });
  await client.db
    .update(session)
    .set({ userAgent: 'Firefox', createdAt: seen(5) })
    .where(eq(session.id, 'c'));
  await addSession('over', 'ada', { updatedAt: seen(4), expiresAt: fromNow(-1000) });
  await addSession('theirs', 'bob', { updatedAt: seen(4) });
  const idsOf = async (userId: string) => (await listSessions(client.db, userId)).map(({ id }) => id);
  expect(await idsOf('ada')).toEqual(['c', 'b', 'a', 'd']);
  expect((await listSessions(client.db, 'ada'))[0]).toEqual({
    ...{ id: 'c', userAgent: 'Firefox', createdAt: seen(5), updatedAt: seen(3) },
  });
  expect([await endSession(client.db, 'ada', 'theirs'), await endSession(client.db, 'ada', 'none')]).toEqual([false, false]);
  expect(await endSession(client.db, 'ada', 'b')).toBe(true);
  expect(Object.keys(await sessionsNow())).toEqual(['a', 'c', 'd', 'over', 'theirs']);
  await endOtherSessions(client.db, 'ada', 'c');
  expect(Object.keys(await sessionsNow())).toEqual(['c', 'theirs']);
  expect([await endAllSessions(client.db, 'ada'), await endAllSessions(client.db, 'ada')]).toEqual([1, 0]);
  expect(Object.keys(await sessionsNow())).toEqual(['theirs']);
  await client.query(
    `insert into session (id, user_id, token, expires_at) select 's' || n, 'ada', 's' || n, now() + interval '1 day' from generate_series(1, 101) n`,
  );
  expect(await idsOf('ada')).toHaveLength(100);
});

type Logged = [level: string, data: unknown, words: string];
function contextOf(signal = new AbortController().signal) {
  const logged: Logged[] = [];
  const at = (level: string) => (data: unknown, words: string) => void logged.push([level, data, words]);
  const context = { signal, logger: { info: at('info'), warn: at('warn'), error: at('error') } } as unknown as JobContext;
  return { context, logged };
}

test('empty accounts without a session are deleted a week after they were made, however many, the oldest first', async () => {
  const tidy = async () => {
    const { context, logged } = contextOf();
    await createTidyAccounts(servicesWith()).run({}, context);
    return logged;
  };
  const week = 7 * dayMs;
  for (const id of ['old', 'young', 'holding', 'in-use', 'left']) await addGuest(id);
  await addUser('account');
  const made = (id: string, ms: number) =>
    client.db
      .update(user)
      .set({ createdAt: fromNow(-ms) })
      .where(eq(user.id, id));
  for (const id of ['old', 'holding', 'in-use', 'account', 'left']) await made(id, week + minute);
  await made('young', week - 60 * minute);
  await client.db.insert(collections).values({ userId: 'holding', slug: 'a', name: 'a' });
  await addSession('used', 'in-use', { expiresAt: fromNow(60 * minute) });
  await addSession('over', 'left', { expiresAt: fromNow(-1000) });
  for (const [key, ms] of Object.entries({ past: -minute, now: 60 * minute }))
    await client.db.insert(rateLimits).values({ key, taken: 1, endsAt: fromNow(ms) });
  await client.query(
    `insert into model_reservations (job, cost_usd, expires_at) values ('past', 1, now() - interval '1 minute'), ('now', 1, now() + interval '1 minute')`,
  );
  await client.query(
    `insert into model_uses (job, kind, model, own_key, updated_at)
     select 'note:' || days, 'note', 'm', false, now() - days * interval '1 day' from unnest(array[30, 32]) days`,
  );
  expect(await guestsWithData(client.db)).toEqual(['holding']);
  expect(await tidy()).toEqual([['info', { gone: 2 }, 'empty guest accounts deleted']]);
  expect(cancelled.toSorted()).toEqual(['left', 'old']);
  const left = async () => (await client.query<{ id: string }>('select id from "user" order by id')).map(({ id }) => id);
  expect(await left()).toEqual(['account', 'holding', 'in-use', 'young']);
  expect(Object.keys(await sessionsNow())).toEqual(['used']);
  expect(await client.query('select key from rate_limits')).toEqual([{ key: 'now' }]);
  expect(await client.query('select job from model_reservations')).toEqual([{ job: 'now' }]);
  expect(await client.query('select job from model_uses')).toEqual([{ job: 'note:30' }]);
  for (const table of ['model_reservations', 'model_uses']) await client.query(`delete from ${table}`);
  expect(await tidy()).toEqual([]);
  cancelled.length = 0;
  await client.query(
    `insert into "user" (id, name, email, is_anonymous, created_at)
     select 'g' || n, 'g', 'g' || n || '@example.org', true, now() - n * interval '10 days' from generate_series(1, 401) n`,
  );
  expect(await tidy()).toEqual([['info', { gone: 401 }, 'empty guest accounts deleted']]);
  expect(cancelled).toEqual(Array.from({ length: 401 }, (_, n) => `g${401 - n}`));
  expect(await left()).toEqual(['account', 'holding', 'in-use', 'young']);
});

test('of empty accounts so many are deleted at once, the oldest, and no other account’s row is waited for', async () => {
  await addUser('bob', { createdAt: new Date(0) });
  await client.query(
    `insert into "user" (id, name, email, is_anonymous, created_at)
     select 'g' || n, 'g', 'g' || n || '@example.org', true, now() - n * interval '10 days' from unnest(array[2, 3, 1]) n`,
  );
  const ended: string[] = [];
  const endWork = async (_tx: unknown, id: string) => void ended.push(id);
  await client.db.transaction(async (tx) => {
    await tx.select().from(user).where(eq(user.id, 'bob')).for('update');
    expect(await deleteEmptyGuests(client.db, endWork, 2)).toBe(2);
  });
  expect(ended).toEqual(['g3', 'g2']);
  expect(await client.query('select id from "user" order by id')).toEqual([{ id: 'bob' }, { id: 'g1' }]);
});

test.each([
  ['rate_limits', `insert into rate_limits (key, taken, ends_at) values ('past', 1, now() - interval '1 minute')`],
  [
    'model_reservations',
    `insert into model_reservations (job, cost_usd, expires_at) values ('past', 1, now() - interval '1 minute')`,
  ],
  [
    'model_uses',
    `insert into model_uses (job, kind, model, own_key, updated_at) values ('note:32', 'note', 'm', false, now() - interval '32 days')`,
  ],
])('what is past in %s and cannot be forgotten makes the job fail, so that it comes again', async (table, insert) => {
  await client.query(insert);
  const tidy = () => createTidyAccounts(servicesWith()).run({}, contextOf().context);
  await whileRefused(client, `delete on ${table}`, () => expect(tidy()).rejects.toThrow());
  await tidy();
  expect(await client.query(`select 1 from ${table}`)).toEqual([]);
});

/** Tombstones in memory. */
function graves() {
  const files = new Map<string, Buffer>();
  const blobs = {
    put: async (key: string, bytes: Buffer) => void files.set(key, bytes),
    list: async (folder: string) => [...files.keys()].map((key) => ({ name: key.slice(folder.length + 1) })),
    stat: async (key: string) => ({ size: files.get(key)?.length ?? 0 }),
    openRange: async (key: string, start: number, end: number) =>
      Readable.from([files.get(key)?.subarray(start, end + 1) ?? Buffer.alloc(0)]),
    delete: async () => undefined,
  };
  const uploads = { directory: '/nonexistent', maxBytes: 1, expiryMs: 1, quotaBytes: 1 };
  const settings = { accounts: { mode: 'open' }, time: null, uploads, deletionGraceMs: 2 * 60 * minute };
  return { files, services: { ...servicesWith(), blobs, settings } as unknown as Services };
}

test('ACC-12 a deleted account takes its own limits, links and picture along, and those of no other', async () => {
  const { services, files } = graves();
  for (const id of ['a_a', 'aba', 'gone']) await addUser(id, { avatarBlob: `avatars/${id}.webp` });
  await client.db
    .update(user)
    .set({ deleteAt: fromNow(-1000) })
    .where(eq(user.id, 'a_a'));
  await client.db
    .update(user)
    .set({ deleteAt: fromNow(minute) })
    .where(eq(user.id, 'gone'));
  expect([await findOverdue(client.db), await isOverdue(client.db, 'a_a'), await isOverdue(client.db, 'gone')]).toEqual([
    ...[['a_a'], true, false],
  ]);
  const keys = ['avatar:a_a', 'asks:x:a_a', 'avatar:aba', 'avatar:a_a2', 'a_a'];
  for (const key of keys) await client.db.insert(rateLimits).values({ key, taken: 1, endsAt: fromNow(dayMs) });
  for (const id of ['a_a', 'aba'])
    await client.db.insert(verification).values({ id, identifier: id, value: id, expiresAt: fromNow(dayMs) });
  await client.query('delete from blob_garbage');
  const { context, logged } = contextOf();
  await createDeleteAccounts(services).run({}, context);
  expect(logged).toEqual([['info', { deleted: 1 }, 'accounts deleted']]);
  expect((await client.query<{ id: string }>('select id from "user" order by id')).map(({ id }) => id)).toEqual(['aba', 'gone']);
  expect(await client.query('select key from rate_limits order by key')).toEqual(
    ['a_a', 'avatar:a_a2', 'avatar:aba'].map((key) => ({ key })),
  );
  expect(await client.query('select value from verification')).toEqual([{ value: 'aba' }]);
  expect(await client.query('select blob_key from blob_garbage')).toEqual([{ blob_key: 'avatars/a_a.webp' }]);
  expect([...files.keys()]).toHaveLength(1);
  await client.query('delete from verification');
  const again = contextOf();
  await createDeleteAccounts(services).run({}, again.context);
  expect(again.logged).toEqual([]);
});

test('ACC-12 every account that a backup brought back is found, among thousands, and a damaged record names nobody', async () => {
  const { services, files } = graves();
  expect(await readTombstones(services)).toBeNull();
  await client.query(
    `insert into "user" (id, name, email) select to_char(n, 'FM0000'), 'n', n || '@example.org' from generate_series(1, 2001) n`,
  );
  for (const id of ['0001', '1500', '2001', 'nobody']) await bury(services, id);
  files.set('tombstones/empty', Buffer.alloc(0));
  files.set('tombstones/damaged', Buffer.from('{"id"'));
  files.set('tombstones/odd', Buffer.from('{"id": 1}'));
  expect(JSON.stringify([...files.keys()])).not.toMatch(/0001|1500|nobody/);
  const isBuried = await readTombstones(services);
  expect(['0001', '0002', 'nobody'].map((id) => isBuried?.(id))).toEqual([true, false, true]);
  const { context, logged } = contextOf();
  await createDeleteAccounts(services).run({}, context);
  expect(logged).toEqual([['info', { deleted: 3 }, 'accounts deleted']]);
  expect(await client.query(`select id from "user" where id in ('0001', '1500', '2001')`)).toEqual([]);
  expect(await client.db.$count(user)).toBe(1998);
  const left = AbortSignal.abort(new Error('stopped'));
  await expect(createDeleteAccounts(services).run({}, contextOf(left).context)).rejects.toBe(left.reason);
});

test('ACC-12 an account is deleted with all its contents and uploads, also those that are added meanwhile, and nobody else’s', async () => {
  const { services } = graves();
  for (const id of ['ada', 'bob']) await addUser(id);
  const fill = (userId: string, from: number, to: number) =>
    client.query(
      `with made as (
         insert into sources (key) select 'k' || n from generate_series($2::int, $3::int) n on conflict (key) do update set key = excluded.key returning id)
       insert into contents (user_id, source_id, content_type, title, note_language) select $1, id, 'online', 't', 'en' from made`,
      [userId, from, to],
    );
  await fill('ada', 1, 101);
  await fill('bob', 101, 101);
  for (const [id, userId] of Object.entries({ u1: 'ada', u2: 'bob' }))
    await client.query(`insert into uploads (id, user_id, name, size_bytes) values ($1, $2, 'a', 1)`, [id, userId]);
  const told: unknown[] = [];
  let isLate = true;
  const tasks = {
    /** Before the row of the account is deleted, a request that was still running adds to it. */
    cancelAll: async (_tx: unknown, of: { contentId?: string }) => {
      if (
        of.contentId !== undefined ||
        !isLate ||
        (await client.query(`select 1 from contents where user_id = 'ada'`)).length > 0
      )
        return;
      isLate = false;
      await fill('ada', 200, 200);
    },
    lock: async () => [],
    remove: async () => undefined,
  };
  const events = { publish: async (_tx: unknown, event: unknown) => void told.push(event) };
  const whole = { ...services, tasks, events } as unknown as Services;
  const left = async () => [
    await client.query(
      'select user_id, key from contents c join sources s on s.id = source_id where user_id is not null order by 2',
    ),
    await client.query('select key from sources order by key'),
    await client.query('select id from uploads'),
  ];
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(deleteAccount(whole, 'ada', stopped)).rejects.toBe(stopped.reason);
  expect((await left())[0]).toHaveLength(102);
  await deleteAccount(whole, 'ada', new AbortController().signal);
  expect(isLate).toBe(false);
  expect(await left()).toEqual([[{ user_id: 'bob', key: 'k101' }], [{ key: 'k101' }], [{ id: 'u2' }]]);
  expect([told.length, told[0]]).toEqual([102, { type: 'user_work', userId: 'ada' }]);
  expect(await client.query('select id from "user"')).toEqual([{ id: 'bob' }]);
  await deleteAccount(whole, 'ada', new AbortController().signal);
});

test('ACC-12 a deletion ends when the account is deleted from elsewhere meanwhile', async () => {
  const { services } = graves();
  for (const id of ['ada', 'bob']) await addUser(id);
  let looks = 0;
  const cancelAll = async () => {
    if (++looks > 4) throw new Error('looks for the account again and again');
    await client.query(`delete from "user" where id = 'ada'`);
  };
  const whole = { ...services, tasks: { cancelAll } } as unknown as Services;
  await deleteAccount(whole, 'ada', new AbortController().signal);
  expect(await client.query('select id from "user"')).toEqual([{ id: 'bob' }]);
});

test('ACC-12 a deletion is due after the grace of the server, once, and says when', async () => {
  const enqueued: unknown[] = [];
  const jobs = { enqueue: async (_tx: unknown, ...all: unknown[]) => void enqueued.push(all) };
  const services = { ...graves().services, jobs } as unknown as Services;
  for (const id of ['ada', 'bob']) await addUser(id);
  expect(await readDeletion(services, 'ada')).toEqual({ deleteAt: null, leftMs: null, graceHours: 2 });
  const asked = await requestDeletion(services, 'ada');
  const [row] = await client.db.select().from(user).where(eq(user.id, 'ada'));
  const due = row?.deleteAt ?? new Date(0);
  expect(Math.abs(due.getTime() - Date.now() - 2 * 60 * minute)).toBeLessThan(minute);
  expect(asked).toEqual({ deleteAt: due.toISOString(), leftMs: expect.any(Number), graceHours: 2 });
  expect(Math.abs((asked.leftMs ?? 0) - (due.getTime() - Date.now()))).toBeLessThan(minute);
  expect(enqueued).toEqual([[deleteAccountsJob, {}, { startAfter: due }]]);
  expect(await requestDeletion(services, 'ada')).toMatchObject({ deleteAt: due.toISOString() });
  expect(await readDeletion(services, 'ada')).toMatchObject({ deleteAt: due.toISOString(), graceHours: 2 });
  expect(await readDeletion(services, 'bob')).toMatchObject({ deleteAt: null });
  expect(await requestDeletion(services, 'nobody').catch(codeOf)).toBe('not_found');
});

test('ACC-09 a name, choices and a picture are of one account, and the former picture is discarded', async () => {
  for (const id of ['ada', 'bob']) await addUser(id, { updatedAt: new Date(0), avatarBlob: `avatars/${id}.webp` });
  const rows = async () => {
    const all = await client.db.select().from(user).orderBy(user.id);
    return all.map(({ name, language, theme, updatedAt }) => [name, language, theme, updatedAt.getTime() > 0]);
  };
  const bob = ['bob', null, null, false];
  await savePreferences(client.db, 'ada', {});
  expect(await rows()).toEqual([['ada', null, null, false], bob]);
  await savePreferences(client.db, 'ada', { language: 'zh' });
  await savePreferences(client.db, 'ada', { theme: 'dark' });
  expect(await rows()).toEqual([['ada', 'zh', 'dark', true], bob]);
  await renameUser(client.db, 'ada', 'Ada L.');
  expect(await rows()).toEqual([['Ada L.', 'zh', 'dark', true], bob]);
  const named = (name: string, isOwner = false) => hasGivenName({ name, email: 'ada.l@example.org', isOwner });
  expect([named('ada.l'), named('Ada'), named('Owner'), named('Owner', true), named('ada.l', true)]).toEqual([
    ...[true, false, false, true, false],
  ]);

  await client.query('delete from blob_garbage');
  const put: string[] = [];
  const painting = {
    ...servicesWith(),
    blobs: { put: async (key: string, bytes: Buffer) => void put.push(`${key} ${bytes.toString()}`) },
    paintAvatar: async (bytes: Uint8Array) => Buffer.from(`painted ${Buffer.from(bytes).toString()}`),
  } as unknown as Services;
  await saveAvatar(painting, { userId: 'ada', bytes: Buffer.from('raw'), signal: new AbortController().signal });
  const [{ avatarBlob: key } = { avatarBlob: null }] = await client.db.select().from(user).where(eq(user.id, 'ada'));
  expect([key, put]).toEqual([expect.stringMatching(/^avatars\/[\w-]{36}\.webp$/), [`${key} painted raw`]]);
  const garbage = await client.query<{ key: string; minutes: number }>(
    `select blob_key as key, round(extract(epoch from created_at - now()) / 60)::int as minutes from blob_garbage order by id`,
  );
  // The new one is kept for an hour without an account that shows it; the former one goes at once.
  expect(garbage).toEqual([
    { key, minutes: 60 },
    { key: 'avatars/ada.webp', minutes: 0 },
  ]);
  const replace = (userId: string, next: string | null) => client.db.transaction((tx) => replaceAvatar(tx, userId, next));
  expect([await replace('nobody', 'avatars/x.webp'), await replace('ada', null), await replace('ada', null)]).toEqual([
    ...['avatars/x.webp', key, null],
  ]);
  expect(await client.query('select avatar_blob from "user" order by id')).toEqual([
    { avatar_blob: null },
    { avatar_blob: 'avatars/bob.webp' },
  ]);
  for (let n = 0; n < 20; n++) await takeAvatarTry(servicesWith(), 'ada');
  await expect(takeAvatarTry(servicesWith(), 'ada')).rejects.toMatchObject({
    code: 'too_many_attempts',
    params: { minutes: 60 },
    retry: { afterMs: expect.any(Number) },
  });
  await takeAvatarTry(servicesWith(), 'bob');
});

test('ACC-09 a picture is shown once it is stored and the former one is noted to be deleted, or stays as it was', async () => {
  for (const id of ['ada', 'bob']) await addUser(id, { avatarBlob: `avatars/${id}.webp` });
  await client.query('delete from blob_garbage');
  let put = async (_key: string): Promise<void> => undefined;
  const services = {
    ...servicesWith(),
    ...{ blobs: { put: (key: string) => put(key) }, paintAvatar: async (bytes: Uint8Array) => bytes },
  } as unknown as Services;
  const { signal } = new AbortController();
  const save = () => saveAvatar(services, { userId: 'ada', bytes: new Uint8Array(1), signal });
  const avatars = async () =>
    (await client.query<{ avatar_blob: string | null }>('select avatar_blob from "user" order by id')).map(
      (row) => row.avatar_blob,
    );
  const garbage = async () => (await client.query<{ blob_key: string }>('select * from blob_garbage')).map((row) => row.blob_key);
  const before = ['avatars/ada.webp', 'avatars/bob.webp'];

  put = () => Promise.reject(new AppError('storage_failed'));
  expect(await save().catch(codeOf)).toBe('storage_failed');
  expect([await avatars(), (await garbage()).length]).toEqual([before, 1]);
  await client.query('delete from blob_garbage');
  let puts = 0;
  put = async (key) => {
    puts++;
    // Noted by then, in case that this process ends here.
    expect([await garbage(), await avatars()]).toEqual([[key], before]);
  };
  await whileRefused(client, 'update on "user"', () => expect(save()).rejects.toThrow());
  expect([await avatars(), puts]).toEqual([before, 1]);
  await client.query('delete from blob_garbage');
  expect(await waitsToWrite(client, 'blob_garbage', save)).toBe(true);
  const [shown] = await avatars();
  expect([puts, await garbage()]).toEqual([2, [shown, 'avatars/ada.webp']]);
  await whileRefused(client, 'insert on blob_garbage', () => expect(removeAvatar(services, 'ada')).rejects.toThrow());
  expect(await avatars()).toEqual([shown, 'avatars/bob.webp']);
  await removeAvatar(services, 'ada');
  await removeAvatar(services, 'ada');
  expect([await avatars(), await garbage()]).toEqual([
    [null, 'avatars/bob.webp'],
    [shown, 'avatars/ada.webp', shown],
  ]);
});

test('ACC-01 an invitation is listed as it is, over or not, and open as long as it lets somebody in', async () => {
  await addUser('first');
  const values = { email: null, note: 'friends', mostUses: 1, days: 7, createdBy: 'first' };
  const { code } = await createInvitation(client.db, values);
  const over = await createInvitation(client.db, { ...values, note: 'over', email: 'ada@example.org', days: -1 });
  await client.query(`update invitations set created_at = '2026-01-01' where note = 'over'`);
  const [open, ended] = await listInvitations(client.db);
  expect(open).toMatchObject({ note: 'friends', email: null, mostUses: 1, uses: 0, isOver: false });
  expect(Math.round((Date.parse(open?.expiresAt ?? '') - Date.now()) / dayMs)).toBe(7);
  expect(ended).toEqual({
    ...{ id: expect.any(String), note: 'over', email: 'ada@example.org', mostUses: 1, uses: 0, isOver: true },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', expiresAt: expect.any(String) },
  });
  const isOpen = (one: string) => requireOpenInvitation(client.db, one).then(() => true, codeOf);
  expect([await isOpen(code), await isOpen(over.code), await isOpen(randomUUID())]).toEqual([
    ...[true, 'invitation_invalid', 'invitation_invalid'],
  ]);
  await client.query(`update invitations set uses = 1 where note = 'friends'`);
  expect(await isOpen(code)).toBe('invitation_invalid');
  await client.query(
    `insert into invitations (code_hash, note, most_uses, created_by, expires_at) select n::text, n::text, 1, 'first', now() from generate_series(1, 200) n`,
  );
  await client.query('delete from invitations');
  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  await client.query(
    `insert into invitations (id, code_hash, created_at, expires_at)
     select id::uuid, n::text, timestamptz '2026-01-01' + case n when 7 then interval '1 day' else interval '0' end, '2026-01-02'
     from (select '00000000-0000-4000-8000-' || lpad(i::text, 12, '0') as id, i as n from generate_series(1, 201) i) made`,
  );
  const newest = [7, ...Array.from({ length: 201 }, (_, n) => 201 - n).filter((n) => n !== 7)];
  expect((await listInvitations(client.db)).map(({ id }) => id)).toEqual(newest.slice(0, 200).map(idOf));
  // It is over at its end, not after it.
  const isOverAt = async (at: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) });
    try {
      return (await listInvitations(client.db))[0]?.isOver;
    } finally {
      vi.useRealTimers();
    }
  };
  expect([await isOverAt('2026-01-01T23:59:59.999Z'), await isOverAt('2026-01-02T00:00:00.000Z')]).toEqual([false, true]);
});
