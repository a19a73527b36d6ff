/** How runs are found, begun, put in line, counted in batches and left again, statement by statement, among other users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { batches, batchItems } from '#db/schema/batches.ts';
import { contents, extractions, noteVersions, runs } from '#db/schema/content.ts';
import { runWaits, siteRateLimits } from '#db/schema/site-rate-limits.ts';
import { tasks } from '#db/schema/tasks.ts';
import type { Extracted, StoredNote } from '#engine/domain.ts';
import { requestGapOf } from '#engine/sites/request-gap.ts';
import { type OwnedContent, requireOwnedContent, wantedLink } from '#features/contents/server/index.ts';
import { readBatchResult, readOutcome } from '#features/summaries/server/batch-summary/batch-outcome.ts';
import { settle as settleBatch } from '#features/summaries/server/batch-summary/settle-batch.ts';
import { startBatch, withoutNotes } from '#features/summaries/server/batch-summary/start-batch.ts';
import { run as runBatch } from '#features/summaries/server/batch-summary/summarise-batch.handler.ts';
import { cancelBatch, createBatch, dropEmptyBatch, listBatches } from '#features/summaries/server/batches.ts';
import { cancelWork } from '#features/summaries/server/cancel-run.ts';
import { listRunning } from '#features/summaries/server/list-running.ts';
import { findFreshRun, isFetchedAnew, knownSeconds } from '#features/summaries/server/note-price.ts';
import { readDetail, readOverview } from '#features/summaries/server/read-content.ts';
import { retryNotes, unwrittenRuns } from '#features/summaries/server/retry-notes.ts';
import { runKey, wordsKey } from '#features/summaries/server/run-key.ts';
import { priorityFor, priorityOfSingle } from '#features/summaries/server/run-priority.ts';
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
import { startAgain, startWork } from '#features/summaries/server/start-work.ts';
import { summaryOfUrl } from '#features/summaries/server/summary-of-url.ts';
import { costOfWork } from '#features/summaries/server/work-cost.ts';
import { batchSummaryTask, noteTask } from '#features/summaries/tasks.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { addUser, client, codeOf, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addOwn, addRun, addSource, extractedOf, linesOf } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';

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
/** Forgets what was told so far. */
function forget(): void {
  for (const list of [recorded.metered, recorded.told, recorded.moved]) list.length = 0;
}

const inTx = <T>(work: (tx: Tx) => Promise<T>) => client.db.transaction(work);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const contentOf = async (id: string) => (await client.db.select().from(contents).where(eq(contents.id, id)))[0];
const runOf = async (id: string | null | undefined) =>
  (
    await client.db
      .select()
      .from(runs)
      .where(eq(runs.id, id ?? randomUUID()))
  )[0];
const taskOf = async (id: string | null | undefined) =>
  (
    await client.db
      .select()
      .from(tasks)
      .where(eq(tasks.id, id ?? randomUUID()))
  )[0];
const waitOf = async (id: string) => (await client.db.select().from(runWaits).where(eq(runWaits.runId, id)))[0];
const siteOf = async (id: string) => (await client.db.select().from(siteRateLimits).where(eq(siteRateLimits.site, id)))[0];

/** What a run wrote; `costLimited` where it stopped at the limit. */
const noteOf = (markdown: string, costLimited = false) =>
  ({ markdown, outline: { method: 'extractive', model: null, costLimited }, coverage: null }) as unknown as StoredNote;

const stage = (name: string) => ({ type: 'stage' as const, stage: name, percent: 1, code: name, elapsedMs: 0 });

async function addBatch(userId: string, items: [content: OwnedContent, runId: string | null][], title = 'Batch') {
  const batchId = await createBatch(client.db, { userId, title, url: `https://b.example/${title}` });
  for (const [position, [{ id: contentId }, runId]] of items.entries())
    await client.db.insert(batchItems).values({ batchId, contentId, runId, position });
  return batchId;
}

/** A content that waits for a run of its own. */
async function addWaiting(userId: string, values: Partial<typeof contents.$inferInsert> = {}, task: object = {}) {
  const source = await addSource();
  const runId = await addRun(source.id, {}, task);
  const content = await addContent(userId, source.id, {
    ...{ sourceUrl: source.url, status: 'processing', activeRunId: runId, ...values },
  });
  return { content, runId, source };
}

