import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../../tests/harness/interface/page.tsx';
import { tags } from '../../words/tags/en.ts';
import { useTagChanges } from './use-tag-changes.ts';

async function opened({ user = { id: 'u' } as object | null, last = null as object | null } = {}) {
  const page = openPage({
    words: { tags },
    answers: {
      'account.me': () => ({ user }),
      'userNote.lastTagChange': () => last,
      'userNote.changeTag': () => ({}),
      'userNote.undoTagChange': () => ({}),
    },
  });
  const key = [['user', 'tags'], { type: 'query' }];
  page.queryClient.setQueryData(key, {});
  const hook = await page.render(() => useTagChanges(), null);
  await page.settle();
  const sent = () => page.calls.splice(0).filter(({ path }) => path !== 'account.me');
  const isStale = () => page.queryClient.getQueryState(key)?.isInvalidated;
  return { page, hook, sent, isStale };
}

const read = { path: 'userNote.lastTagChange', input: undefined };

test('the last change is read for a user, not for a visitor', async () => {
  const visitor = await opened({ user: null });
  expect([visitor.sent(), visitor.hook.now.last, visitor.hook.now.busy]).toEqual([[], null, false]);
  const done = await opened({ last: { state: 'completed' } });
  expect([done.sent(), done.hook.now.last, done.hook.now.busy]).toEqual([[read], { state: 'completed' }, false]);
  const running = await opened({ last: { state: 'running' } });
  expect(running.hook.now.busy).toBe(true);
});

test.each([
  ['changeTag', (now: ReturnType<typeof useTagChanges>) => now.change('a', null), { from: 'a', to: null }],
  ['undoTagChange', (now: ReturnType<typeof useTagChanges>) => now.undo('t'), { taskId: 't' }],
] as const)('%s is sent, and what it changes read again', async (name, act, input) => {
  const { page, hook, sent, isStale } = await opened();
  sent();
  const answer = Promise.withResolvers<unknown>();
  page.answers[`userNote.${name}`] = () => answer.promise;
  await hook.after(act);
  expect([hook.now.busy, sent(), isStale()]).toEqual([true, [{ path: `userNote.${name}`, input }], false]);
  await hook.after(() => answer.resolve({}));
  expect([hook.now.busy, sent(), isStale(), page.toasts]).toEqual([false, [read], true, []]);
  page.answers[`userNote.${name}`] = () => {
    throw refusal('not_found');
  };
  await hook.after(act);
  expect(page.toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t change the tag.' }]);
  expect(sent()).toHaveLength(2);
});

test('a change of another page is read on request', async () => {
  const { hook, sent, isStale } = await opened();
  sent();
  await hook.after((now) => now.refresh());
  expect([sent(), isStale()]).toEqual([[read], true]);
});
