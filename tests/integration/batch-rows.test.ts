/** Batches of notes, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { batches, batchItems } from '#db/schema/batches.ts';
import { contents } from '#db/schema/content.ts';
import { tasks } from '#db/schema/tasks.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { readBatchResult, readOutcome } from '#features/summaries/server/batch-summary/batch-outcome.ts';
import { startBatch, withoutNotes } from '#features/summaries/server/batch-summary/start-batch.ts';
import { run as runBatch } from '#features/summaries/server/batch-summary/summarise-batch.handler.ts';
import { createBatch } from '#features/summaries/server/batches.ts';
import { batchSummaryTask, noteTask } from '#features/summaries/tasks.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { addUser, client, codeOf, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addOwn, addSource, asker, contentOf, runOf, taskOf } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';
import { addBatch, addWaiting } from './run-records.ts';

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