describe('what is under way', () => {
  test('SUM-04 is listed for its user, running before waiting, then the newest', async () => {
    const at = (n: number) => ({ updatedAt: new Date(Date.UTC(2026, 0, n)) });
    const first = await addWaiting(
      'ada',
      { ...at(1), title: 'One', kind: 'page', coverBlob: 'covers/abc.jpg' },
      { progress: stage('reading') },
    );
    const second = await addWaiting('ada', at(5));
    const third = await addWaiting('ada', at(3), { progress: stage('queued') });
    const fourth = await addWaiting('ada', at(2), { progress: stage('outline') });
    await addWaiting('bob', at(9));
    await addOwn('ada', at(9));
    const batchId = await addBatch('ada', [
      [first.content, first.runId],
      [second.content, randomUUID()],
    ]);
    const items = await listRunning(client.db, 'ada');
    expect(items.map(({ contentId }) => contentId)).toEqual([fourth, first, second, third].map(({ content }) => content.id));
    expect(items.map((item) => item.batchId)).toEqual([null, batchId, null, null]);
    expect(items[1]).toEqual({
      ...{ batchId, contentId: first.content.id, title: 'One', kind: 'page', sourceUrl: first.source.url },
      coverUrl: `/api/contents/${first.content.id}/cover?v=covers%2Fabc.jpg`,
      run: { stage: 'reading', percent: 1, code: 'reading', params: {}, elapsedMs: 0 },
    });
    expect(items[2]?.run).toMatchObject({ stage: 'queued', code: 'queued' });
  });

  test('SUM-02 is counted in its batch by what became of each item, later runs of it aside', async () => {
    const active = await addWaiting('ada', {}, { state: 'running', progress: stage('reading') });
    const queued = await addWaiting('ada', {}, { state: 'running', progress: stage('queued') });
    const unseen = await addWaiting('ada');
    const again = await addWaiting('ada', { status: 'failed' });
    const [failed, cancelled, done] = [
      await addOwn('ada', { status: 'failed' }),
      await addOwn('ada', { status: 'cancelled' }),
      await addOwn('ada'),
    ];
    const until = new Date('2026-01-02T03:04:05Z');
    for (const [{ runId }, values] of [
      [queued, { until, waiting: true }],
      [unseen, { until: new Date('2026-01-02T09:00:00Z'), waiting: true }],
      [again, { until: new Date('2025-01-01T00:00:00Z'), waiting: true }],
      [active, { until: new Date('2025-01-01T00:00:00Z'), waiting: false }],
    ] as const)
      await client.db.insert(runWaits).values({ runId, site: 's', priority: 0, ...values });
    const over: [OwnedContent, string | null][] = [
      [again.content, randomUUID()],
      [failed, randomUUID()],
      [cancelled, randomUUID()],
      [done, null],
    ];
    const items = [active, queued, unseen].map(({ content, runId }): [OwnedContent, string] => [content, runId]);
    const ofAda = await addBatch('ada', [...items, ...over], 'First');
    await addBatch('ada', over, 'Over');
    const theirs = await addWaiting('bob');
    await addBatch('bob', [[theirs.content, theirs.runId]]);
    const counts = { total: 7, done: 4, active: 1, failed: 2, cancelled: 1, until: null };
    expect(await listBatches(client.db, 'ada')).toEqual([
      { batchId: ofAda, title: 'First', url: 'https://b.example/First', ...counts },
    ]);
    await client.db.update(tasks).set({ state: 'queued' }).where(eq(tasks.id, active.runId));
    const later = await addBatch('ada', [[unseen.content, unseen.runId]], 'Later');
    const both = await listBatches(client.db, 'ada');
    expect(both.map(({ batchId, total, done: ended, active: now, until: at }) => [batchId, total, ended, now, at])).toEqual([
      [later, 1, 0, 0, '2026-01-02T09:00:00.000Z'],
      [ofAda, 7, 4, 0, until.toISOString()],
    ]);
    expect(await listBatches(client.db, 'eve')).toEqual([]);
  });

  test('SUM-02 of a cancelled batch stops, and what others wait for goes on', async () => {
    const [mine, kept, shared] = [
      await addWaiting('ada'),
      await addWaiting('ada', { note: 'Old', noteExcerpt: 'Old' }),
      await addWaiting('ada'),
    ];
    const outside = await addWaiting('ada');
    const later = await addWaiting('ada');
    const theirs = await addContent('bob', shared.source.id, { status: 'processing', activeRunId: shared.runId });
    const batchId = await addBatch('ada', [
      ...[mine, kept, shared].map(({ content, runId }): [OwnedContent, string] => [content, runId]),
      [later.content, randomUUID()],
    ]);
    expect(await cancelBatch(services, 'bob', batchId).catch(codeOf)).toBe('not_found');
    expect(await cancelBatch(services, 'ada', batchId)).toBe(3);
    const states = await Promise.all(
      [mine.content, kept.content, shared.content, theirs, outside.content, later.content].map(async ({ id }) => {
        const row = await contentOf(id);
        return [row?.status, row?.activeRunId !== null];
      }),
    );
    expect(states).toEqual([
      ['cancelled', false],
      ['completed', false],
      ['cancelled', false],
      ['processing', true],
      ['processing', true],
      ['processing', true],
    ]);
    expect(await Promise.all([mine, kept, shared, outside].map(async ({ runId }) => (await taskOf(runId))?.state))).toEqual([
      ...['cancelled', 'cancelled', 'queued', 'queued'],
    ]);
    expect(recorded.metered.filter(([call]) => call === 'leave')).toEqual([
      [
        'leave',
        expect.objectContaining({ id: shared.runId }),
        { userId: 'ada', others: [{ userId: 'bob', contentId: theirs.id }] },
      ],
    ]);
    expect(recorded.told).toContainEqual({ type: 'user_work', userId: 'ada' });
    forget();
    expect([await cancelBatch(services, 'ada', batchId), recorded.told, recorded.metered]).toEqual([0, [], []]);
  });

  test('SUM-02 ends with the task of its batch only when that was cancelled', async () => {
    const { content, runId } = await addWaiting('ada');
    const batchId = await addBatch('ada', [[content, runId]]);
    const batch = { userId: 'ada', batchId, contentIds: [content.id], clientAddress: '' };
    const settle = (ending: Parameters<typeof settleBatch>[3]['ending']) =>
      inTx((tx) => settleBatch(services, tx, batch, { ending }));
    await settle({ state: 'failed', error: new AppError('internal') });
    expect((await contentOf(content.id))?.activeRunId).toBe(runId);
    await settle({ state: 'cancelled' });
    expect((await contentOf(content.id))?.activeRunId).toBeNull();
  });

  test('SUM-02 leaves no empty batch', async () => {
    const [full, empty, other] = [
      await addBatch('ada', [[await addOwn('ada'), null]]),
      await addBatch('ada', []),
      await addBatch('ada', []),
    ];
    for (const id of [full, empty]) await dropEmptyBatch(services, id);
    expect((await client.db.select().from(batches)).map(({ id }) => id).sort()).toEqual([full, other].sort());
  });

  test('SUM-04 stops for one who cancels it, and tells what it is when it had ended', async () => {
    const { content, runId, source } = await addWaiting('ada');
    const theirs = await addContent('bob', source.id, { status: 'processing', activeRunId: runId });
    expect(await cancelWork(services, content)).toBe('cancelled');
    expect([(await contentOf(theirs.id))?.activeRunId, (await taskOf(runId))?.state]).toEqual([runId, 'queued']);
    expect(recorded.told).toEqual([{ type: 'user_work', userId: 'ada' }]);
    await client.query(`update contents set status = 'failed' where id = $1`, [content.id]);
    expect(await cancelWork(services, content)).toBe('failed');
    expect(await cancelWork(services, { ...content, activeRunId: null, status: 'completed' })).toBe('completed');
    expect(recorded.told).toHaveLength(1);
    expect(await cancelWork(services, theirs)).toBe('cancelled');
    expect((await taskOf(runId))?.state).toBe('cancelled');
  });
});

