import { expect, test, vi } from 'vitest';
import type { TaskEvent } from '#lib/task-event.ts';
import { emptyTaskView } from '#lib/task-view.ts';
import { openPage, refusal } from '../../tests/harness/interface/page.tsx';
import { openStreams } from '../../tests/harness/interface/streams.ts';
import { useTask } from './use-task.ts';
import { useToldTask } from './use-told-task.ts';

const stage = (percent: number, name = 'transcribe'): TaskEvent => ({
  type: 'stage',
  stage: name,
  percent,
  code: 'transcribing',
  elapsedMs: 1,
});
const partial = (offset: number, text: string): TaskEvent => ({ type: 'partial', offset, text, elapsedMs: 1 });
const completed: TaskEvent = { type: 'completed', elapsedMs: 9 };

async function watching(taskId: string | null = 't1', everyMs?: number) {
  const page = openPage({ answers: { 'task.cancel': () => ({}) } });
  const streams = openStreams();
  const ends: boolean[] = [];
  const errors: unknown[] = [];
  const hook = await page.render(
    (id: string | null) =>
      useTask(id, {
        onChange: (ended) => void ends.push(ended),
        onCancelError: (error) => void errors.push(error),
        ...(everyMs === undefined ? {} : { everyMs }),
      }),
    taskId,
  );
  const arrive = async () => {
    await vi.dynamicImportSettled();
    await page.settle(1);
  };
  await arrive();
  const tell = (...events: TaskEvent[]) =>
    hook.after(() => {
      for (const event of events) streams.at(-1)?.send('message', event);
    });
  /** Waits until a burst is drawn, and what follows from that is done. */
  const drawn = async () => {
    await page.settle(50);
    await page.settle(1);
  };
  const asked = () => streams.map((stream) => stream.asked);
  return { page, hook, streams, ends, errors, tell, asked, arrive, drawn };
}

test('what a stream tells of a task is drawn in bursts, and its end at once', async () => {
  const { page, hook, tell, asked } = await watching();
  expect(asked()).toEqual([['task.watch', { taskId: 't1' }]]);
  expect(hook.now).toMatchObject({ ...emptyTaskView, reconnecting: false, cancelling: false });
  const before = hook.renders();
  await tell(stage(20), partial(0, 'He'), partial(2, 'llo'));
  await page.settle(44);
  expect([hook.now.phase, hook.renders()]).toEqual(['waiting', before]);
  await page.settle(1);
  expect(hook.now).toMatchObject({ phase: 'running', stage: stage(20), draft: 'Hello', problem: null });
  expect(hook.renders()).toBe(before + 1);
  await tell(partial(5, '!'), { type: 'failed', code: 'internal', elapsedMs: 3 });
  expect(hook.now).toMatchObject({ phase: 'failed', draft: 'Hello!', problem: { code: 'internal', params: {} } });
});

test('checkpoints are told at most every so often, and the end at once', async () => {
  const { page, tell, ends, drawn } = await watching('t1', 1000);
  expect(ends).toEqual([]);
  await tell(stage(10));
  await drawn();
  expect(ends).toEqual([false]);
  await tell(stage(20));
  await drawn();
  await page.settle(850);
  await tell(partial(0, 'x'));
  expect(ends).toEqual([false]);
  await page.settle(200);
  expect(ends).toEqual([false, false]);
  await tell(stage(30), completed);
  expect(ends).toEqual([false, false, true]);
  await page.settle(2000);
  expect(ends).toEqual([false, false, true]);
});

test('without a pause every checkpoint is told, and a text alone is none', async () => {
  const { tell, ends, drawn } = await watching();
  await tell(partial(0, 'x'));
  await drawn();
  expect(ends).toEqual([]);
  for (const percent of [10, 20]) {
    await tell(stage(percent));
    await drawn();
  }
  expect(ends).toEqual([false, false]);
});

test.each(['cancelled', 'completed'] as const)('a task that was %s has ended', async (type) => {
  const { hook, tell, ends } = await watching();
  await tell({ type, elapsedMs: 1 });
  expect([hook.now.phase, ends]).toEqual([type, [true]]);
});

