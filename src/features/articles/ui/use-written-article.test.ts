import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { followStreams } from '../../../../tests/harness/interface/page-streams.tsx';
import { articles } from '../words/en.ts';
import { useWrittenArticle } from './use-written-article.ts';

const contentId = 'c';
const part = (state: string) => ({ state });
const nothing = { taskId: null as string | null, state: null as string | null, done: 0, total: 0, parts: [] as object[] };

async function opened(first: Partial<typeof nothing> = {}) {
  let article: unknown = { ...nothing, ...first };
  const page = openPage({
    words: { articles },
    answers: {
      'content.writtenArticle': () => article,
      'content.writeArticle': () => ({}),
      'content.cancelArticle': () => ({}),
      'content.deleteArticle': () => ({}),
    },
  });
  const streams = followStreams(page);
  const hook = await page.render(() => useWrittenArticle(contentId), null);
  await page.settle();
  const paths = () => page.calls.map(({ path }) => path.slice('content.'.length));
  return { page, streams, hook, paths, now: (next: Partial<typeof nothing>) => (article = { ...nothing, ...next }) };
}

test('an article without written text is shown as spoken, whatever was chosen', async () => {
  const { hook, page } = await opened();
  expect(hook.now).toMatchObject({
    ...{ data: nothing, progress: { done: 0, total: 0 }, error: null, view: 'spoken', busy: false },
  });
  expect(page.calls).toEqual([{ path: 'content.writtenArticle', input: { contentId } }]);
  for (const first of [{ parts: [part('missing'), part('stale')] }, { state: 'running' }]) {
    const other = await opened(first);
    await other.hook.after((now) => now.setView('written'));
    expect(other.hook.now.view).toBe('spoken');
  }
});

test('a written article is shown unless the spoken text is chosen', async () => {
  for (const first of [{ parts: [part('missing'), part('written')] }, { parts: [part('missing')], state: 'running' }]) {
    const { hook } = await opened(first);
    expect(hook.now.view).toBe('written');
    await hook.after((now) => now.setView('spoken'));
    expect(hook.now.view).toBe('spoken');
    await hook.after((now) => now.setView('written'));
    expect(hook.now.view).toBe('written');
  }
});

test.each(['all', 'rest', 2] as const)('writing %s parts shows the written article', async (parts) => {
  const { hook, page, paths } = await opened({ parts: [part('written')] });
  const { write } = hook.now;
  await hook.after((now) => now.setView('spoken'));
  expect(hook.now.write).toBe(write);
  const answer = Promise.withResolvers<unknown>();
  page.answers['content.writeArticle'] = () => answer.promise;
  await hook.after((now) => now.write(parts));
  expect([hook.now.view, hook.now.busy, page.calls.at(-1)]).toEqual([
    'written',
    true,
    { path: 'content.writeArticle', input: { contentId, parts } },
  ]);
  await hook.after(() => answer.resolve({}));
  expect([hook.now.busy, paths()]).toEqual([false, ['writtenArticle', 'writeArticle', 'writtenArticle']]);
});

test('writing is stopped, and an article removed', async () => {
  const { hook, page, paths } = await opened({ parts: [part('written')] });
  const stopped = Promise.withResolvers<unknown>();
  page.answers['content.cancelArticle'] = () => stopped.promise;
  await hook.after((now) => now.stop());
  expect([hook.now.busy, page.calls.at(-1)]).toEqual([true, { path: 'content.cancelArticle', input: { contentId } }]);
  await hook.after(() => stopped.resolve({}));
  expect(hook.now.busy).toBe(false);
  const removed = Promise.withResolvers<unknown>();
  page.answers['content.deleteArticle'] = () => removed.promise;
  const done: string[] = [];
  await hook.after((now) => now.remove(() => done.push('removed')));
  expect([hook.now.busy, done, page.calls.at(-1)]).toEqual([true, [], { path: 'content.deleteArticle', input: { contentId } }]);
  await hook.after(() => removed.resolve({}));
  expect([hook.now.busy, done, paths().slice(1)]).toEqual([
    false,
    ['removed'],
    ['cancelArticle', 'writtenArticle', 'deleteArticle', 'writtenArticle'],
  ]);
});

test.each([
  ['writeArticle', (now: ReturnType<typeof useWrittenArticle>) => now.write('all')],
  ['cancelArticle', (now: ReturnType<typeof useWrittenArticle>) => now.stop()],
  ['deleteArticle', (now: ReturnType<typeof useWrittenArticle>) => now.remove(() => expect.unreachable())],
])('a refused %s is told, and the article read again', async (path, act) => {
  const { hook, page, paths } = await opened();
  page.answers[`content.${path}`] = () => {
    throw refusal('not_found');
  };
  await hook.after(act);
  expect(page.toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t write the article.' }]);
  expect(paths()).toEqual(['writtenArticle', path, 'writtenArticle']);
});

test('a failed first read is an error, a later one is not', async () => {
  const fail = () => {
    throw refusal('not_found');
  };
  const page = openPage({ answers: { 'content.writtenArticle': fail } });
  const hook = await page.render(() => useWrittenArticle(contentId), null);
  expect([hook.now.error === null, hook.now.data, hook.now.progress]).toEqual([false, undefined, { done: 0, total: 0 }]);
  const other = await opened();
  other.page.answers['content.writtenArticle'] = fail;
  await other.hook.after((now) => now.stop());
  expect([other.hook.now.error, other.hook.now.data]).toEqual([null, nothing]);
});

test.each([
  [40, 1500],
  [41, 6000],
])('an article of %i parts is read again at most every %i ms while it is written', async (count, everyMs) => {
  const parts = Array.from({ length: count }, () => part('missing'));
  const { hook, page, streams, now } = await opened({ taskId: 't', state: 'running', done: 3, total: 9, parts });
  expect(hook.now.progress).toEqual({ done: 3, total: 9 });
  await streams.expectOpen('task.watch', { taskId: 't' });
  const stage = (params: object) => ({ type: 'stage', stage: 'write', percent: 10, code: 'x', params, elapsedMs: 1 });
  await streams.tell(stage({ done: 2, total: 10 }));
  await page.settle();
  expect([hook.now.progress, page.calls.length]).toEqual([{ done: 3, total: 10 }, 2]);
  now({ taskId: 't', state: 'running', done: 4, total: 9, parts });
  await streams.tell(stage({ done: 5, total: 10 }));
  expect(hook.now.progress).toEqual({ done: 5, total: 10 });
  await page.settle(everyMs - 200);
  expect(page.calls).toHaveLength(2);
  await page.settle(200);
  expect(page.calls).toHaveLength(3);
  await page.settle();
  expect([hook.now.data?.done, hook.now.progress.done]).toEqual([4, 5]);
});
