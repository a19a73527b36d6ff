import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { followStreams } from '../../../../../tests/harness/interface/page-streams.tsx';
import { useRunning, useRunningProgress } from './use-running-progress.ts';

const item = (contentId: string) => ({ contentId, run: null });
const recordsKey = [['user', 'videos'], { input: {}, type: 'infinite' }];

async function opened({ user = { id: 'u' } as object | null, items = [item('a'), item('b')], batches = [] as object[] } = {}) {
  const running = { items, batches };
  const page = openPage({ answers: { 'account.me': () => ({ user }), 'content.running': () => structuredClone(running) } });
  Object.assign(page.document, { visibilityState: 'visible' });
  const streams = followStreams(page);
  const rows = [
    { content_id: 'a', run: null },
    { content_id: 'b', run: null },
  ];
  page.queryClient.setQueryData(recordsKey, { pages: [{ uniqueVideos: rows }], pageParams: [] });
  const hook = await page.render(() => {
    useRunningProgress();
    return useRunning().data;
  }, null);
  await page.settle();
  await streams.open();
  const reads = () => page.calls.filter(({ path }) => path === 'content.running').length;
  const stale = () => page.queryClient.getQueryState(recordsKey)?.isInvalidated;
  return {
    ...{ page, hook, streams, running, reads, stale },
    /** Shows or hides the page. */
    turn: async (visibilityState: 'visible' | 'hidden') => {
      Object.assign(page.document, { visibilityState });
      page.dispatch(page.document, 'visibilitychange');
      await page.settle();
      return await streams.open();
    },
    recordRuns: () =>
      (page.queryClient.getQueryData(recordsKey) as { pages: { uniqueVideos: typeof rows }[] }).pages[0]?.uniqueVideos.map(
        ({ run }) => run,
      ),
  };
}

const stream = ['content.progress', {}];
const stage = { type: 'stage', stage: 'outline', percent: 40, code: 'reading', elapsedMs: 7 };

test('a visitor without an account has no running work', async () => {
  const { page, streams } = await opened({ user: null });
  expect([page.calls.map(({ path }) => path), await streams.open()]).toEqual([['account.me'], []]);
});

test('a stream is open while something runs, a batch too', async () => {
  expect(await (await opened()).streams.open()).toEqual([stream]);
  expect(await (await opened({ items: [], batches: [{}] })).streams.open()).toEqual([stream]);
  expect(await (await opened({ items: [] })).streams.open()).toEqual([]);
});

test('the progress of a run is shown in the running list and in the records', async () => {
  const { hook, streams, reads, recordRuns, stale } = await opened();
  await streams.tell({ contentId: 'b', taskId: 't', event: { ...stage, params: { part: 2 } } });
  const run = { stage: 'outline', percent: 40, code: 'reading', params: { part: 2 }, elapsedMs: 7 };
  expect(hook.now?.items).toEqual([item('a'), { contentId: 'b', run }]);
  expect([recordRuns(), reads(), stale()]).toEqual([[null, run], 1, false]);
  await streams.tell({ contentId: 'a', taskId: 't', event: stage });
  expect(recordRuns()).toEqual([{ ...run, params: {} }, run]);
  await streams.tell({ contentId: 'b', taskId: 't', event: { type: 'partial', offset: 0, text: 'x', elapsedMs: 9 } });
  expect([hook.now?.items.length, recordRuns(), reads(), stale()]).toEqual([2, [{ ...run, params: {} }, run], 1, false]);
});

test('a run that has ended leaves the list at once, and what it changed is read again', async () => {
  const { page, hook, streams, reads, stale } = await opened();
  page.answers['content.running'] = () => new Promise(() => undefined);
  await streams.tell({ contentId: 'a', taskId: 't', event: { type: 'completed', elapsedMs: 9 } });
  expect([hook.now?.items, reads(), stale()]).toEqual([[item('b')], 2, true]);
});

test('an event before the list is known changes nothing of it', async () => {
  const { page, streams } = await opened();
  page.queryClient.setQueryData([['content', 'running'], { type: 'query' }], undefined);
  page.queryClient.removeQueries({ queryKey: [['content', 'running']] });
  await streams.tell({ contentId: 'a', taskId: 't', event: stage });
  await streams.tell({ contentId: 'a', taskId: 't', event: { type: 'failed', code: 'internal', elapsedMs: 9 } });
  expect(page.queryClient.getQueryData([['content', 'running'], { type: 'query' }])).toBeUndefined();
});

test('what ended before the stream was open is read again', async () => {
  const { streams, reads, stale } = await opened();
  expect([reads(), stale()]).toEqual([1, false]);
  await streams.connect();
  expect([reads(), stale()]).toEqual([2, true]);
});

test('a hidden page has no stream, and reads again what may have ended meanwhile', async () => {
  const { turn, reads, stale } = await opened();
  expect(await turn('hidden')).toEqual([]);
  expect([reads(), stale()]).toEqual([1, false]);
  expect(await turn('visible')).toEqual([stream]);
  expect([reads(), stale()]).toEqual([2, true]);
});

test('a page that was hidden while nothing ran asks only what runs', async () => {
  const { turn, reads, stale, running, streams } = await opened({ items: [] });
  await turn('hidden');
  running.items.push(item('c'));
  await turn('visible');
  expect([reads(), stale(), await streams.open()]).toEqual([2, false, [stream]]);
});

test('a page that is left listens no more', async () => {
  const { hook, turn, reads } = await opened();
  await hook.leave();
  expect(await turn('hidden')).toEqual([]);
  await turn('visible');
  expect(reads()).toBe(1);
});
