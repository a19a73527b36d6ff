import { expect, test } from 'vitest';
import type { RunState } from '#features/contents/contract.ts';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { followStreams } from '../../../../tests/harness/interface/page-streams.tsx';
import { useRunStream } from './use-run-stream.ts';

const run: RunState = { stage: 'fetch', percent: 5, code: 'x', params: {}, elapsedMs: 3 };
const waiting = { phase: 'waiting', stage: null, draft: '', problem: null };
const stage = (name: string) => ({ type: 'stage', stage: name, percent: 20, code: 'y', elapsedMs: 4 });

async function opened(first: { run: RunState | null; active: boolean } = { run, active: true }) {
  const page = openPage();
  const streams = followStreams(page);
  const changes: string[] = [];
  const hook = await page.render(
    (now: typeof first) => useRunStream('c', now.run, now.active, () => changes.push('changed')),
    first,
  );
  const tell = (event: object, taskId: string | null = 't') => streams.tell({ contentId: 'c', taskId, event });
  return { page, streams, hook, changes, tell };
}

test('a run is shown as the page found it, until its stream tells more', async () => {
  const { hook, streams, tell } = await opened();
  await streams.expectOpen('content.progress', { contentId: 'c' });
  expect(hook.now.view).toEqual({ ...waiting, phase: 'running', stage: { type: 'stage', ...run } });
  await tell(stage('transcribe'));
  expect(hook.now.view.stage).toEqual(stage('transcribe'));
  await tell({ type: 'partial', offset: 0, text: 'Words', elapsedMs: 5 });
  expect(hook.now.view.draft).toBe('Words');
  // An event of another run begins anew.
  await tell(stage('fetch'), null);
  expect([hook.now.view.draft, hook.now.view.stage]).toEqual(['', stage('fetch')]);
});

test('no stream is open where nothing runs', async () => {
  const { hook, streams } = await opened({ run: null, active: false });
  expect([await streams.open(), hook.now.view, hook.now.reconnecting]).toEqual([[], waiting, false]);
});

test('the content is read again once the source was read, and at the end', async () => {
  const { streams, changes, tell, hook } = await opened();
  await streams.expectOpen('content.progress', { contentId: 'c' });
  await tell(stage('transcribe'));
  await tell({ type: 'partial', offset: 0, text: 'Words', elapsedMs: 5 });
  expect(changes).toHaveLength(0);
  await tell(stage('outline'));
  await tell(stage('outline'));
  expect(changes).toHaveLength(1);
  await tell({ type: 'completed', elapsedMs: 5 });
  expect([changes.length, hook.now.view.phase]).toEqual([2, 'completed']);
  // The note has replaced what was streamed.
  await hook.update({ run: null, active: false });
  expect([hook.now.view, await streams.open()]).toEqual([waiting, []]);
  await hook.update({ run, active: true });
  await streams.expectOpen('content.progress', { contentId: 'c' });
  await tell(stage('outline'), 't2');
  expect(changes).toHaveLength(3);
});

test('a cut stream is told, not one that has never been there', async () => {
  const { hook, streams } = await opened();
  await streams.expectOpen('content.progress', { contentId: 'c' });
  await streams.lose();
  expect(hook.now.reconnecting).toBe(false);
  await streams.connect();
  expect(hook.now.reconnecting).toBe(false);
  await streams.lose();
  expect(hook.now.reconnecting).toBe(true);
  await streams.connect();
  expect(hook.now.reconnecting).toBe(false);
  await streams.lose();
  await hook.update({ run: null, active: false });
  expect(hook.now.reconnecting).toBe(false);
  await hook.update({ run, active: true });
  expect(hook.now.reconnecting).toBe(false);
});

test('it is known how long the stream has been silent', async () => {
  const { page, hook, streams, tell } = await opened({ run: null, active: false });
  const { silentMs } = hook.now;
  await page.settle(1000);
  expect(silentMs()).toBeGreaterThanOrEqual(1000);
  await hook.update({ run, active: true });
  expect(silentMs()).toBeLessThan(100);
  await streams.expectOpen('content.progress', { contentId: 'c' });
  await page.settle(5000);
  expect(silentMs()).toBeGreaterThanOrEqual(5000);
  await tell(stage('transcribe'));
  expect(silentMs()).toBeLessThan(100);
  await page.settle(300);
  await hook.update({ run: null, active: false });
  expect([silentMs() >= 300, hook.now.silentMs === silentMs]).toEqual([true, true]);
});
