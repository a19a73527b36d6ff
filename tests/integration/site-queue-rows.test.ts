/** Runs that wait for their site, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { extractions } from '#db/schema/content.ts';
import { runWaits, siteRateLimits } from '#db/schema/site-rate-limits.ts';
import { requestGapOf } from '#engine/sites/request-gap.ts';
import {
  blockedUntil,
  blockSite,
  enqueueForSite,
  msUntilTurn,
  prioritise,
  siteAnswered,
} from '#features/summaries/server/site-queue/site-queue.ts';
import { createTidySites } from '#features/summaries/server/site-queue/tidy-sites.handler.ts';
import { pauseSite, requireFreeSite, takeSiteTurn } from '#features/summaries/server/site-queue/turns-of-others.ts';
import {
  fetchNotingRetryAfter,
  msUntilReady,
  throwIfSiteAskedToWait,
  waitForSite,
} from '#features/summaries/server/site-queue/wait-for-site.ts';
import { batchSummaryTask, noteTask } from '#features/summaries/tasks.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { addUser, client, codeOf, hoursAgo, inTx, keepAccountRows } from './account-rows.ts';
import { addExtraction, addRun, addSource, extractedOf, linesOf, taskOf } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';
import { waitOf } from './run-records.ts';

keepAccountRows();

let recorded: Recorded;
let services: Services;
const signal = new AbortController().signal;

beforeEach(async () => {
  for (const name of ['tasks', 'site_pace']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob', 'eve']) await addUser(id);
  recorded = recordedServices([noteTask, batchSummaryTask]);
  services = recorded.services;
});
const siteOf = async (id: string) => (await client.db.select().from(siteRateLimits).where(eq(siteRateLimits.site, id)))[0];

/** Rounded: a busy machine takes a while between two statements. */
const inMinutes = (ms: number) => Math.round(ms / 60_000);
/** The gap between two runs is two minutes, and a multiple of a quarter of a second. */
const twoMinuteGap = 480;

