import { expect, test } from 'vitest';
import { cut, openPage, refusal } from '../../../../../tests/harness/interface/page.tsx';
import { notes } from '../../words/en.ts';
import { useTickTodo } from './use-tick-todo.ts';

const key = (contentId: string) => [['content', 'overview'], { input: { contentId }, type: 'query' }];
const note = '- [ ] one\n- [x] two\n\ntext';
let contents = 0;

async function opened({ known = true, left = [] as object[] } = {}) {
  const contentId = `todo-${++contents}`;
  let versions = 0;
  const page = openPage({
    words: { notes },
    answers: {
      'content.setTask': ({ words, done }: { words: string; done: boolean }) => {
        versions++;
        const shown = (page.queryClient.getQueryData(key(contentId)) as { note: string } | undefined)?.note ?? note;
        const text = shown.replace(new RegExp(`\\[.\\] ${words}`), `[${done ? 'x' : ' '}] ${words}`);
        return { note: text, versionId: `v${versions}`, updatedAt: `time ${versions}` };
      },
      'content.overview': () => ({ note }),
    },
  });
  if (left.length > 0) page.storage.set(`gleaner:ticks:${contentId}`, JSON.stringify(left));
  page.queryClient.setQueryData(key(contentId), { note, title: 'T' });
  const hook = await page.render((text: string | null) => useTickTodo(contentId, text), known ? note : null);
  const sent = () => page.calls.filter(({ path }) => path === 'content.setTask').map(({ input }) => input);
  const tick = (line: number, words: string, done: boolean) => ({ contentId, line, words, done });
  const kept = () => JSON.parse(page.storage.get(`gleaner:ticks:${contentId}`) ?? '[]') as unknown[];
  return { page, hook, contentId, sent, tick, kept };
}

test('a toggled item shows at once and is stored, and its version is then the one shown', async () => {
  const { page, hook, contentId, sent, tick, kept } = await opened();
  expect(hook.now.note).toBe(note);
  const answer = Promise.withResolvers<unknown>();
  const store = page.answers['content.setTask'] as (input: never) => unknown;
  page.answers['content.setTask'] = () => answer.promise;
  await hook.after((now) => now.toggle(0));
  expect(hook.now.note).toBe('- [x] one\n- [x] two\n\ntext');
  expect([sent(), kept()]).toEqual([[tick(0, 'one', true)], [{ line: 0, words: 'one', done: true }]]);
  page.answers['content.setTask'] = store;
  const stored = '- [x] one\n- [x] two\n\ntext';
  await hook.after(() => answer.resolve({ note: stored, versionId: 'v5', updatedAt: 'now' }));
  expect(kept()).toEqual([]);
  expect(page.queryClient.getQueryData(key(contentId))).toEqual({
    note: stored,
    noteVersionId: 'v5',
    updatedAt: 'now',
    title: 'T',
  });
  expect(page.queryClient.getQueryState(key(contentId))?.isInvalidated).toBe(false);
  // The item is toggled as it is stored now, not as the page was first drawn.
  await hook.after((now) => now.toggle(0));
  expect(sent()[1]).toEqual(tick(0, 'one', false));
  await hook.after((now) => now.toggle(3));
  expect(sent()).toHaveLength(2);
});

test('a note that is not there has nothing to toggle', async () => {
  const page = openPage();
  const hook = await page.render(() => useTickTodo('none', null), null);
  await hook.after((now) => now.toggle(0));
  expect([hook.now.note, page.calls]).toEqual([null, []]);
});

test('changes are sent one after the other; of those for one item that wait, the last alone', async () => {
  const { page, hook, sent, tick } = await opened();
  const answer = Promise.withResolvers<unknown>();
  const store = page.answers['content.setTask'] as (input: never) => unknown;
  page.answers['content.setTask'] = () => answer.promise;
  await hook.after((now) => now.toggle(1));
  for (const line of [0, 1, 0, 0]) await hook.after((now) => now.toggle(line));
  expect([sent(), hook.now.note]).toEqual([[tick(1, 'two', false)], '- [x] one\n- [x] two\n\ntext']);
  page.answers['content.setTask'] = store;
  await hook.after(() => answer.resolve({ note: '- [ ] one\n- [ ] two\n\ntext', versionId: 'v1', updatedAt: '' }));
  await page.settle(50);
  expect(sent()).toEqual([tick(1, 'two', false), tick(1, 'two', true), tick(0, 'one', true)]);
});

