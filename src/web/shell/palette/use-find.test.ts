import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { useFind } from './use-find.ts';

const found = (keyword: string) => ({
  titles: [{ id: `title ${keyword}` }],
  notes: [{ id: `note ${keyword}` }],
  transcripts: [{ id: `script ${keyword}` }],
  complete: keyword !== 'b',
});

async function typing(first: string) {
  const page = openPage({ answers: { 'library.find': ({ keyword }: { keyword: string }) => found(keyword) } });
  const hook = await page.render((keyword: string) => useFind(keyword), first);
  await page.settle();
  const state = () => {
    const { asked, settled, complete, found: all } = hook.now;
    return [asked, settled, complete, all.map((each) => (each as unknown as { id: string }).id).join()];
  };
  return { page, hook, state };
}

test('a search is sent half a second after the last key, and shows titles, notes and scripts in this order', async () => {
  const { page, hook, state } = await typing('');
  expect([state(), page.calls]).toEqual([['', true, true, ''], []]);
  await hook.update('a');
  await page.settle(400);
  await hook.update('ab');
  expect(state()).toEqual(['', false, true, '']);
  await page.settle(494);
  expect(page.calls).toEqual([]);
  await page.settle(1);
  await page.settle();
  expect(page.calls).toEqual([{ path: 'library.find', input: { keyword: 'ab', limit: 5 } }]);
  expect(state()).toEqual(['ab', true, true, 'title ab,note ab,script ab']);
});

test('the results before stay until the new ones come, and do not count as theirs', async () => {
  const { page, hook, state } = await typing('a');
  expect(state()).toEqual(['a', true, true, 'title a,note a,script a']);
  const answer = Promise.withResolvers<unknown>();
  page.answers['library.find'] = () => answer.promise;
  await hook.update('b');
  await page.settle(500);
  expect(state()).toEqual(['b', false, true, 'title a,note a,script a']);
  await hook.after(() => answer.resolve(found('b')));
  expect(state()).toEqual(['b', true, false, 'title b,note b,script b']);
  // An empty field needs no pause, and has no results.
  await hook.update('');
  expect(state()).toEqual(['', true, true, '']);
});

test('a failed search can be tried again, and is forgotten with its words', async () => {
  const { page, hook, state } = await typing('');
  page.answers['library.find'] = () => {
    throw refusal('internal');
  };
  await hook.update('a');
  await page.settle(510);
  await page.settle();
  expect([state(), hook.now.error === null]).toEqual([['a', true, true, ''], false]);
  const again = Promise.withResolvers<unknown>();
  page.answers['library.find'] = () => again.promise;
  await hook.after((now) => now.retry());
  expect(state()[1]).toBe(false);
  await hook.after(() => again.resolve(found('a')));
  page.answers['library.find'] = () => found('a');
  await hook.after((now) => now.retry());
  expect([state()[3], hook.now.error]).toEqual(['title a,note a,script a', null]);
  page.answers['library.find'] = () => {
    throw refusal('internal');
  };
  await hook.update('z');
  await page.settle(510);
  await page.settle();
  expect(hook.now.error === null).toBe(false);
  await hook.update('');
  expect(hook.now.error).toBeNull();
});