describe('priorities', () => {
  test('SUM-02 fall with what a user has waiting, single requests before all of batches', async () => {
    expect([priorityOfSingle(0), priorityOfSingle(1), priorityOfSingle(90_000), priorityOfSingle(90_001)]).toEqual([
      ...[100_000, 99_999, 10_000, 10_000],
    ]);
    const of = (userId: string, batch: boolean) => inTx((tx) => priorityFor(tx, userId, batch));
    expect([await of('ada', false), await of('ada', true)]).toEqual([100_000, 0]);
    const [inBatch, single, left] = [await addWaiting('ada'), await addWaiting('ada'), await addWaiting('ada')];
    await addWaiting('bob');
    await addOwn('ada');
    await addBatch('ada', [
      [inBatch.content, inBatch.runId],
      [left.content, randomUUID()],
    ]);
    expect([await of('ada', false), await of('ada', true)]).toEqual([99_998, -1]);
    expect((await contentOf(single.content.id))?.activeRunId).toBe(single.runId);
  });
});

describe('prices', () => {
  const seconds = (values: Partial<Parameters<typeof knownSeconds>[1]> & { source: { id: string } }) =>
    knownSeconds(client.db, { content: null, own: null, refetch: false, toldSeconds: null, ...values });

  test('ACC-03 go by the words that are known, else by the length of the record, else by what the page told', async () => {
    const source = await addSource();
    expect(await seconds({ source })).toBeNull();
    expect(await seconds({ source, toldSeconds: 0 })).toBeNull();
    expect(await seconds({ source, toldSeconds: 95.4 })).toBe(95.4);
    const content = await addContent('ada', source.id, { durationMs: 61_500 });
    expect(await seconds({ source, content, toldSeconds: 95 })).toBe(62);
    expect(await seconds({ source, content: { ...content, durationMs: null }, toldSeconds: 95.4 })).toBe(96);
    expect(await seconds({ source, content: { ...content, durationMs: 0 }, toldSeconds: 95.4 })).toBe(96);
    const heard = {
      ...linesOf(['x']),
      provenance: { origin: 'human', track: 'en', heardMs: 200_000 },
    } as Extracted['transcript'];
    await addExtraction(source.id, { transcript: heard });
    expect(await seconds({ source, content })).toBe(200);
    expect(await seconds({ source, content, refetch: true })).toBe(62);
    const shorter = { ...heard, provenance: { origin: 'human', heardMs: 30_000 } } as Extracted['transcript'];
    const own = { extractionId: await addExtraction(source.id, { transcript: shorter }, { contentId: content.id }) };
    expect(await seconds({ source, content, own })).toBe(30);
    expect(await seconds({ source, content, own, refetch: true })).toBe(30);
    expect(await seconds({ source, content, own: { track: 'x' } })).toBe(200);
    expect(await seconds({ source, content, own: { extractionId: randomUUID() } })).toBe(62);
  });

  test('SUM-08 a finished run answers for a day, unless it stopped at the cost limit', async () => {
    const { id } = await addSource();
    const run = (values: object) => addRun(id, { key: 'k', note: noteOf('Note'), ...values }, null);
    await run({ finishedAt: hoursAgo(24.1) });
    await run({ finishedAt: new Date(), note: null });
    await run({ finishedAt: new Date(), note: noteOf('Short', true) });
    await run({ finishedAt: new Date(), key: 'other' });
    expect(await findFreshRun(client.db, 'k')).toBeUndefined();
    await run({ finishedAt: hoursAgo(23.9) });
    const latest = await run({ finishedAt: hoursAgo(5) });
    expect((await findFreshRun(client.db, 'k'))?.id).toBe(latest);
  });

  test('SUM-08 a link is fetched anew when it could not be read or was read a day ago, a file never', async () => {
    const [link, file] = [await addSource(), await addSource({ url: null, key: 'file:1' })];
    const anew = (source: typeof link, problemCode: string | null = null) => isFetchedAnew(client.db, { problemCode }, source);
    expect([await anew(link), await anew(file)]).toEqual([true, false]);
    await addExtraction(link.id);
    expect([await anew(link), await anew(link, 'out_of_time'), await anew(link, 'fetch_status')]).toEqual([false, false, true]);
    await client.db.update(extractions).set({ createdAt: hoursAgo(24.1) });
    expect(await anew(link)).toBe(true);
  });

  test('ACC-03 of work are told before it is begun', async () => {
    const time = { startingSeconds: 600, monthlySeconds: 0, referralSeconds: 0, referralMost: 0, grantDays: null };
    services.settings = { ...services.settings, time } as never;
    const ada = { id: 'ada', role: 'user' as const };
    const cost = (input: Parameters<typeof costOfWork>[2], person: Parameters<typeof costOfWork>[1] = ada) =>
      costOfWork(services, person, input);
    const links = (...list: [url: string, durationSeconds: number | null][]) =>
      ({ work: 'links', links: list.map(([url, durationSeconds]) => ({ url, durationSeconds })), noteLanguage: 'en' }) as const;
    expect(await cost({ work: 'question' })).toEqual({ pays: 'nothing', seconds: 0, unknown: 0, left: 600 });
    const fresh: [string, number | null][] = [
      ['https://n.example/1', 10.2],
      ['https://n.example/2', null],
      ['https://n.example/3', 5],
    ];
    expect(await cost(links(...fresh))).toEqual({ pays: 'time', seconds: 16, unknown: 1, left: 600 });
    expect(await cost(links(...fresh), null)).toEqual({ pays: 'time', seconds: 16, unknown: 1, left: 600 });
    expect(await cost({ work: 'again', contentId: randomUUID() }).catch(codeOf)).toBe('not_found');
    expect(await cost({ work: 'again', contentId: randomUUID() }, null)).toMatchObject({ pays: 'nothing' });
    const url = 'https://k.example/1';
    const source = await addSource({ url });
    expect(await cost(links([url, 7.5]))).toMatchObject({ pays: 'time', seconds: 8 });
    const known = await addContent('ada', source.id, { sourceUrl: url, durationMs: 90_000 });
    expect(await cost(links([url, null]))).toMatchObject({ pays: 'nothing' });
    expect(await cost({ work: 'again', contentId: known.id })).toMatchObject({ pays: 'time', seconds: 90 });
    expect(await cost({ work: 'batch', contentIds: [known.id] })).toMatchObject({ pays: 'time', seconds: 90 });
    expect(await cost({ work: 'batch', contentIds: [known.id] }, null)).toMatchObject({ pays: 'nothing' });
    await client.query(`update contents set note = 'Note', note_excerpt = 'Note' where id = $1`, [known.id]);
    expect(await cost({ work: 'batch', contentIds: [known.id] })).toMatchObject({ pays: 'nothing', seconds: 0 });
    // Another user pays for the same link, until somebody has begun or just finished it.
    const bob = { id: 'bob', role: 'user' as const };
    expect(await cost(links([url, 7]), bob)).toMatchObject({ seconds: 7 });
    const key = runKey({ llm: null, keyUserId: null }, source.key, { noteLanguage: 'en', detail: 'standard' });
    const runId = await addRun(source.id, { key, note: noteOf('x'), finishedAt: new Date() });
    expect([await cost(links([url, 7]), bob), await cost({ work: 'again', contentId: known.id })]).toMatchObject([
      { pays: 'nothing' },
      { pays: 'nothing' },
    ]);
    await client.db.update(tasks).set({ state: 'running' });
    expect(await cost(links([url, 7]), bob)).toMatchObject({ pays: 'nothing' });
    await client.db.update(tasks).set({ state: 'completed' });
    expect(await cost(links([url, 7]), bob)).toMatchObject({ pays: 'nothing' });
    expect(await cost({ work: 'again', contentId: known.id })).toMatchObject({ seconds: 90 });
    await client.query(`update contents set status = 'failed' where id = $1`, [known.id]);
    expect(await cost({ work: 'again', contentId: known.id })).toMatchObject({ pays: 'nothing' });
    await client.db.update(runs).set({ note: null }).where(eq(runs.id, runId));
    expect([await cost(links([url, 7]), bob), await cost(links([url, 7]))]).toMatchObject([{ seconds: 7 }, { seconds: 90 }]);
    expect(await cost({ ...links([url, 7]), detail: 'brief' }, bob)).toMatchObject({ seconds: 7 });
    await client.query(`update contents set active_run_id = $2 where id = $1`, [known.id, runId]);
    expect(await cost(links([url, 7]))).toMatchObject({ pays: 'nothing' });
    expect(await cost({ work: 'again', contentId: known.id })).toMatchObject({ pays: 'nothing' });
    services.settings = { ...services.settings, time: null };
    expect(await cost(links(...fresh))).toEqual({ pays: 'unlimited', seconds: 0, unknown: 0, left: null });
  });
});