test('a refused change is taken back and told, and the note read again', async () => {
  const { page, hook, contentId, kept } = await opened();
  page.answers['content.setTask'] = () => {
    throw refusal('not_found');
  };
  await hook.after((now) => now.toggle(0));
  await page.settle();
  expect([hook.now.note, kept()]).toEqual([note, []]);
  expect(page.toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t update the task.' }]);
  expect(page.queryClient.getQueryState(key(contentId))?.isInvalidated).toBe(true);
  await page.settle(10_000);
  expect(page.calls).toHaveLength(1);
});

test('a lost connection is told at the second try, and tried every three seconds', async () => {
  const { page, hook, sent, kept } = await opened();
  const store = page.answers['content.setTask'] as (input: never) => unknown;
  page.answers['content.setTask'] = () => {
    throw cut();
  };
  await hook.after((now) => now.toggle(0));
  await page.settle(2980);
  expect([sent().length, page.toasts.length, hook.now.note]).toEqual([1, 0, '- [x] one\n- [x] two\n\ntext']);
  await page.settle(50);
  expect([sent().length, page.toasts.map(({ message }) => message)]).toEqual([2, ['Couldn’t update the task.']]);
  await page.settle(3050);
  expect([sent().length, page.toasts.length, kept().length]).toEqual([3, 1, 1]);
  page.answers['content.setTask'] = store;
  await page.settle(3050);
  expect([sent().length, kept()]).toEqual([4, []]);
  await page.settle(10_000);
  expect(sent()).toHaveLength(4);
  // Each change has its own tries.
  page.answers['content.setTask'] = () => {
    throw cut();
  };
  await hook.after((now) => now.toggle(1));
  expect(page.toasts).toHaveLength(1);
});

test('what the page before left waiting is sent once the note is known', async () => {
  const left = [{ line: 0, words: 'one', done: true }];
  const { hook, sent, tick } = await opened({ known: false, left });
  expect([sent(), hook.now.note]).toEqual([[], null]);
  await hook.update(note);
  expect(sent()).toEqual([tick(0, 'one', true)]);
});

test('a note that is being read when a change is stored is read again', async () => {
  const { page, hook, contentId } = await opened();
  void page.queryClient
    .fetchQuery({ queryKey: key(contentId), queryFn: () => new Promise(() => undefined), staleTime: 0 })
    .catch(() => undefined);
  await hook.after((now) => now.toggle(0));
  const state = page.queryClient.getQueryState(key(contentId));
  expect([state?.isInvalidated, (state?.data as { note: string } | undefined)?.note]).toEqual([
    true,
    '- [x] one\n- [x] two\n\ntext',
  ]);
});

test('a page that closes sends all that waits, once, and breaks off what is being sent', async () => {
  const { page, hook, sent, tick, kept } = await opened();
  const signals: AbortSignal[] = [];
  const { fetch } = globalThis;
  Object.assign(globalThis, {
    fetch: (url: string, init: RequestInit) => {
      if (init.signal) signals.push(init.signal);
      return fetch(url, init);
    },
  });
  page.answers['content.setTask'] = () => new Promise(() => undefined);
  await hook.after((now) => now.toggle(0));
  await hook.after((now) => now.toggle(1));
  expect(sent()).toEqual([tick(0, 'one', true)]);
  Object.assign(page.document, { visibilityState: 'hidden' });
  page.dispatch(page.document, 'visibilitychange');
  await page.settle();
  // The first one is on its way.
  expect(sent().slice(1)).toEqual([tick(1, 'two', false)]);
  expect(signals[0]?.aborted).toBe(false);
  page.dispatch(page.window, 'pagehide');
  await page.settle();
  expect(sent().slice(2)).toEqual([tick(0, 'one', true), tick(1, 'two', false)]);
  expect(signals[0]?.aborted).toBe(true);
  page.dispatch(page.window, 'pagehide');
  await page.settle();
  expect([sent().length, kept().length]).toEqual([4, 2]);
  page.dispatch(page.window, 'pageshow', { persisted: false });
  await page.settle();
  expect(sent()).toHaveLength(4);
  page.dispatch(page.window, 'pageshow', { persisted: true });
  await page.settle();
  expect(sent().slice(4)).toEqual([tick(0, 'one', true)]);
  await hook.leave();
  page.dispatch(page.window, 'pagehide');
  await page.settle();
  expect(sent()).toHaveLength(5);
});