describe('a site', () => {
  const address = 'https://slow.example/a';
  const site = requestGapOf(address).id;
  const now = () => Date.now();
  const setSite = (values: Partial<typeof siteRateLimits.$inferInsert>) =>
    client.db
      .insert(siteRateLimits)
      .values({ site, nextStart: new Date(0), ...values })
      .onConflictDoUpdate({ target: siteRateLimits.site, set: { nextStart: new Date(0), blockedUntil: null, ...values } });
  async function inLine(priority: number, values: Partial<typeof runWaits.$inferInsert> = {}, task: object | null = {}) {
    const runId = await addRun((await addSource({ url: `${address}${randomUUID()}` })).id, {}, task);
    await client.db.insert(runWaits).values({ runId, site, priority, ...values });
    return runId;
  }
  const minutesUntil = (at: Date | null | undefined) => (at ? inMinutes(at.getTime() - now()) : null);

  test('SUM-02 has a line in which batches stand one gap apart, behind those that go first', async () => {
    const enqueue = async (priority: number, patient: boolean, gapFactor = twoMinuteGap) => {
      const id = await addRun((await addSource()).id);
      return minutesUntil(await inTx((tx) => enqueueForSite(tx, { id, url: address, priority, patient }, gapFactor)));
    };
    expect([await enqueue(0, true), await enqueue(0, true), await enqueue(5, true)].map(Math.abs as never)).toEqual([0, 2, 0]);
    expect(Math.abs((await enqueue(-1, false)) ?? 9)).toBe(0);
    await inLine(9, { waiting: false });
    await inLine(9, {}, { state: 'completed' });
    await inLine(9, { site: 'other' });
    expect(await enqueue(0, true)).toBe(6);
    await setSite({ nextStart: new Date(now() + 600_000), blockedUntil: new Date(now() + 300_000) });
    expect(await enqueue(9, true)).toBe(10);
    await setSite({ nextStart: new Date(now() + 600_000), blockedUntil: new Date(now() + 900_000) });
    expect(await enqueue(9, true)).toBe(17);
  });

  test('SUM-02 gives a turn to one run after the other, and says how long the next must wait', async () => {
    services.settings = { ...services.settings, siteGapFactor: twoMinuteGap };
    const [first, second] = [await inLine(5), await inLine(0)];
    expect(await msUntilTurn(services, first, address, signal)).toBe(0);
    expect(await waitOf(first)).toMatchObject({ waiting: false, until: null });
    expect(minutesUntil((await siteOf(site))?.nextStart)).toBe(2);
    const afterMs = await msUntilTurn(services, second, address, signal);
    expect(inMinutes(afterMs)).toBe(2);
    const wait = await waitOf(second);
    expect([wait?.waiting, minutesUntil(wait?.until)]).toEqual([true, 2]);
    expect((await taskOf(second))?.progress).toMatchObject({
      stage: 'queued',
      code: 'waiting_site',
      params: { until: wait?.until?.toISOString() },
    });
    expect((await taskOf(first))?.progress).toBeNull();
    await inLine(1);
    expect(inMinutes(await msUntilTurn(services, second, address, signal))).toBe(4);
    // One that is not in the line yet stands at its end.
    const late = await addRun((await addSource()).id);
    expect(inMinutes(await msUntilTurn(services, late, address, signal))).toBe(6);
    expect(await waitOf(late)).toMatchObject({ site, priority: 0, waiting: true });
  });

  test('SUM-02 that is free soon is waited for in the worker', async () => {
    services.settings = { ...services.settings, siteGapFactor: 0 };
    await setSite({ nextStart: new Date(now() + 300) });
    const run = await inLine(0);
    expect(await msUntilTurn(services, run, address, signal)).toBe(0);
    expect((await taskOf(run))?.progress).toBeNull();
  });

  test('SUM-02 that sends a run away holds up its whole line, in its order, and nobody else’s', async () => {
    const [sent, low, high, theirs, begun] = [
      await inLine(3, { waiting: false }),
      await inLine(1),
      await inLine(9),
      await inLine(9, { site: 'other' }),
      await inLine(9, { waiting: false }),
    ];
    const { afterMs, until } = await blockSite(services, { runId: sent, url: address, code: 'site_wait', askedMs: 600_000 });
    expect([inMinutes(afterMs), minutesUntil(until)]).toEqual([10, 10]);
    const row = await siteOf(site);
    expect([minutesUntil(row?.blockedUntil), row?.strikes, row?.reason]).toEqual([10, 1, 'site_wait']);
    const gapMs = requestGapOf(address).gapMs;
    const blocked = row?.blockedUntil?.getTime() ?? 0;
    const untils = await Promise.all(
      [high, sent, low, theirs, begun].map(async (id) => (await waitOf(id))?.until?.getTime() ?? null),
    );
    expect(untils).toEqual([blocked, blocked + gapMs, blocked + 2 * gapMs, null, null]);
    expect((await waitOf(sent))?.waiting).toBe(true);
    expect(recorded.moved).toEqual([
      [high, sent, low].map((id, at) => ({ singletonKey: id, startAfter: new Date(blocked + at * gapMs) })),
    ]);
    expect((await taskOf(theirs))?.startAfter).toBeNull();
    expect((await taskOf(low))?.startAfter?.getTime()).toBe(blocked + 2 * gapMs);
    expect(await blockedUntil(services, address)).toEqual(row?.blockedUntil);
    const refused = await requireFreeSite(services, address).catch((error: unknown) => error as AppError);
    expect([codeOf(refused), inMinutes((refused as AppError).retry?.afterMs ?? 0)]).toEqual(['site_wait', 10]);
    expect(inMinutes(await takeSiteTurn(services, address))).toBe(10);
    expect(await blockedUntil(services, 'https://free.example/')).toBeNull();
    await requireFreeSite(services, 'https://free.example/');
    await siteAnswered(services, 'https://free.example/');
    expect((await siteOf(site))?.strikes).toBe(1);
    await siteAnswered(services, address);
    expect((await siteOf(site))?.strikes).toBe(0);
    await setSite({ blockedUntil: new Date(now() - 1) });
    expect(await blockedUntil(services, address)).toBeNull();
  });

  test('SUM-02 is paused by what is not a run too, and gives it turns one gap apart', async () => {
    services.settings = { ...services.settings, siteGapFactor: twoMinuteGap };
    expect(await takeSiteTurn(services, address)).toBe(0);
    expect(inMinutes(await takeSiteTurn(services, address))).toBe(2);
    await pauseSite(services, address, new AppError('fetch_status', { retry: { afterMs: 7_200_000 } }));
    const row = await siteOf(site);
    expect([minutesUntil(row?.blockedUntil), row?.strikes, row?.reason]).toEqual([120, 1, 'fetch_status']);
    await setSite({ blockedUntil: null, strikes: 1 });
    await pauseSite(services, address, new AppError('site_wait'));
    expect(minutesUntil((await siteOf(site))?.blockedUntil)).toBe(2);
  });

  test('SUM-02 lets a run to the front that somebody waits for, when it stands further behind', async () => {
    const [behind, ahead, begun] = [await inLine(1), await inLine(9), await inLine(1, { waiting: false })];
    for (const id of [behind, ahead, begun]) await inTx((tx) => prioritise(services, tx, id, 5));
    expect(await Promise.all([behind, ahead, begun].map(async (id) => (await waitOf(id))?.priority))).toEqual([5, 9, 1]);
    expect(recorded.moved).toEqual([[{ singletonKey: behind, startAfter: expect.any(Date), priority: 5 }]]);
    expect(await taskOf(behind)).toMatchObject({ priority: 5 });
  });

  test('SUM-02 is forgotten a day after its last turn and block', async () => {
    const [old, young] = [hoursAgo(24.1), hoursAgo(23.9)];
    for (const [name, nextStart, until] of [
      ['gone', old, null],
      ['gone too', old, old],
      ['blocked', old, young],
      ['recent', young, null],
    ] as const)
      await client.db.insert(siteRateLimits).values({ site: name, nextStart, blockedUntil: until });
    await createTidySites(services).run({}, {} as never);
    expect((await client.db.select().from(siteRateLimits)).map((row) => row.site).sort()).toEqual(['blocked', 'recent']);
  });

  test('SUM-02 is asked in turn only by runs that have to read it', async () => {
    await setSite({ nextStart: new Date(now() + 60_000) });
    const ready = (id: string) => msUntilReady(services, {}, { id, signal });
    const source = await addSource({ url: address });
    const file = await addSource({ url: null, key: 'file:2' });
    const extractionId = await addExtraction(source.id, {}, { createdAt: hoursAgo(25) });
    const waiting = await addRun(source.id);
    expect(await ready(randomUUID())).toBe(0);
    expect(await ready(await addRun(file.id))).toBe(0);
    expect(await ready(await addRun(source.id, { extractionId }))).toBe(0);
    expect(await ready(waiting)).toBeGreaterThan(50_000);
    await client.db.update(extractions).set({ createdAt: new Date() });
    expect(await ready(waiting)).toBe(0);
    for (const values of [{ refetch: true }, { track: 'x' }])
      expect(await ready(await addRun(source.id, values))).toBeGreaterThan(50_000);
    await client.db.update(extractions).set({ data: extractedOf({ captionLanguages: ['en', 'zh'] }) });
    expect(await ready(waiting)).toBeGreaterThan(50_000);
  });

  test('SUM-02 is waited for by a run that it sends away, for a day at the most', async () => {
    const run = await inLine(0);
    const put: number[] = [];
    const waits = (
      error: unknown,
      { askedMs = null as number | null, url = address as string | null, createdAt = new Date(), aborted = false } = {},
    ) => {
      const context = {
        task: { id: run, createdAt },
        signal: aborted ? AbortSignal.abort() : signal,
        putOff: (ms: number) => void put.push(ms),
        logger: { info: () => undefined },
      };
      return waitForSite(services, context as unknown as TaskContext, { site: { url, askedMs }, error });
    };
    const status = (code: number) => new AppError('fetch_status', { params: { status: code } });
    const asked = new AppError('site_wait', { retry: { afterMs: 3_600_000 } });
    expect([await waits(asked, { url: null }), await waits(asked, { aborted: true })]).toEqual([false, false]);
    for (const error of [status(404), status(503), new AppError('site_wait'), new AppError('site_bot_check'), new Error('x')])
      expect(await waits(error)).toBe(false);
    expect([put, await siteOf(site)]).toEqual([[], undefined]);
    expect(await waits(asked)).toBe(true);
    expect([inMinutes(put[0] ?? 0), (await siteOf(site))?.reason]).toEqual([60, 'site_wait']);
    expect(await waits(status(429))).toBe(true);
    expect(await waits(status(503), { askedMs: 1000 })).toBe(true);
    expect(await waits(new AppError('site_bot_check', { retry: {} }))).toBe(true);
    expect(put).toHaveLength(4);
    await setSite({ blockedUntil: new Date(now() + 3_600_000) });
    expect(await waits(asked, { createdAt: hoursAgo(23.1) })).toBe(false);
    expect(await waits(asked, { createdAt: hoursAgo(22.9) })).toBe(true);
    expect(put).toHaveLength(5);
  });

  test('SUM-02 is believed about how long it wants to be left alone', async () => {
    const watch = { url: address, askedMs: null as number | null };
    const answers = async (code: number, after: string | null) => {
      const response = { status: code, headers: new Headers(after === null ? {} : { 'retry-after': after }) };
      const fetch = fetchNotingRetryAfter((async () => response) as never, watch);
      expect(await fetch(address, {} as never)).toBe(response);
      return watch.askedMs;
    };
    expect([
      await answers(200, '5'),
      await answers(404, '5'),
      await answers(429, '5'),
      await answers(503, null),
      await answers(503, '7'),
    ]).toEqual([...[null, null, 5000, 5000, 7000]]);
    const without = extractedOf({ problem: 'site_wait' });
    expect(() => throwIfSiteAskedToWait(without)).toThrow(expect.objectContaining({ code: 'site_wait', retry: {} }));
    throwIfSiteAskedToWait({ ...without, transcript: linesOf(['x']) });
    throwIfSiteAskedToWait(extractedOf({ problem: 'subtitles_missing' }));
  });
});