const asker = (userId: string) => ({ userId, clientAddress: '192.0.2.7' });
const wish = { noteLanguage: 'en', detail: 'standard' } as const;

describe('work', () => {
  const url = 'https://w.example/page';
  const begin = (userId = 'ada', options: Parameters<typeof startWork>[4] = {}) =>
    startWork(services, asker(userId), wantedLink(url), 'en', options);
  const keyOf = (detail: 'standard' | 'brief' = 'standard') =>
    runKey({ llm: null, keyUserId: null }, `url:${url}`, { noteLanguage: 'en', detail });

  test('SUM-01 is begun for a new link, with what was told of it', async () => {
    const started = await begin('ada', { title: '  Told ', toldSeconds: 95.4, detail: 'brief' });
    expect(started).toEqual({ contentId: started.contentId, status: 'processing', existing: false, begun: true });
    const content = await contentOf(started.contentId);
    const run = await runOf(content?.activeRunId);
    expect(content).toMatchObject({
      userId: 'ada',
      title: 'Told',
      sourceUrl: url,
      detail: 'brief',
      noteLanguage: 'en',
      status: 'processing',
    });
    expect(run).toMatchObject({
      key: keyOf('brief'),
      detail: 'brief',
      refetch: false,
      again: false,
      variant: null,
      keyUserId: null,
    });
    expect(await taskOf(run?.id)).toMatchObject({
      kind: 'note',
      key: keyOf('brief'),
      userId: null,
      state: 'queued',
      priority: 100_000,
      startAfter: null,
    });
    expect(recorded.metered).toEqual([
      [
        'reserve',
        expect.objectContaining({
          id: run?.id,
          request: { ...asker('ada'), needsBudget: false, keyUserId: null, contentId: started.contentId, seconds: 96 },
        }),
      ],
    ]);
    expect(recorded.told).toContainEqual({ type: 'user_work', userId: 'ada' });
    expect(await waitOf(run?.id ?? '')).toMatchObject({ site: 'host:w.example', priority: 100_000, waiting: true });
  });

  test('SUM-08 that is under way is joined by others, and a content on its way is returned as it is', async () => {
    const first = await begin();
    const runId = (await contentOf(first.contentId))?.activeRunId;
    await client.db.update(runWaits).set({ priority: -5 });
    forget();
    const again = await begin();
    expect(again).toEqual({ contentId: first.contentId, status: 'processing', existing: true, begun: false });
    // Asked for alone, it goes to the front.
    expect(await waitOf(runId ?? '')).toMatchObject({ priority: 100_000 });
    await client.db.update(runWaits).set({ priority: -5 });
    const known = await addExtraction((await runOf(runId))?.sourceId ?? '', { title: 'Read already' });
    await client.db.update(runs).set({ extractionId: known });
    const batchId = await createBatch(client.db, { userId: 'bob', title: '', url: '' });
    const other = await begin('bob', { batch: { id: batchId, position: 3 } });
    expect(other).toMatchObject({ status: 'processing', existing: false, begun: true });
    expect(await contentOf(other.contentId)).toMatchObject({
      activeRunId: runId,
      title: 'Read already',
      extractionId: known,
      userId: 'bob',
    });
    expect(recorded.metered).toEqual([
      ['join', expect.objectContaining({ kind: 'note', request: { ...asker('bob'), needsBudget: false, keyUserId: null } })],
    ]);
    expect(await client.db.select().from(batchItems)).toEqual([{ batchId, contentId: other.contentId, runId, position: 3 }]);
    expect((await waitOf(runId ?? ''))?.priority).toBe(-5);
    expect(await begin('bob', { batch: { id: batchId, position: 4 } })).toMatchObject({ existing: true, begun: false });
    expect((await waitOf(runId ?? ''))?.priority).toBe(-5);
    await begin('eve');
    expect((await waitOf(runId ?? ''))?.priority).toBe(100_000);
    expect(await client.db.$count(runs)).toBe(1);
  });

  test('SUM-08 that has just ended answers at once, and a completed content is left alone', async () => {
    const source = await addSource({ url });
    const extractionId = await addExtraction(source.id, { title: 'Read', kind: 'video', durationMs: 61_000, problem: null });
    const note = noteOf('Written.');
    await addRun(source.id, { key: keyOf(), note, finishedAt: new Date(), extractionId }, null);
    const started = await begin();
    expect(started).toMatchObject({ status: 'completed', existing: false, begun: true });
    expect(await contentOf(started.contentId)).toMatchObject({
      ...{ status: 'completed', activeRunId: null, note: 'Written.', title: 'Read', extractionId, kind: 'video' },
      ...{ contentType: 'longVideo', noteLanguage: 'en', detail: 'standard' },
    });
    expect(recorded.metered.map(([call]) => call)).toEqual(['join']);
    expect(recorded.told).toContainEqual({ type: 'user_work', userId: 'ada' });
    forget();
    expect(await begin()).toEqual({ contentId: started.contentId, status: 'completed', existing: true, begun: false });
    expect([recorded.metered, recorded.told]).toEqual([[], []]);
    // A failed one takes it too, and is the same record.
    const failed = await addContent('bob', source.id, { status: 'failed', problemCode: 'fetch_status', noteLanguage: 'zh' });
    expect(await begin('bob')).toEqual({ contentId: failed.id, status: 'completed', existing: true, begun: true });
    expect(await contentOf(failed.id)).toMatchObject({ note: 'Written.', problemCode: null, noteLanguage: 'en' });
  });

  test('SUM-01 that failed is tried again, and is refused when the user’s storage is full', async () => {
    const source = await addSource({ url });
    const failed = await addContent('ada', source.id, { status: 'failed', problemCode: 'timed_out', problemParams: { a: 1 } });
    services.settings = { ...services.settings, uploads: { ...services.settings.uploads, quotaBytes: 0 } };
    expect(await begin('ada', { needsRoom: true }).catch(codeOf)).toBe('storage_quota');
    expect(await begin()).toEqual({ contentId: failed.id, status: 'processing', existing: true, begun: true });
    expect(await contentOf(failed.id)).toMatchObject({ status: 'processing', problemCode: null, problemParams: null });
    // What is there needs no room.
    expect(await begin('ada', { needsRoom: true })).toMatchObject({ begun: false });
  });

  test('SUM-02 of a batch starts when its site is free, behind what waits there', async () => {
    const batchId = await createBatch(client.db, { userId: 'ada', title: '', url: '' });
    const free = new Date(Date.now() + 60_000);
    await client.db.insert(siteRateLimits).values({ site: 'host:w.example', nextStart: free });
    const started = await begin('ada', { batch: { id: batchId, position: 0 } });
    const task = await taskOf((await contentOf(started.contentId))?.activeRunId);
    expect(task).toMatchObject({ startAfter: free });
    expect(task?.priority).toBe(0);
  });

  test('SUM-05 is begun anew beside the note that is there, as new work', async () => {
    const source = await addSource({ url });
    const extractionId = await addExtraction(source.id);
    const content = await addContent('ada', source.id, { extractionId, note: 'Old', noteExcerpt: 'Old', updatedAt: new Date(0) });
    await addRun(source.id, { key: keyOf(), note: noteOf('x'), finishedAt: new Date() }, null);
    let also = 0;
    const again = (words?: Parameters<typeof startAgain>[3]['words'], of = content) =>
      startAgain(services, of, wish, {
        clientAddress: 'a',
        ...(words === undefined ? {} : { words }),
        also: async () => void also++,
      });
    expect([await again(), also]).toEqual(['completed', 1]);
    const run = await runOf((await contentOf(content.id))?.activeRunId);
    expect(run).toMatchObject({ key: keyOf(), again: true, refetch: false, variant: run?.id, track: null });
    expect(await contentOf(content.id)).toMatchObject({ status: 'completed', note: 'Old', updatedAt: new Date(0), extractionId });
    expect(await again().catch(codeOf)).toBe('work_in_progress');
    await cancelWork(services, await requireOwnedContent(client.db, 'ada', content.id));
    await client.db.update(extractions).set({ createdAt: hoursAgo(25) });
    // From words that the user chose: they are kept for this content alone.
    await again({ track: 'rejected' });
    const ofTrack = await runOf((await contentOf(content.id))?.activeRunId);
    expect(ofTrack).toMatchObject({
      track: 'rejected',
      refetch: true,
      key: runKey({ llm: null, keyUserId: null }, wordsKey(source.key, content.id, { track: 'rejected' }), wish),
    });
    expect(await waitOf(ofTrack?.id ?? '')).toBeDefined();
    await cancelWork(services, await requireOwnedContent(client.db, 'ada', content.id));
    await again({ extracted: extractedOf({ title: 'From a file' }) });
    const fromFile = await contentOf(content.id);
    const ofFile = await runOf(fromFile?.activeRunId);
    expect(fromFile?.ownExtractionId).toBe(ofFile?.extractionId);
    expect(await waitOf(ofFile?.id ?? '')).toBeUndefined();
    const [stored] = await client.db
      .select()
      .from(extractions)
      .where(eq(extractions.id, ofFile?.extractionId ?? ''));
    expect(stored).toMatchObject({ contentId: content.id, sourceId: source.id, data: { title: 'From a file' } });
    await cancelWork(services, await requireOwnedContent(client.db, 'ada', content.id));
    // They stay until the source's own are wanted.
    await again(undefined, await requireOwnedContent(client.db, 'ada', content.id));
    expect((await runOf((await contentOf(content.id))?.activeRunId))?.extractionId).toBe(ofFile?.extractionId);
    await cancelWork(services, await requireOwnedContent(client.db, 'ada', content.id));
    await again(null, await requireOwnedContent(client.db, 'ada', content.id));
    expect((await contentOf(content.id))?.ownExtractionId).toBeNull();
    await client.query('delete from contents');
    expect(await again().catch(codeOf)).toBe('not_found');
  });

  test('SUM-05 anew goes on where the current note stopped at the cost limit', async () => {
    const source = await addSource({ url });
    const content = await addContent('ada', source.id, { note: 'Old', noteExcerpt: 'Old' });
    const ended = (values: object) => addRun(source.id, { key: keyOf(), finishedAt: hoursAgo(30), ...values }, null);
    await ended({ note: noteOf('a', true), variant: 'stopped', finishedAt: hoursAgo(29) });
    await ended({ note: noteOf('a', true), variant: 'older' });
    await ended({ note: noteOf('whole'), variant: 'whole', finishedAt: hoursAgo(1) });
    await ended({ note: noteOf('b', true), variant: 'other', key: 'other', finishedAt: hoursAgo(1) });
    const [version] = await client.db
      .insert(noteVersions)
      .values({ userId: 'ada', contentId: content.id, markdown: 'Old', method: 'model', outline: noteOf('a', true).outline })
      .returning();
    await client.db.update(contents).set({ noteVersionId: version?.id }).where(eq(contents.id, content.id));
    const variant = async () => {
      await startAgain(services, await requireOwnedContent(client.db, 'ada', content.id), wish, { clientAddress: '' });
      const run = await runOf((await contentOf(content.id))?.activeRunId);
      await cancelWork(services, await requireOwnedContent(client.db, 'ada', content.id));
      return run?.variant === run?.id ? 'own' : run?.variant;
    };
    expect(await variant()).toBe('stopped');
    await client.db.update(noteVersions).set({ outline: noteOf('a').outline });
    expect(await variant()).toBe('own');
  });

  test('SUM-14 that a failed run left is begun again for all who waited, also when one cannot pay', async () => {
    const source = await addSource({ url });
    const runId = await addRun(source.id, {}, null);
    const at = (n: number) => ({ createdAt: new Date(Date.UTC(2026, 0, n)), sourceUrl: url });
    const first = await addContent('bob', source.id, { status: 'failed', ...at(1) });
    const second = await addContent('ada', source.id, { status: 'failed', ...at(2) });
    await addContent('eve', source.id, { ...at(3) });
    const other = await addRun(source.id, { detail: 'brief' }, null);
    expect([...(await unwrittenRuns(client.db, [runId, other]))]).toEqual([runId]);
    expect(await unwrittenRuns(client.db, [])).toEqual(new Set());
    expect(await retryNotes(services, other, '').catch(codeOf)).toBe('task_not_repeatable');
    recorded.broke.push('bob');
    const retried = await retryNotes(services, runId, '192.0.2.9');
    const mine = await contentOf(second.id);
    expect(retried).toEqual({ runId: mine?.activeRunId, begun: 1, total: 2 });
    expect((await contentOf(first.id))?.activeRunId).toBeNull();
    expect(recorded.metered).toEqual([
      ['reserve', expect.objectContaining({ request: expect.objectContaining({ userId: 'ada', clientAddress: '192.0.2.9' }) })],
    ]);
    const refused = await retryNotes(services, runId, '').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'out_of_time' });
    recorded.broke.length = 0;
    expect(await retryNotes(services, runId, '')).toMatchObject({ begun: 1, total: 1 });
    await client.db.update(runs).set({ note: noteOf('x') });
    expect(await unwrittenRuns(client.db, [runId])).toEqual(new Set());
  });

  test('SUM-01 a summary of a link waits as long as it is told to', async () => {
    const source = await addSource({ url });
    const content = await addContent('ada', source.id, {
      status: 'completed',
      title: 'T',
      note: 'N',
      noteExcerpt: 'N',
      problemCode: 'fetch_status',
    });
    const ask = (userId: string, waitMs: number) =>
      summaryOfUrl(services, asker(userId), wantedLink(url), { url, waitMs }, signal);
    expect(await ask('ada', 1000)).toEqual({
      ...{ contentId: content.id, status: 'completed', title: 'T', summary: 'N', problem: { code: 'fetch_status', params: {} } },
    });
    expect(await ask('bob', 0)).toMatchObject({ status: 'processing', summary: null, problem: null, title: 'w.example/page' });
  });
});

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

