import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { prompts } from '../words/en.ts';
import { useAllPrompts, useOfficialPrompts, useOwnPrompts, usePromptChanges } from './use-prompts.ts';

const mineKey = [['prompt', 'mine'], { type: 'query' }];
const own = (promptId: string) => ({ promptId, title: `Title ${promptId}`, customPrompt: `Text ${promptId}` });
const official = {
  promptId: 'o',
  words: { en: { title: 'Official', prompt: 'Do it' }, zh: { title: '官方', prompt: '做' } },
};

function open() {
  const page = openPage({
    words: { prompts },
    answers: {
      'prompt.mine': () => ({ prompts: [own('a'), own('b')] }),
      'prompt.official': () => ({ model: 'm', prompts: [official] }),
      'prompt.create': () => ({ promptId: 'new' }),
      'prompt.update': () => ({}),
      'prompt.remove': () => ({}),
      'prompt.restore': () => ({}),
      'account.me': () => ({ user: null }),
    },
  });
  page.queryClient.setQueryData([['account', 'me'], { type: 'query' }], { user: null });
  return page;
}

async function opened() {
  const page = open();
  const hook = await page.render(() => ({ list: useOwnPrompts().data?.prompts, ...usePromptChanges() }), null);
  page.calls.length = 0;
  const sent = () => page.calls.splice(0);
  return {
    ...{ page, hook, sent },
    ids: () => hook.now.list?.map(({ promptId }) => promptId),
    isMeStale: () => page.queryClient.getQueryState([['account', 'me'], { type: 'query' }])?.isInvalidated,
    refuse: (name: string) => {
      page.answers[`prompt.${name}`] = () => {
        throw refusal('not_found');
      };
    },
  };
}

const readAgain = { path: 'prompt.mine', input: undefined };

test('own prompts come before official ones, in the language of the interface', async () => {
  const page = open();
  const hook = await page.render((enabled: boolean | undefined) => useAllPrompts(enabled), false);
  expect([hook.now, page.calls]).toEqual([undefined, []]);
  await hook.update(undefined);
  await page.settle();
  expect([...(hook.now ?? [])]).toEqual([
    ['a', { promptId: 'a', title: 'Title a', prompt: 'Text a', official: false }],
    ['b', { promptId: 'b', title: 'Title b', prompt: 'Text b', official: false }],
    ['o', { promptId: 'o', title: 'Official', prompt: 'Do it', official: true }],
  ]);
});

test.each(['prompt.mine', 'prompt.official'])('the prompts are unknown until %s has been read', async (path) => {
  const page = open();
  page.answers[path] = () => new Promise(() => undefined);
  const hook = await page.render(() => useAllPrompts(), null);
  expect(hook.now).toBeUndefined();
});

test('prompts are read only where they are wanted', async () => {
  const page = open();
  await page.render(() => [useOwnPrompts(false), useOfficialPrompts(false)], null);
  expect(page.calls).toEqual([]);
  await page.render(() => [useOwnPrompts(), useOfficialPrompts()], null);
  expect(page.calls.map(({ path }) => path)).toEqual(['prompt.mine', 'prompt.official']);
});

test('a prompt is created and changed, and its draft is then forgotten', async () => {
  const { page, hook, sent, isMeStale } = await opened();
  const keep = (id: string, title: string) =>
    page.storage.set(`gleaner:draft:prompt:${id}`, JSON.stringify({ title, customPrompt: 'Text' }));
  keep('new', 'Mine');
  keep('a', 'Other');
  await hook.after(({ create }) => create.mutate({ title: 'Mine', customPrompt: 'Text' }));
  expect(sent()).toEqual([{ path: 'prompt.create', input: { title: 'Mine', customPrompt: 'Text' } }, readAgain]);
  // The first prompt may have made the account.
  expect([isMeStale(), [...page.storage.keys()]]).toEqual([true, ['gleaner:draft:prompt:a']]);
  await hook.after(({ update }) => update.mutate({ promptId: 'a', title: 'Mine', customPrompt: 'Text' }));
  expect(sent()).toEqual([{ path: 'prompt.update', input: { promptId: 'a', title: 'Mine', customPrompt: 'Text' } }, readAgain]);
  expect([...page.storage.keys()]).toEqual(['gleaner:draft:prompt:a']);
  keep('a', 'Mine');
  await hook.after(({ update }) => update.mutate({ promptId: 'a', title: 'Mine', customPrompt: 'Text' }));
  expect([...page.storage.keys(), page.toasts.length]).toEqual([0]);
});

