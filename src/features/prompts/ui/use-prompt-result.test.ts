import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { followStreams } from '../../../../tests/harness/interface/page-streams.tsx';
import { prompts } from '../words/en.ts';
import { partsOf, usePromptResult } from './use-prompt-result.ts';

async function opened(result: object | null) {
  const page = openPage({
    words: { prompts },
    answers: { 'prompt.result': () => ({ result }), 'task.cancel': () => ({ state: 'cancelled' }) },
  });
  const resultsKey = [['prompt', 'results'], { input: { contentId: 'c' }, type: 'query' }];
  page.queryClient.setQueryData(resultsKey, {});
  const streams = followStreams(page);
  const hook = await page.render(() => usePromptResult({ contentId: 'c', promptId: 'p' }), null);
  const stale = () => page.queryClient.getQueryState(resultsKey)?.isInvalidated;
  return { page, hook, streams, stale };
}

test('an answer is read, and is being written while it has a task', async () => {
  const none = await opened(null);
  expect([none.hook.now.result, none.hook.now.running]).toEqual([null, false]);
  expect(none.page.calls).toEqual([{ path: 'prompt.result', input: { contentId: 'c', promptId: 'p' } }]);
  const done = await opened({ taskId: null, text: 'x' });
  expect([done.hook.now.result, done.hook.now.running, await done.streams.open()]).toEqual([
    { taskId: null, text: 'x' },
    false,
    [],
  ]);
  const running = await opened({ taskId: 't' });
  expect(running.hook.now.running).toBe(true);
  await running.streams.expectOpen('task.watch', { taskId: 't' });
});

test('an answer that ends is read again with its list, and one that grows every ten seconds', async () => {
  const { page, hook, streams, stale } = await opened({ taskId: 't' });
  await streams.expectOpen('task.watch', { taskId: 't' });
  const stage = (done: number) => ({
    type: 'stage',
    stage: 'read',
    percent: 1,
    code: 'x',
    params: { done, total: 4 },
    elapsedMs: 1,
  });
  await streams.tell(stage(1));
  await page.settle();
  expect([page.calls.length, stale(), partsOf(hook.now.task)]).toEqual([2, true, { done: 1, total: 4 }]);
  await streams.tell(stage(2));
  await page.settle(9700);
  expect([page.calls.length, partsOf(hook.now.task)]).toEqual([2, { done: 2, total: 4 }]);
  await page.settle(300);
  expect(page.calls).toHaveLength(3);
  await streams.tell({ type: 'completed', elapsedMs: 5 });
  expect([hook.now.task.phase, page.calls.length]).toEqual(['completed', 4]);
});

test('an answer that cannot be stopped is told', async () => {
  const { page, hook } = await opened({ taskId: 't' });
  page.answers['task.cancel'] = () => {
    throw refusal('not_found');
  };
  await hook.after((now) => now.task.cancel());
  expect(page.calls.at(-1)).toEqual({ path: 'task.cancel', input: { taskId: 't' } });
  expect(page.toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t stop the answer.' }]);
});

test('a source that is read whole has no parts', () => {
  const view = (params: object | undefined) => ({ stage: params && { params } }) as never;
  expect([partsOf(view(undefined)), partsOf(view({})), partsOf(view({ done: '2', total: 5 }))]).toEqual([
    { done: 0, total: 0 },
    { done: 0, total: 0 },
    { done: 2, total: 5 },
  ]);
});