describe('batches of notes', () => {
  const start = (userId = 'ada', chosen?: string[]) => startBatch(services, asker(userId), chosen);

  test('SUM-12 begin what has a link and no note, the newest first, and one at a time', async () => {
    const at = (n: number) => ({ updatedAt: new Date(Date.UTC(2026, 0, n)), status: 'failed' as const });
    expect(await start()).toEqual({ outcome: 'nothing_to_do', taskId: null, total: 0, left: 0 });
    const [old, young] = [await addOwn('ada', at(1)), await addOwn('ada', at(2))];
    const [noted, unlinked, theirs] = [
      await addOwn('ada', { note: 'N', noteExcerpt: 'N' }),
      await addOwn('ada', { ...at(3), sourceUrl: null }),
      await addOwn('bob', at(4)),
    ];
    const { content: running } = await addWaiting('ada');
    const all = [old, young, noted, unlinked, theirs, running].map(({ id }) => id);
    expect(await withoutNotes(client.db, 'ada', undefined)).toEqual([young.id, old.id]);
    expect(await withoutNotes(client.db, 'ada', [old.id, theirs.id])).toEqual([old.id]);
    expect(await start('ada', [noted.id])).toMatchObject({ outcome: 'all_have_notes', taskId: null });
    expect(await start('ada', [unlinked.id, running.id])).toMatchObject({ outcome: 'nothing_to_do' });
    expect(await start('ada', [theirs.id])).toMatchObject({ outcome: 'nothing_to_do' });
    const started = await start('ada', all);
    expect(started).toEqual({ outcome: 'started', taskId: started.taskId, total: 2, left: 0 });
    const task = await taskOf(started.taskId);
    const [batch] = await client.db.select().from(batches);
    expect(batch).toMatchObject({ userId: 'ada', title: '', url: '' });
    expect(task).toMatchObject({
      ...{ kind: 'batch_summary', key: 'ada', userId: 'ada' },
      payload: { userId: 'ada', batchId: batch?.id, contentIds: [young.id, old.id], clientAddress: '192.0.2.7' },
    });
    expect(await start()).toEqual({ outcome: 'under_way', taskId: started.taskId, total: 2, left: 0 });
    expect(await start('bob')).toMatchObject({ outcome: 'started', total: 1 });
  });

  test('SUM-12 tell what became of each item', async () => {
    const [waits, other] = [await addWaiting('ada', { title: 'D' }), await addWaiting('ada', { title: 'E' })];
    const [done, failed, refused, unbegun, theirs] = [
      await addOwn('ada', { title: 'C', note: 'N', noteExcerpt: 'N' }),
      await addOwn('ada', { title: 'B', status: 'failed', problemCode: 'fetch_status', problemParams: { status: 404 } }),
      await addOwn('ada', { title: 'A', status: 'failed', problemCode: 'timed_out' }),
      await addOwn('ada', { title: 'F', status: 'failed' }),
      await addOwn('bob', { title: 'X' }),
    ];
    const batchId = await addBatch('ada', [
      [waits.content, waits.runId],
      [other.content, randomUUID()],
      [failed, randomUUID()],
    ]);
    await addBatch('ada', [[unbegun, null]]);
    const contentIds = [waits.content, other.content, done, failed, refused, unbegun, theirs].map(({ id }) => id);
    const payload = { userId: 'ada', batchId, contentIds, clientAddress: '' };
    const problem = { code: 'out_of_time' as const, params: {} };
    const outcome = {
      ...{ total: 7, summarised: 1, skipped: 4 },
      skippedItems: [
        { contentId: refused.id, title: 'A', problem },
        { contentId: failed.id, title: 'B', problem: { code: 'fetch_status', params: { status: 404 } } },
        { contentId: other.content.id, title: 'E', problem: null },
      ],
    };
    expect(await readOutcome(client.db, payload, { [refused.id]: problem })).toEqual({ outcome, open: [waits.runId] });
    expect(await readBatchResult(services, 'ada')).toBeNull();
    const checkpoints = { refused: { [refused.id]: problem } };
    const taskId = randomUUID();
    await client.db
      .insert(tasks)
      .values({ id: taskId, kind: 'batch_summary', key: 'ada', userId: 'ada', payload, state: 'running', checkpoints });
    expect(await readBatchResult(services, 'ada')).toEqual({ taskId, state: 'running', ...outcome });
    const kept = { total: 1, summarised: 1, skipped: 0, skippedItems: [] };
    await client.db
      .update(tasks)
      .set({ state: 'completed', checkpoints: { ...checkpoints, outcome: kept } })
      .where(eq(tasks.id, taskId));
    expect(await readBatchResult(services, 'ada')).toEqual({ taskId, state: 'completed', ...kept });
    expect(await readBatchResult(services, 'bob')).toBeNull();
  });

  /** Runs the task until its notes were begun; gives its last stage, and what it kept. */
  async function runOnce(payload: Parameters<typeof runBatch>[1], kept: [string, unknown][] = []) {
    const checkpoints = new Map<string, unknown>(kept);
    const stages: unknown[][] = [];
    const id = randomUUID();
    await client.db.insert(tasks).values({ id, kind: 'batch_summary', key: 'ada', userId: 'ada', payload, state: 'running' });
    const context = {
      ...{ task: { id }, signal, checkpoints, putOff: () => undefined },
      checkpoint: async (name: string, value: unknown) => void checkpoints.set(name, structuredClone(value)),
      stage: (...said: unknown[]) => {
        stages.push(said);
        // What was begun is not run here.
        if (said[1] !== 100) throw new AppError('timed_out');
      },
    } as unknown as TaskContext;
    const error = await runBatch(services, payload, context).catch(codeOf);
    return { error, checkpoints, stage: stages.at(-1) };
  }

  test('SUM-12 begin each item as it needs, and keep why one was not begun', async () => {
    const failed = { status: 'failed' as const };
    const [again, plain, own, noted, file, poor] = [
      await addOwn('ada', { problemCode: 'document_no_text', detail: 'brief' }),
      await addOwn('ada', failed),
      await addOwn('ada', failed),
      await addOwn('ada', { note: 'N', noteExcerpt: 'N' }),
      await addContent('ada', (await addSource({ url: null, key: 'file:3' })).id, { ...failed, sourceUrl: 'https://x.example/' }),
      await addOwn('ada', failed),
    ];
    const chosen = await addExtraction(own.sourceId, {}, { contentId: own.id });
    await client.db.update(contents).set({ ownExtractionId: chosen }).where(eq(contents.id, own.id));
    const { content: running, runId } = await addWaiting('ada');
    const batchId = await createBatch(client.db, { userId: 'ada', title: '', url: '' });
    await client.db.insert(batchItems).values({ batchId, contentId: poor.id, runId: null, position: 9 });
    const contentIds = [again, plain, own, noted, file, running, poor].map(({ id }) => id);
    const payload = { userId: 'ada', batchId, contentIds: [...contentIds, randomUUID()], clientAddress: '192.0.2.7' };
    const { error, checkpoints, stage: last } = await runOnce(payload);
    expect(error).toBe('timed_out');
    expect(last).toEqual(['summarising', 50, 'summarising', { total: 8, done: 4, summarised: 1, skipped: 3 }]);
    expect(checkpoints.get('refused')).toEqual({ [file.id]: { code: 'not_found', params: {} } });
    const runIdOf = async ({ id }: OwnedContent) => (await contentOf(id))?.activeRunId;
    expect(await runOf(await runIdOf(again))).toMatchObject({ again: true, detail: 'brief', refetch: true });
    expect(await runOf(await runIdOf(plain))).toMatchObject({ again: false, refetch: false });
    expect(await runOf(await runIdOf(own))).toMatchObject({ again: true, extractionId: chosen });
    const items = await client.db.select().from(batchItems).orderBy(batchItems.position);
    expect(items.map(({ contentId, runId: id, position }) => [contentId, id, position])).toEqual([
      [again.id, await runIdOf(again), 0],
      [plain.id, await runIdOf(plain), 1],
      [own.id, await runIdOf(own), 2],
      [noted.id, null, 3],
      [running.id, runId, 5],
      [poor.id, null, 9],
    ]);
    expect(await runIdOf(poor)).toBeNull();
  });

  test('SUM-12 end with their outcome when nothing is open, and begin nothing that was refused before', async () => {
    const failed = { status: 'failed' as const, title: 'A' };
    const [one, two] = [await addOwn('ada', failed), await addOwn('ada', { ...failed, title: 'B' })];
    recorded.broke.push('ada');
    const batchId = await createBatch(client.db, { userId: 'ada', title: '', url: '' });
    const payload = { userId: 'ada', batchId, contentIds: [one.id, two.id], clientAddress: '' };
    const earlier = { code: 'timed_out', params: {} };
    const { error, checkpoints, stage: last } = await runOnce(payload, [['refused', { [one.id]: earlier }]]);
    expect(error).toBeUndefined();
    const problem = { code: 'out_of_time', params: { needed: 1 } };
    expect(checkpoints.get('refused')).toEqual({ [one.id]: earlier, [two.id]: problem });
    expect(last).toEqual(['summarising', 100, 'summarising', { total: 2, done: 2, summarised: 0, skipped: 2 }]);
    expect(checkpoints.get('outcome')).toEqual({
      ...{ total: 2, summarised: 0, skipped: 2 },
      skippedItems: [
        { contentId: one.id, title: 'A', problem: earlier },
        { contentId: two.id, title: 'B', problem },
      ],
    });
  });
});

