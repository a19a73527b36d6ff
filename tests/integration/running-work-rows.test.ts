/** What is under way and how it is cancelled, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { batches } from '#db/schema/batches.ts';
import { runWaits } from '#db/schema/site-rate-limits.ts';
import { tasks } from '#db/schema/tasks.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { settle as settleBatch } from '#features/summaries/server/batch-summary/settle-batch.ts';
import { cancelBatch, dropEmptyBatch, listBatches } from '#features/summaries/server/batches.ts';
import { cancelWork } from '#features/summaries/server/cancel-run.ts';
import { listRunning } from '#features/summaries/server/list-running.ts';
import { batchSummaryTask, noteTask } from '#features/summaries/tasks.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { addUser, client, codeOf, inTx, keepAccountRows } from './account-rows.ts';
import { addContent, addOwn, contentOf, taskOf } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';
import { addBatch, addWaiting, stage } from './run-records.ts';

keepAccountRows();

let recorded: Recorded;
let services: Services;

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