test('another task starts from nothing, with its own stream', async () => {
  const { hook, tell, asked, arrive, streams } = await watching();
  await tell(completed);
  await hook.update('t2');
  await arrive();
  expect(hook.now).toMatchObject(emptyTaskView);
  expect([asked().at(-1), streams[0]?.readyState]).toEqual([['task.watch', { taskId: 't2' }], 2]);
  await tell(completed);
  expect(hook.now.phase).toBe('completed');
});

test('without a task nothing is asked for, and nothing cancelled', async () => {
  const { page, hook, asked } = await watching(null);
  await hook.after((now) => now.cancel());
  expect([asked(), page.calls, hook.now.phase]).toEqual([[], [], 'waiting']);
});

test('a stream that was lost is told while the task runs', async () => {
  const { page, hook, tell, streams } = await watching();
  const lose = () => hook.after(() => streams[0]?.lose());
  await lose();
  expect(hook.now.reconnecting).toBe(false);
  await hook.after(() => streams[0]?.send('connected', {}));
  await tell(stage(10));
  await page.settle(60);
  expect([hook.now.phase, hook.now.reconnecting]).toEqual(['running', false]);
  await lose();
  expect(hook.now.reconnecting).toBe(true);
});

test('a task is cancelled, and a refusal told', async () => {
  const { page, hook, errors } = await watching();
  const answer = Promise.withResolvers<object>();
  page.answers['task.cancel'] = () => answer.promise;
  await hook.after((now) => now.cancel());
  expect([hook.now.cancelling, page.calls]).toEqual([true, [{ path: 'task.cancel', input: { taskId: 't1' } }]]);
  await hook.after(() => answer.resolve({}));
  expect([hook.now.cancelling, errors]).toEqual([false, []]);
  page.answers['task.cancel'] = () => {
    throw refusal('not_found');
  };
  await hook.after((now) => now.cancel());
  expect([hook.now.cancelling, errors.length]).toEqual([false, 1]);
  const silent = await page.render(() => useTask('t1'), null);
  await silent.after((now) => now.cancel());
  expect(silent.now.cancelling).toBe(false);
});

test('a stream that was left before its code was here is never opened, and one that is left is closed', async () => {
  const { hook, streams, arrive } = await watching();
  await hook.update('t2');
  await hook.update('t3');
  await hook.leave();
  await arrive();
  expect(streams.map(({ readyState }) => readyState).filter((state) => state !== 2)).toEqual([]);
});

test('what was told is forgotten with what has not been drawn yet', async () => {
  const page = openPage();
  const hook = await page.render(useToldTask, undefined);
  await hook.after(({ tell }) => tell('t1', stage(10)));
  await page.settle(50);
  expect([hook.now.told.taskId, hook.now.told.view.stage]).toEqual(['t1', stage(10)]);
  await hook.after(({ tell, forget }) => {
    tell('t1', stage(20));
    forget();
  });
  await page.settle(60);
  expect(hook.now.told).toEqual({ taskId: null, view: emptyTaskView });
  // The next burst is drawn as the first one was.
  await hook.after(({ tell }) => tell('t2', stage(30)));
  expect(hook.now.told.taskId).toBeNull();
  await page.settle(50);
  expect([hook.now.told.taskId, hook.now.told.view.stage]).toEqual(['t2', stage(30)]);
  // After an end that was drawn at once, too.
  await hook.after(({ tell }) => {
    tell('t2', stage(40));
    tell('t2', completed);
  });
  expect([hook.now.told.view.phase, hook.now.told.view.stage?.percent]).toEqual(['completed', 40]);
  await hook.after(({ tell }) => tell('t3', stage(50)));
  await page.settle(44);
  expect(hook.now.told.taskId).toBe('t2');
  await page.settle(1);
  expect(hook.now.told.view).toEqual({ ...emptyTaskView, phase: 'running', stage: stage(50) });
});
