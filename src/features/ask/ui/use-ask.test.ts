import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { ask as words } from '../words/en.ts';
import { useAsk } from './use-ask.ts';
import { useScopeName } from './use-scope-name.ts';

const scope = { tag: 'x' };

async function opened() {
  const give = () => ({ id: 'new' });
  const page = openPage({ words: { ask: words }, answers: { 'ask.ask': give, 'ask.brief': give, 'ask.again': give } });
  const keys = ['ask.list', 'ask.answer'].map((path) => [path.split('.'), { type: 'query' }]);
  for (const key of keys) page.queryClient.setQueryData(key, {});
  const started: unknown[][] = [];
  const hook = await page.render(() => useAsk('en', (...all) => started.push(all)), null);
  const hold = (path: string) => {
    const answer = Promise.withResolvers<unknown>();
    page.answers[path] = () => answer.promise;
    return answer;
  };
  const stale = () => keys.map((key) => page.queryClient.getQueryState(key)?.isInvalidated);
  return { page, hook, started, hold, stale };
}

test('a question is asked in its scope, alone or below an answer', async () => {
  const { page, hook, started, hold, stale } = await opened();
  const answer = hold('ask.ask');
  let accepted: Promise<boolean> | undefined;
  await hook.after((now) => {
    accepted = now.ask('Why?', scope);
  });
  expect([hook.now.busy, hook.now.briefing, page.calls]).toEqual([
    true,
    false,
    [{ path: 'ask.ask', input: { question: 'Why?', scope, noteLanguage: 'en' } }],
  ]);
  await hook.after(() => answer.resolve({ id: 'new' }));
  expect([await accepted, hook.now.busy, started, stale()]).toEqual([true, false, [['new', null]], [true, false]]);
  await hook.after((now) => now.ask('And?', scope, 'before'));
  expect(page.calls[1]?.input).toEqual({ question: 'And?', scope, noteLanguage: 'en', after: 'before' });
  expect(started[1]).toEqual(['new', 'before']);
});

test('a brief is written, and an answer anew', async () => {
  const { page, hook, started, hold, stale } = await opened();
  const brief = hold('ask.brief');
  await hook.after((now) => now.brief(scope));
  expect([hook.now.busy, hook.now.briefing, page.calls]).toEqual([
    true,
    true,
    [{ path: 'ask.brief', input: { scope, noteLanguage: 'en' } }],
  ]);
  await hook.after(() => brief.resolve({ id: 'new' }));
  expect([hook.now.busy, started, stale()]).toEqual([false, [['new', undefined]], [true, false]]);
  const again = hold('ask.again');
  await hook.after((now) => now.again('old'));
  expect([hook.now.busy, hook.now.briefing, page.calls[1]]).toEqual([
    true,
    false,
    { path: 'ask.again', input: { id: 'old', noteLanguage: 'en' } },
  ]);
  await hook.after(() => again.resolve({ id: 'old' }));
  expect([started[1], stale()]).toEqual([
    ['old', undefined],
    [true, true],
  ]);
});

test('what is refused is told, and starts nothing', async () => {
  const { page, hook, started } = await opened();
  for (const name of ['ask', 'brief', 'again'])
    page.answers[`ask.${name}`] = () => {
      throw refusal('rate_limited');
    };
  let accepted: Promise<boolean> | undefined;
  await hook.after((now) => {
    accepted = now.ask('Why?', scope);
  });
  await hook.after((now) => now.brief(scope));
  await hook.after((now) => now.again('old'));
  const failed = { tone: 'error', message: 'Couldn’t send the question.' };
  expect(page.toasts).toMatchObject([failed, failed, failed]);
  expect([await accepted, started]).toEqual([false, []]);
});

test('a user who has left the page is not brought back', async () => {
  const { hook, started, hold, page } = await opened();
  const answer = hold('ask.brief');
  await hook.after((now) => now.brief(scope));
  await hook.leave();
  answer.resolve({ id: 'new' });
  await page.settle();
  expect(started).toEqual([]);
});

test('a scope is named by what it holds', async () => {
  const page = openPage({ words: { ask: words } });
  const name = (await page.render(() => useScopeName(), null)).now;
  expect([name({}, null), name({ contents: ['a'] }, null), name({ favorited: true }, null), name({ tag: 'x' }, null)]).toEqual([
    'Whole library',
    'Selected items',
    'Filtered items',
    '#x',
  ]);
  expect([name({ collection: 'c' }, 'Mine'), name({ collection: 'c' }, null)]).toEqual(['Collection “Mine”', 'Collection “…”']);
  expect([name({ smartFolder: 'f', tag: 'x' }, 'Mine'), name({ smartFolder: 'f' }, null)]).toEqual([
    'Smart folder “Mine”',
    'Smart folder “…”',
  ]);
});
