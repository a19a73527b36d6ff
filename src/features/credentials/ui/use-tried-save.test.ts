import { expect, test, vi } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { credentials } from '../words/settings/en.ts';
import { type GivenKey, useTriedSave } from './use-tried-save.ts';

const given: GivenKey = { provider: 'openai', model: 'm', value: 'sk', place: 'server' };
const { place: _place, ...key } = given;
const user = { id: 'u', role: 'user' };
const at = 'gleaner.of-user.u.model-key';

async function opened(trial: object = { problem: null, models: ['m', 'n'] }) {
  const page = openPage({
    words: { credentials },
    answers: {
      'account.tryModelKey': () => trial,
      'account.saveModelKey': () => ({ provider: 'openai' }),
      'account.me': () => ({ user }),
      'account.ensure': () => ({ user }),
    },
  });
  const model = [['account', 'modelKey'], { type: 'query' }];
  const overview = [['content', 'overview'], { input: { contentId: 'c' }, type: 'query' }];
  page.queryClient.setQueryData(overview, {});
  const works: (string[] | null)[] = [];
  const hook = await page.render(() => useTriedSave((models) => works.push(models)), null);
  const paths = () => page.calls.map(({ path }) => path.slice('account.'.length));
  const isStale = () => page.queryClient.getQueryState(overview)?.isInvalidated;
  return { page, hook, works, paths, isStale, model: () => page.queryClient.getQueryData(model) };
}

const saved = { tone: 'success', message: 'Key saved' };
const notSaved = { tone: 'error', message: 'Couldn’t save the key.' };

test('a key that works is saved on the server, and one that the browser had is removed', async () => {
  const { page, hook, works, paths, isStale, model } = await opened();
  page.storage.set(at, '{}');
  await hook.after((now) => now.tryAndSave.mutate(given));
  await page.settle(30);
  expect(page.calls.slice(0, 2)).toEqual([
    { path: 'account.tryModelKey', input: key },
    { path: 'account.saveModelKey', input: key },
  ]);
  expect(paths()).toEqual(['tryModelKey', 'saveModelKey', 'me']);
  expect([works, page.toasts, hook.now.failure, model(), page.storage.has(at), isStale()]).toEqual([
    [['m', 'n']],
    [saved],
    null,
    { provider: 'openai' },
    false,
    true,
  ]);
});

test('a key for this browser stays here', async () => {
  const { page, hook, works, paths, isStale } = await opened({ problem: null, models: null });
  await hook.after((now) => now.tryAndSave.mutate({ ...given, place: 'browser' }));
  await page.settle(30);
  expect(paths()).toEqual(['tryModelKey', 'ensure']);
  expect(JSON.parse(page.storage.get(at) ?? '')).toMatchObject({ provider: 'openai', model: 'm', keys: 'sk' });
  expect([works, page.toasts, isStale()]).toEqual([[[]], [saved], true]);
});

test('a browser without storage saves nothing, and says so', async () => {
  const { page, hook } = await opened();
  vi.stubGlobal('localStorage', undefined);
  await hook.after((now) => now.save.mutate({ ...given, place: 'browser' }));
  await page.settle(30);
  expect(page.toasts).toMatchObject([notSaved]);
});

test('a key that does not work is not saved, unless the user insists', async () => {
  const trial = { problem: { code: 'model_rejected', params: {} }, models: null };
  const { page, hook, works, paths } = await opened(trial);
  await hook.after((now) => now.tryAndSave.mutate(given));
  await page.settle(30);
  expect([works, paths(), hook.now.failure, page.toasts]).toEqual([[null], ['tryModelKey'], { given, trial }, []]);
  await hook.after((now) => now.save.mutate(given));
  await page.settle(30);
  expect([paths().slice(1), page.toasts]).toEqual([['saveModelKey', 'me'], [saved]]);
  page.answers['account.tryModelKey'] = () => new Promise(() => undefined);
  await hook.after((now) => now.tryAndSave.mutate(given));
  expect(hook.now.failure).toBe(null);
});

test('a trial or a save that is refused is told', async () => {
  const { page, hook, works } = await opened();
  page.answers['account.saveModelKey'] = () => {
    throw refusal('rate_limited');
  };
  await hook.after((now) => now.tryAndSave.mutate(given));
  await page.settle(30);
  expect([page.toasts.length, works.length, hook.now.tryAndSave.isError]).toEqual([1, 1, false]);
  page.answers['account.tryModelKey'] = () => {
    throw refusal('rate_limited');
  };
  await hook.after((now) => now.tryAndSave.mutate(given));
  await page.settle(30);
  expect(page.toasts).toMatchObject([notSaved, notSaved]);
  expect(works).toHaveLength(1);
});

test.each([
  ['works', { problem: null, models: [] }],
  ['does not work', { problem: { code: 'model_rejected', params: {} }, models: null }],
  ['is refused', null],
])('the result of a key that was changed meanwhile counts no more, where it %s', async (_case, trial) => {
  const { page, hook, works, paths } = await opened();
  const answer = Promise.withResolvers<unknown>();
  page.answers['account.tryModelKey'] = () => answer.promise;
  await hook.after((now) => now.tryAndSave.mutate(given));
  expect(hook.now.tryAndSave.isPending).toBe(true);
  await hook.after((now) => now.forget());
  expect(hook.now.tryAndSave.isPending).toBe(false);
  await hook.after(() => (trial === null ? answer.reject(refusal('rate_limited')) : answer.resolve(trial)));
  await page.settle(30);
  expect([works, paths(), hook.now.failure, page.toasts]).toEqual([[], ['tryModelKey'], null, []]);
});

test('what was tried is not shown for a changed key', async () => {
  const { hook, page } = await opened({ problem: { code: 'model_rejected', params: {} }, models: null });
  await hook.after((now) => now.tryAndSave.mutate(given));
  await page.settle(30);
  expect(hook.now.failure).not.toBe(null);
  await hook.after((now) => now.forget());
  expect(hook.now.failure).toBe(null);
});
