/** The limits of models, guests and the day's budget: at the limit, beside others' rows, and for two at once. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Db, Tx } from '#db/client.ts';
import { contents, runs, sources } from '#db/schema/content.ts';
import { modelReservations } from '#db/schema/model-reservations.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import { tasks } from '#db/schema/tasks.ts';
import { correctBalance, endSessions } from '#features/admin/server/actions.ts';
import { takeModelTurn } from '#features/usage/server/model-question-limits.ts';
import { forgetExpiredReservations, reserveFromBudget } from '#features/usage/server/server-budget.ts';
import { takeSubmission } from '#features/usage/server/submission-limits.ts';
import type { Services } from '#infra/services.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { addGuest, addUser, client, codeOf, inTx, keepAccountRows, servicesWith } from './account-rows.ts';

keepAccountRows();

let services: Services;
beforeEach(async () => {
  for (const name of ['tasks', 'model_uses', 'model_reservations', 'admin_actions']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob']) await addUser(id);
  services = {
    ...{ ...servicesWith(), sentKey: null, llm: { id: 'house-model' } },
    settings: {
      time: null,
      limits: { submissionsPerHour: null, addressSubmissionsPerHour: null, guestNotesAtOnce: 2 },
      model: { dailyLimitUsd: 10, answersAtOnce: 2, questionsPerHour: 3 },
    },
  } as unknown as Services;
});

const addUse = (values: Partial<typeof modelUses.$inferInsert> = {}, db: Pick<Db, 'insert'> = client.db) =>
  db.insert(modelUses).values({ job: randomUUID(), kind: 'chat', userId: 'ada', model: 'm', ownKey: false, ...values });
const addTask = (values: Partial<typeof tasks.$inferInsert> = {}, db: Pick<Db, 'insert'> = client.db) =>
  db.insert(tasks).values({ kind: 'chat', key: randomUUID(), userId: 'ada', payload: {}, ...values });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function addWaiting(userId: string, isWaiting: boolean, db: Pick<Db, 'insert'> = client.db): Promise<void> {
  const url = `https://a.example/${randomUUID()}`;
  const [source] = await db.insert(sources).values({ key: url, url }).returning({ id: sources.id });
  const sourceId = source?.id ?? '';
  const runId = isWaiting ? randomUUID() : null;
  if (runId !== null) {
    await addTask({ id: runId, kind: 'note', userId: null }, db);
    await db.insert(runs).values({ id: runId, sourceId, key: runId, noteLanguage: 'en' });
  }
  const needed = { userId, sourceId, title: 'A', contentType: 'online', noteLanguage: 'en' } as const;
  await db.insert(contents).values({ ...needed, activeRunId: runId });
}

const turn = (tx: Tx, userId = 'ada') => {
  const taskId = randomUUID();
  return takeModelTurn(services, tx, { job: `chat:${taskId}`, kind: 'chat', userId, taskId, ownKey: null });
};
const submit = (tx: Tx, userId: string) => takeSubmission(services, tx, { userId, clientAddress: '10.0.0.1' } as never);
const reserve = (costUsd: number, db: unknown = client.db) =>
  // The aborted signal makes a call that would wait fail at once.
  reserveFromBudget({ ...services, db } as Services, { job: 'j', costUsd, signal: AbortSignal.abort() });

test('SUM-08 questions of an hour are counted for one user, without notes and calls by an own key', async () => {
  await addUse({ createdAt: minutesAgo(50) });
  await addUse({ createdAt: minutesAgo(20) });
  await addUse({ createdAt: minutesAgo(61) });
  await addUse({ kind: 'note' });
  await addUse({ ownKey: true });
  await addUse({ userId: 'bob' });
  await inTx(turn);
  const error = await inTx(turn).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'too_many_questions', params: { most: 3, minutes: 10 } });
  const { retry } = error as { retry: { afterMs: number } };
  expect(Math.ceil(retry.afterMs / 60_000)).toBe(10);
  await inTx((tx) => turn(tx, 'bob'));
});

test('SUM-08 answers under way are counted for one user, without notes and what is over', async () => {
  await addTask();
  await addTask({ kind: 'note' });
  await addTask({ state: 'completed' });
  await addTask({ userId: 'bob' });
  await inTx(turn);
  await addTask({ state: 'running' });
  await expect(inTx(turn)).rejects.toMatchObject({ code: 'too_many_answers', params: { most: 2 } });
  await inTx((tx) => turn(tx, 'bob'));
});

test('SUM-08 of two questions at once one takes the last place', async () => {
  await addTask();
  const first = async (tx: Tx) => {
    await turn(tx);
    await addTask({}, tx);
  };
  expect(await meanwhile(client, first, () => inTx(turn).catch(codeOf))).toBe('too_many_answers');
});

test('SUM-08 notes under way are counted for one guest, and of two at once one takes the last place', async () => {
  for (const id of ['guest', 'other']) await addGuest(id);
  for (const [id, isWaiting] of [
    ['guest', true],
    ['guest', false],
    ['other', true],
    ['other', true],
    ['ada', true],
    ['ada', true],
  ] as const)
    await addWaiting(id, isWaiting);
  await inTx((tx) => submit(tx, 'ada'));
  await expect(inTx((tx) => submit(tx, 'other'))).rejects.toMatchObject({ code: 'too_many_guest_notes', params: { most: 2 } });
  const first = async (tx: Tx) => {
    await submit(tx, 'guest');
    await addWaiting('guest', true, tx);
  };
  expect(await meanwhile(client, first, () => inTx((tx) => submit(tx, 'guest')).catch(codeOf))).toBe('too_many_guest_notes');
});

test('SUM-08 the budget of a day can be reserved to its end, without what others pay, earlier days and dead reservations', async () => {
  await addUse({ costUsd: 4, updatedAt: sql`date_trunc('day', now(), 'UTC')` as never });
  await addUse({ costUsd: 90, ownKey: true });
  await addUse({ costUsd: 90, fromBalance: true });
  await addUse({ costUsd: 90, updatedAt: minutesAgo(25 * 60) });
  await client.db.insert(modelReservations).values([
    { job: 'dead', costUsd: 90, expiresAt: minutesAgo(1) },
    { job: 'alive', costUsd: 1, expiresAt: minutesAgo(-1) },
  ]);
  expect(await reserve(6.5).catch(codeOf)).toBe('server_cost_limit');
  expect(await reserve(5.5).catch(codeOf)).toBe('cancelled');
  expect(await reserve(6).catch(codeOf)).toBe('cancelled');
  const release = await reserve(5);
  const jobs = async () =>
    (await client.query<{ job: string }>('select job from model_reservations order by job')).map((row) => row.job);
  const [lasts] = await client.query<{ minutes: number }>(
    `select round(extract(epoch from expires_at - now()) / 60)::int minutes from model_reservations where job = 'j'`,
  );
  expect([await jobs(), lasts?.minutes]).toEqual([['alive', 'dead', 'j'], 30]);
  await release();
  expect(await jobs()).toEqual(['alive', 'dead']);
  await forgetExpiredReservations(client.db);
  expect(await jobs()).toEqual(['alive']);
});

test('SUM-08 of two reservations at once one takes the last of the budget', async () => {
  const first = async (tx: Tx) => {
    await reserve(4, tx);
    await addUse({ costUsd: 6 }, tx);
  };
  expect(await meanwhile(client, first, () => reserve(5).catch(codeOf))).toBe('server_cost_limit');
});

test('ACC-01 a change to an account that is deleted meanwhile finds no account', async () => {
  const about = (userId: string) => ({ adminId: 'ada', userId, reason: 'r' });
  const remove = (tx: Tx) => tx.execute(sql`delete from "user" where id = 'bob'`);
  expect(await meanwhile(client, remove, () => endSessions(services, about('bob')).catch(codeOf))).toBe('not_found');
  await addUser('bob');
  const change = { ...about('bob'), requestId: randomUUID(), kind: 'time', amount: 5 } as const;
  expect(await meanwhile(client, remove, () => correctBalance(services, change).catch(codeOf))).toBe('not_found');
  expect(await client.query('select id from admin_actions')).toEqual([]);
});