test('what could not be saved is told, and its draft stays', async () => {
  const { page, hook, refuse, sent } = await opened();
  page.storage.set('gleaner:draft:prompt:new', JSON.stringify({ title: 'Mine', customPrompt: 'Text' }));
  refuse('create');
  refuse('update');
  await hook.after(({ create }) => create.mutate({ title: 'Mine', customPrompt: 'Text' }));
  await hook.after(({ update }) => update.mutate({ promptId: 'a', title: 'Mine', customPrompt: 'Text' }));
  const failed = { tone: 'error', message: 'Couldn’t save the prompt.' };
  expect(page.toasts).toMatchObject([failed, failed]);
  expect([page.storage.size, sent().map(({ path }) => path)]).toEqual([
    1,
    ['prompt.create', 'prompt.mine', 'prompt.update', 'prompt.mine'],
  ]);
});

test('a deleted prompt is gone at once, and can be brought back for ten seconds', async () => {
  const { page, hook, ids, sent } = await opened();
  const answer = Promise.withResolvers<unknown>();
  page.answers['prompt.remove'] = () => answer.promise;
  await hook.after(({ remove }) => remove.mutate({ promptId: 'a' }));
  expect([ids(), page.toasts, sent()]).toEqual([['b'], [], [{ path: 'prompt.remove', input: { promptId: 'a' } }]]);
  await hook.after(() => answer.resolve({}));
  expect(page.toasts).toEqual([
    { message: 'Deleted “Title a”', action: { label: 'Undo', onAction: expect.any(Function) }, durationMs: 10_000 },
  ]);
  expect(sent()).toEqual([readAgain]);
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect([sent(), page.toasts.at(-1)]).toEqual([
    [{ path: 'prompt.restore', input: { promptId: 'a' } }, readAgain],
    { message: 'Restored' },
  ]);
});

test('a deletion stands against a list that was being read', async () => {
  const { page, hook, ids } = await opened();
  const late = Promise.withResolvers<unknown>();
  page.answers['prompt.mine'] = () => late.promise;
  page.answers['prompt.remove'] = () => new Promise(() => undefined);
  await hook.after(() => void page.queryClient.invalidateQueries({ queryKey: mineKey }));
  await hook.after(({ remove }) => remove.mutate({ promptId: 'a' }));
  await hook.after(() => late.resolve({ prompts: [own('a'), own('b')] }));
  expect(ids()).toEqual(['b']);
});

test('a refused deletion is taken back and told', async () => {
  const { page, hook, ids, refuse } = await opened();
  refuse('remove');
  page.answers['prompt.mine'] = () => new Promise(() => undefined);
  await hook.after(({ remove }) => remove.mutate({ promptId: 'a' }));
  expect([ids(), page.toasts]).toMatchObject([['a', 'b'], [{ message: 'Couldn’t delete the prompt.' }]]);
  page.queryClient.setQueryData(mineKey, undefined);
  page.queryClient.removeQueries({ queryKey: mineKey });
  await hook.after(({ remove }) => remove.mutate({ promptId: 'a' }));
  expect([page.toasts.length, page.queryClient.getQueryData(mineKey)]).toEqual([2, undefined]);
});

test('a prompt that cannot be brought back is told', async () => {
  const { page, hook, refuse, sent } = await opened();
  refuse('restore');
  await hook.after(({ restore }) => restore.mutate({ promptId: 'a' }));
  expect(page.toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t undo the deletion.' }]);
  expect(sent().map(({ path }) => path)).toEqual(['prompt.restore', 'prompt.mine']);
});
