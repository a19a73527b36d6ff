/** Weekly digests and their mails, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { digestSettings, digests } from '#db/schema/digests.ts';
import { createMailDigest } from '#features/channels/server/digest/mail-digest.handler.ts';
import { readDigest, readLastDigests, readOneDigest } from '#features/channels/server/digest/read-digest.ts';
import {
  endMails,
  hasEndToken,
  mailReader,
  readDigestSettings,
  renewFeed,
  requireFeed,
  saveMail,
} from '#features/channels/server/digest/settings.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { addDays, weekAt, weekOfDay } from '#lib/weeks.ts';
import { addGuest, addUser, client, codeOf, keepAccountRows } from './account-rows.ts';
import { addContent, addSource, byText } from './content-records.ts';

keepAccountRows();

let services: Services;
const signal = new AbortController().signal;
beforeEach(async () => {
  for (const name of ['channels', 'explore_scores']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob']) await addUser(id, { emailVerified: true });
  services = {
    db: client.db,
    jobs: { enqueue: async () => undefined },
    events: { publish: async () => undefined },
    settings: { model: { timeZone: 'UTC' }, mailsAreSent: true, baseUrl: 'https://gleaner.example' },
    compute: async (_name: string, given: unknown) => (given as string[]).map((note) => [{ text: note }]),
  } as unknown as Services;
});

describe('digests', () => {
  const current = weekAt(new Date(), 'UTC');
  const back = (weeks: number) => addDays(current.week, -7 * weeks);
  const itemOf = (title: string, values: object = {}) => ({
    ...{ id: randomUUID(), channelTitle: 'Blog', kind: 'feed' as const, url: `https://x.example/${title}`, title },
    ...{ sourceKey: `url:https://x.example/${title}`, durationMs: null, publishedAt: null, ...values },
  });
  const addDigest = (userId: string, week: string, items: ReturnType<typeof itemOf>[], leftOut = 0) =>
    client.db.insert(digests).values({ userId, week, items, leftOut });

  test('EXP-01 lead from week to week, and begin at the latest with entries', async () => {
    const read = (day?: string, userId: string | null = 'ada') => readDigest(services, userId, day, signal);
    const nobody = { entries: [], left_out: 0, previous: null, next: null };
    const ofWeek = (week: string) => ({ week, last_day: addDays(week, 6), is_over: week !== current.week });
    expect(await read(undefined, null)).toEqual({ ...ofWeek(current.week), ...nobody });
    expect(await read(addDays(back(2), 3), null)).toEqual({ ...ofWeek(back(2)), ...nobody });
    expect(await read()).toEqual({ ...ofWeek(current.week), ...nobody });
    await addDigest('ada', back(1), []);
    await addDigest('ada', back(2), [itemOf('two')], 3);
    await addDigest('ada', back(4), [itemOf('four')]);
    await addDigest('bob', back(1), [itemOf('theirs')]);
    const facts = async (day?: string) => {
      const { week, previous, next, left_out, entries } = await read(day);
      return [week, previous, next, left_out, entries.map(({ title }) => title)];
    };
    expect(await facts()).toEqual([back(2), back(4), back(1), 3, ['two']]);
    expect(await facts(back(4))).toEqual([back(4), null, back(2), 0, ['four']]);
    expect(await facts(addDays(back(4), 6))).toEqual([back(4), null, back(2), 0, ['four']]);
    expect(await facts(current.week)).toEqual([current.week, back(1), null, 0, []]);
    expect(await facts(back(3))).toEqual([back(3), back(4), back(2), 0, []]);
    await addDigest('ada', current.week, []);
    expect(await facts(current.week)).toEqual([current.week, back(1), null, 0, []]);
    const last = await readLastDigests(services, 'ada', 2, signal);
    expect(last.map(({ week, last_day, left_out, entries }) => [week, last_day, left_out, entries[0]?.title])).toEqual([
      [back(2), addDays(back(2), 6), 3, 'two'],
      [back(4), addDays(back(4), 6), 0, 'four'],
    ]);
    expect((await readLastDigests(services, 'ada', 1, signal)).map(({ week }) => week)).toEqual([back(2)]);
    expect((await readOneDigest(services, 'ada', back(2), signal))?.entries).toHaveLength(1);
    expect([
      await readOneDigest(services, 'ada', back(3), signal),
      await readOneDigest(services, 'bob', back(2), signal),
    ]).toEqual([null, null]);
  });

  test('EXP-01 tell what the reader has of each entry, with lines of the notes', async () => {
    const [noted, read, theirs] = [
      await addSource({ key: 'url:https://x.example/noted' }),
      await addSource({ key: 'url:https://x.example/read' }),
      await addSource({ key: 'url:https://x.example/theirs' }),
    ];
    const mine = await addContent('ada', noted.id, { note: `N${'o'.repeat(50_000)}`, durationMs: 61_500, noteExcerpt: '' });
    const without = await addContent('ada', read.id, { status: 'processing' });
    await addContent('bob', theirs.id, { note: 'Theirs', noteExcerpt: '' });
    await addContent('bob', noted.id, { note: 'Theirs', noteExcerpt: '' });
    const items = [
      itemOf('noted', { durationMs: 1000, publishedAt: '2026-01-01T00:00:00.000Z', kind: 'video' }),
      itemOf('read', { durationMs: 90_500 }),
      itemOf('theirs'),
    ];
    await addDigest('ada', back(1), items);
    const { entries } = await readDigest(services, 'ada', back(1), signal);
    expect(entries[0]).toEqual({
      ...{ id: items[0]?.id, channel_title: 'Blog', kind: 'video', url: 'https://x.example/noted', title: 'noted' },
      ...{ duration_seconds: 61.5, published_at: '2026-01-01T00:00:00.000Z', lines: [{ text: `N${'o'.repeat(39_999)}` }] },
      existing: { contentId: mine.id, status: 'completed' },
    });
    expect(entries.slice(1).map(({ duration_seconds, existing, lines }) => [duration_seconds, existing, lines])).toEqual([
      [90.5, { contentId: without.id, status: 'processing' }, []],
      [null, null, []],
    ]);
    // Without lines it is a digest still.
    const failing = (code: 'text_too_complex' | 'internal') => {
      const compute = async () => Promise.reject(new AppError(code));
      return readDigest({ ...services, compute }, 'ada', back(1), signal);
    };
    expect((await failing('text_too_complex')).entries.map(({ lines }) => lines)).toEqual([[], [], []]);
    expect(await failing('internal').catch(codeOf)).toBe('internal');
  });

  test('EXP-01 are sent to verified addresses of people who asked, and end for one of them', async () => {
    await addGuest('guest');
    await addUser('own', { isOwner: true, emailVerified: true });
    await addUser('new', { emailVerified: false });
    await client.query(`update "user" set email_verified = true where id = 'guest'`);
    const nothing = { feed_path: null, mail: false, mail_to: null, mails_are_sent: true };
    for (const id of ['guest', 'own', 'new']) {
      expect(await readDigestSettings(services, id)).toEqual(nothing);
      expect(await saveMail(services, id, { mail: true, language: 'en' }).catch(codeOf)).toBe('sign_in_needed');
      expect(await saveMail(services, id, { mail: false, language: 'en' })).toEqual(nothing);
    }
    const mine = { ...nothing, mail_to: 'ada@example.org' };
    expect(await readDigestSettings(services, 'ada')).toEqual(mine);
    const silent = { db: client.db, settings: { ...services.settings, mailsAreSent: false } };
    expect(await readDigestSettings(silent, 'ada')).toEqual({ ...nothing, mails_are_sent: false });
    expect(await mailReader(client.db, 'ada')).toBeNull();
    expect(await saveMail(services, 'ada', { mail: true, language: 'zh' })).toEqual({ ...mine, mail: true });
    const reader = await mailReader(client.db, 'ada');
    expect(reader).toEqual({ email: 'ada@example.org', language: 'zh', endToken: expect.stringMatching(/^[\w-]{43}$/) });
    const token = reader?.endToken ?? '';
    await saveMail(services, 'bob', { mail: true, language: 'en' });
    expect([await hasEndToken(client.db, token), await hasEndToken(client.db, 'wrong')]).toEqual([true, false]);
    expect([await endMails(client.db, 'wrong'), await endMails(client.db, token)]).toEqual([false, true]);
    expect([await mailReader(client.db, 'ada'), (await mailReader(client.db, 'bob'))?.language]).toEqual([null, 'en']);
    // Asked for again, older mails still end them.
    await saveMail(services, 'ada', { mail: true, language: 'en' });
    expect(await mailReader(client.db, 'ada')).toEqual({ email: 'ada@example.org', language: 'en', endToken: token });
    await client.query(`update "user" set email_verified = false where id = 'ada'`);
    expect(await mailReader(client.db, 'ada')).toBeNull();
  });

  test('EXP-01 have a feed whose address is its reader’s until it is renewed', async () => {
    const tokenIn = (path: string | null) => path?.split('token=')[1] ?? '';
    await saveMail(services, 'ada', { mail: true, language: 'zh' });
    const first = tokenIn((await renewFeed(services, 'ada', 'zh')).feed_path);
    const others = tokenIn((await renewFeed(services, 'bob', 'en')).feed_path);
    expect(await requireFeed(client.db, first)).toEqual({ userId: 'ada', language: 'zh' });
    const second = tokenIn((await renewFeed(services, 'ada', 'en')).feed_path);
    expect(await requireFeed(client.db, first).catch(codeOf)).toBe('not_found');
    expect(await requireFeed(client.db, second)).toEqual({ userId: 'ada', language: 'en' });
    expect(await requireFeed(client.db, others)).toEqual({ userId: 'bob', language: 'en' });
    expect(await requireFeed(client.db, '').catch(codeOf)).toBe('not_found');
    expect((await readDigestSettings(services, 'ada')).mail).toBe(true);
  });

  test('EXP-01 are mailed once, and again only where the mail was surely not sent', async () => {
    const sent: { to: string; subject: string; messageId?: string }[] = [];
    let failure: unknown = null;
    const warned: unknown[] = [];
    const mailer = {
      send: async (mail: (typeof sent)[number]) => {
        if (failure !== null) throw failure;
        sent.push(mail);
      },
    };
    const week = weekOfDay(back(1), 'UTC').week;
    const context = { signal, logger: { warn: (...said: unknown[]) => void warned.push(said) } } as never;
    const mail = (userId = 'ada', more = {}) =>
      createMailDigest({ ...services, mailer, ...more } as unknown as Services).run({ userId, week }, context);
    const begunOf = async (userId: string) => {
      const rows = await client.db.select().from(digests).where(eq(digests.userId, userId));
      return rows.map(({ week: at, mailBegunAt }) => [at, mailBegunAt !== null]).sort(byText);
    };
    for (const id of ['ada', 'bob']) {
      await addDigest(id, week, [itemOf('one')]);
      await addDigest(id, back(2), [itemOf('two')]);
    }
    await mail();
    expect([sent, await begunOf('ada')]).toEqual([
      [],
      [
        [back(2), false],
        [week, false],
      ],
    ]);
    for (const id of ['ada', 'bob']) await saveMail(services, id, { mail: true, language: 'en' });
    await mail('ada', { settings: { ...services.settings, mailsAreSent: false } });
    failure = new AppError('mail_failed', { cause: Object.assign(new Error('no'), { responseCode: 451 }) });
    expect(await mail().catch(codeOf)).toBe('mail_failed');
    expect((await begunOf('ada')).map(([, begun]) => begun)).toEqual([false, false]);
    failure = null;
    await mail();
    await mail();
    expect(sent.map(({ to, messageId }) => [to, messageId?.replace(/-[\da-f]{16}@/, '-…@')])).toEqual([
      ['ada@example.org', `<digest-${week}-…@gleaner.example>`],
    ]);
    expect([await begunOf('ada'), await begunOf('bob')]).toEqual([
      [
        [back(2), false],
        [week, true],
      ],
      [
        [back(2), false],
        [week, false],
      ],
    ]);
    failure = new AppError('mail_failed', { cause: new Error('cut off') });
    await mail('bob');
    failure = null;
    await mail('bob');
    expect([sent.length, warned.length, (await begunOf('bob'))[1]]).toEqual([1, 1, [week, true]]);
    await client.db.update(digests).set({ items: [], mailBegunAt: null });
    await mail();
    expect([sent.length, (await begunOf('ada'))[1]]).toEqual([1, [week, false]]);
    expect(await client.db.$count(digestSettings)).toBe(2);
  });
});
