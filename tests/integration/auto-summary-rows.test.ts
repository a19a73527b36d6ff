/** Entries that are summarised by themselves, as stored, statement by statement, among other contents and users. */
import { beforeEach, describe, expect, test } from 'vitest';
import { automaticSummaries, channelSettings, subscriptions } from '#db/schema/channels.ts';
import { findDue } from '#features/channels/server/automatic/begin-summaries.ts';
import {
  readSettings,
  saveSettings,
  setAutomatic,
  usedSeconds,
  waitsForLength,
} from '#features/channels/server/automatic/settings.ts';
import { unfollow } from '#features/channels/server/subscriptions.ts';
import { addUser, client, codeOf, hoursAgo, keepAccountRows } from './account-rows.ts';
import { addChannel, addEntry, followed, subscriptionOf } from './channel-records.ts';
import { addContent, addExtraction, addRun, addSource, byText } from './content-records.ts';

keepAccountRows();
beforeEach(async () => {
  for (const name of ['channels', 'explore_scores']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob']) await addUser(id, { emailVerified: true });
});

describe('automatic summaries', () => {
  test('EXP-01 are turned on and off for one channel of one user, and keep their beginning', async () => {
    const [one, two] = [await addChannel('one'), await addChannel('two')];
    const at = new Date('2026-01-02T03:04:05Z');
    for (const [user, id] of [
      ['ada', one.id],
      ['ada', two.id],
      ['bob', one.id],
    ] as const)
      await followed(user, id, { automaticSince: id === two.id ? at : null });
    const set = (channelId: string, automatic: boolean, more = {}) =>
      setAutomatic(client.db, 'ada', { channelId, automatic, noteLanguage: 'en', ...more });
    const on = await set(one.id, true, { detail: 'brief' });
    expect([on.noteLanguage, on.detail, on.automaticSince instanceof Date]).toEqual(['en', 'brief', true]);
    expect(await set(two.id, true)).toMatchObject({ automaticSince: at, detail: 'standard' });
    expect(await set(two.id, false)).toMatchObject({ automaticSince: null });
    expect(await subscriptionOf('bob', one.id)).toMatchObject({ automaticSince: null, noteLanguage: 'zh' });
    await unfollow(client.db, 'ada', two.id);
    expect(await set(two.id, true).catch(codeOf)).toBe('not_found');
  });

  test('EXP-01 use the minutes of this month, by the length that is known', async () => {
    const [known, guessed, refused, before] = [await addSource(), await addSource(), await addSource(), await addSource()];
    const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1));
    const problem = { code: 'storage_quota', params: { most: 1 } };
    const later = new Date(month.getTime() + 1);
    const begun = (userId: string, { key }: { key: string }, values: Partial<typeof automaticSummaries.$inferInsert> = {}) =>
      client.db.insert(automaticSummaries).values({ userId, sourceKey: key, seconds: 100, createdAt: month, ...values });
    expect(await readSettings(client.db, 'ada')).toEqual({ monthly_minutes: 300, used_minutes: 0, problem: null });
    await begun('ada', known);
    await begun('ada', guessed);
    await begun('ada', refused, { problem, createdAt: new Date(month.getTime() - 1) });
    await begun('ada', before, { createdAt: new Date(month.getTime() - 1) });
    await begun('bob', refused, { problem });
    await addContent('ada', known.id, { durationMs: 30_000 });
    await addContent('bob', guessed.id, { durationMs: 1_000_000 });
    expect(await usedSeconds(client.db, 'ada')).toBe(130);
    expect(await readSettings(client.db, 'ada')).toEqual({ monthly_minutes: 300, used_minutes: 3, problem: null });
    await client.query(`update automatic_summaries set created_at = $1 where user_id = 'ada' and problem is not null`, [month]);
    expect(await usedSeconds(client.db, 'ada')).toBe(130);
    await client.db.insert(channelSettings).values({ userId: 'bob', monthlyMinutes: 9 });
    await begun('ada', { key: 'latest' }, { problem: { code: 'automatic_limit', params: { most: 2 } }, createdAt: later });
    expect(await readSettings(client.db, 'ada')).toEqual({
      ...{ monthly_minutes: 300, used_minutes: 3 },
      problem: { code: 'automatic_limit', params: { most: 2 } },
    });
    expect(await saveSettings(client.db, 'ada', { monthlyMinutes: 8 })).toEqual({
      ...{ monthly_minutes: 8, used_minutes: 3, problem: null },
    });
    expect(await saveSettings(client.db, 'ada', { monthlyMinutes: 9 })).toMatchObject({ monthly_minutes: 9 });
    const left = await client.db.select().from(automaticSummaries);
    expect(left.map(({ userId, problem }) => [userId, problem !== null]).sort(byText)).toEqual([
      ['ada', false],
      ['ada', false],
      ['ada', false],
      ['bob', true],
    ]);
  });

  test('EXP-01 of unknown length wait for the one that is being read, of this user and this month', async () => {
    const source = await addSource();
    const runId = await addRun(source.id);
    const begun = { userId: 'ada', sourceKey: source.key, seconds: 1800 };
    await client.db.insert(automaticSummaries).values(begun);
    const waits = () => waitsForLength(client.db, 'ada');
    await addContent('bob', source.id, { activeRunId: runId });
    expect(await waits()).toBe(false);
    const { id } = await addContent('ada', source.id, { activeRunId: runId });
    expect(await waits()).toBe(true);
    expect(await waitsForLength(client.db, 'bob')).toBe(false);
    await client.query(`update contents set extraction_id = $2 where id = $1`, [id, await addExtraction(source.id)]);
    expect(await waits()).toBe(false);
    await client.query(`update contents set extraction_id = null, active_run_id = null where id = $1`, [id]);
    expect(await waits()).toBe(false);
    await client.query(`update contents set active_run_id = $2 where id = $1`, [id, runId]);
    await client.query(`update automatic_summaries set created_at = now() - interval '32 days'`);
    expect(await waits()).toBe(false);
  });

  test('EXP-01 begin with the oldest entry of each user, some at a time, and only with what is new to them', async () => {
    const [many, few, off, ended] = [
      await addChannel('many', { kind: 'podcast' }),
      await addChannel('few'),
      await addChannel('off'),
      await addChannel('ended'),
    ];
    const since = { automaticSince: hoursAgo(24), noteLanguage: 'en', detail: 'brief' } as const;
    await followed('ada', many.id, since);
    await followed('bob', few.id, since);
    await followed('ada', off.id);
    await followed('ada', ended.id, { ...since, endedAt: new Date() });
    for (let n = 0; n < 12; n++) await addEntry(many.id, `m${n}`, { foundAt: hoursAgo(20 - n), durationMs: 61_500 });
    const made = await addSource({ key: 'url:https://x.example/made' });
    await addContent('bob', made.id);
    await client.db.insert(automaticSummaries).values({ userId: 'bob', sourceKey: 'url:https://x.example/done', seconds: 1 });
    await client.db.insert(automaticSummaries).values({ userId: 'ada', sourceKey: 'url:https://x.example/due', seconds: 1 });
    for (const name of ['made', 'done', 'due']) await addEntry(few.id, name, { foundAt: hoursAgo(3) });
    await addEntry(few.id, 'initial', { foundAt: hoursAgo(3), initial: true });
    await addEntry(few.id, 'older', { foundAt: hoursAgo(25) });
    await addEntry(few.id, 'revived', { foundAt: hoursAgo(3), publishedAt: hoursAgo(25) });
    await addEntry(few.id, 'dated', { foundAt: hoursAgo(2), publishedAt: hoursAgo(23) });
    for (const channel of [off, ended]) await addEntry(channel.id, 'other', { foundAt: hoursAgo(3) });
    const due = await findDue(client.db);
    const titles = due.map(({ title }) => title);
    expect([titles.slice(0, 2).sort(), titles.slice(2, 4).sort(), titles.slice(4)]).toEqual([
      ['due', 'm0'],
      ['dated', 'm1'],
      ['m2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9'],
    ]);
    expect(due.find(({ title }) => title === 'm0')).toMatchObject({
      ...{ user_id: 'ada', url: 'https://x.example/m0', source_key: 'url:https://x.example/m0', channel_title: 'many' },
      ...{ channel_url: 'https://many.example/', kind: 'podcast', seconds: 61.5, note_language: 'en', detail: 'brief' },
    });
    await client.db.update(subscriptions).set({ automaticSince: hoursAgo(100) });
    await client.query(`update channel_entries set found_at = now() - interval '47.9 hours' where title = 'm1'`);
    await client.query(`update channel_entries set found_at = now() - interval '48.1 hours' where title = 'm0'`);
    expect((await findDue(client.db)).map(({ title }) => title).filter((title) => /^m\d+$/.test(title))).toEqual([
      ...['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10'],
    ]);
  });
});