describe('a content', () => {
  test('SUM-03 is read with what its note, its source and its run say, by its owner', async () => {
    const source = await addSource({ url: 'https://r.example/' });
    const transcript = linesOf(['One.', 'Two.']);
    const extractionId = await addExtraction(source.id, { transcript, articleMarkdown: ' \n', kind: 'video', chapters: [] });
    const runId = await addRun(source.id, {}, { progress: stage('outline') });
    const content = await addContent('ada', source.id, {
      ...{
        extractionId,
        activeRunId: runId,
        note: 'N',
        noteExcerpt: 'N',
        kind: 'video',
        durationMs: 61_500,
        sourceUrl: source.url,
      },
    });
    const [version] = await client.db
      .insert(noteVersions)
      .values({
        ...{ userId: 'ada', contentId: content.id, markdown: 'N', method: 'model', model: 'm' },
        outline: { method: 'model', checks: { statements: 4, statementsVerified: 3 }, chapters: [], costLimited: true } as never,
        coverage: { share: 0.5 } as never,
      })
      .returning();
    await client.db.update(contents).set({ noteVersionId: version?.id }).where(eq(contents.id, content.id));
    await addContent('bob', source.id);
    const overview = await readOverview(client.db, 'ada', content.id);
    expect(overview).toMatchObject({
      ...{
        contentId: content.id,
        extractionId,
        durationSeconds: 61.5,
        hasScript: true,
        hasText: false,
        timed: true,
        transcriptVersion: 0,
      },
      ...{ noteMethod: 'model', noteModel: 'm', noteEdited: false, verified: { statements: 4, standing: 3 }, costLimited: true },
      ...{ coverage: { share: 0.5 }, run: { stage: 'outline' }, originalFile: null, ownWords: false, noteVersionId: version?.id },
    });
    for (const read of [readOverview, readDetail])
      expect(await read(client.db, 'bob', content.id).catch(codeOf)).toBe('not_found');
    expect(await readDetail(client.db, 'ada', content.id)).toMatchObject({
      subtitlesArray: [{ text: 'One.' }, { text: 'Two.' }],
      paragraphs: [],
    });
    // Edited, its coverage is computed from what it says now.
    await client.db.update(noteVersions).set({ method: 'edited' });
    const edited = await readOverview(client.db, 'ada', content.id);
    expect([edited.noteEdited, edited.noteMethod, edited.coverage === null]).toEqual([true, 'model', false]);
    expect(edited.coverage).not.toEqual({ share: 0.5 });
    await client.db.update(contents).set({ extractionId: null }).where(eq(contents.id, content.id));
    expect((await readOverview(client.db, 'ada', content.id)).coverage).toEqual({ share: 0.5 });
  });
});
