import { expect, test } from 'vitest';
import { DropdownMenuItem } from '#ui/overlays/dropdown-menu.tsx';
import { type AnyElement, elementsIn, insideOf, textOf, withText } from '../../../../tests/harness/interface/elements.ts';
import { type Answers, openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { prompts } from '../words/en.ts';
import { useRunAction } from './use-run-action.tsx';

const words = prompts.menu;
const own = { promptId: 'a', title: 'Mine', customPrompt: 'x' };
const official = { promptId: 'o', words: { en: { title: 'Theirs', prompt: 'y' } } };

/** What the page of the menu shows. */
async function opened(answers: Answers = {}) {
  const page = openPage({
    words: { prompts },
    answers: {
      'prompt.mine': () => ({ prompts: [own] }),
      'prompt.official': () => ({ model: 'm', prompts: [official] }),
      'prompt.run': () => ({ taskId: 't' }),
      ...answers,
    },
  });
  const started: string[] = [];
  const onStarted = (id: string) => void started.push(id);
  const hook = await page.render(() => {
    const { action, dialog } = useRunAction({ contentId: 'c', onStarted });
    return { dialog, menu: insideOf((action as unknown as { page: AnyElement }).page) };
  }, null);
  await page.settle();
  const items = () => elementsIn(hook.now.menu).filter(({ type }) => type === DropdownMenuItem);
  const choose = (text: string) => {
    const item = items().find((one) => textOf(one) === text);
    const event = { prevented: false, preventDefault: () => Object.assign(event, { prevented: true }) };
    const select = item?.props.onSelect as ((event: object) => void) | undefined;
    return hook.after(() => select?.(event)).then(() => event.prevented);
  };
  return { page, hook, started, items, choose, text: () => textOf(hook.now.menu) };
}

test('the user’s own prompts come first, then a new one, then the official ones', async () => {
  const { page, hook, started, items, choose, text } = await opened();
  expect(items().map(textOf)).toEqual(['Mine', words.create, 'Theirs']);
  expect(text()).toBe([words.mine, 'Mine', words.create, words.official, 'Theirs'].join(''));
  await choose('Theirs');
  await choose('Mine');
  expect([started, page.calls.flatMap(({ path, input }) => (path === 'prompt.run' ? [input] : []))]).toEqual([
    ['o', 'a'],
    ['o', 'a'].map((promptId) => ({ contentId: 'c', promptId, language: 'en' })),
  ]);
  expect(hook.now.dialog).toBe(null);
  await choose(words.create);
  expect(hook.now.dialog).not.toBe(null);
});

test('a user without prompts is told so', async () => {
  const { text, items } = await opened({ 'prompt.mine': () => ({ prompts: [] }) });
  expect(text()).toContain(words.mine + words.noneOfMine + words.create);
  expect(items()).toHaveLength(2);
});

test('without a model it is said where to set one up', async () => {
  const { hook, text, items } = await opened({ 'prompt.official': () => ({ model: null, prompts: [] }) });
  const { title, how, settings } = prompts.needsModel;
  expect([text(), items().length]).toEqual([title + how + settings, 1]);
  expect(withText(hook.now.menu, settings).props).toMatchObject({ to: '/user/settings', search: { section: 'model' } });
});

test('a menu whose prompts still load has an item all the same', async () => {
  for (const path of ['prompt.mine', 'prompt.official']) {
    const { items } = await opened({ [path]: () => new Promise(() => undefined) });
    expect(items().map(({ props }) => [props.disabled, props.children])).toEqual([[true, words.loading]]);
  }
});

test('prompts that could not be read are read again on request, and the menu stays open', async () => {
  const refuse = () => {
    throw refusal('not_found');
  };
  const { page, items, choose, text } = await opened({ 'prompt.official': refuse });
  expect(text()).toBe(words.failed);
  page.calls.length = 0;
  const answer = Promise.withResolvers<unknown>();
  page.answers['prompt.official'] = () => answer.promise;
  expect(await choose(words.failed)).toBe(true);
  expect([page.calls.map(({ path }) => path), text()]).toEqual([['prompt.official'], words.loading]);
  answer.resolve({ model: 'm', prompts: [official] });
  await page.settle();
  expect(items()).toHaveLength(3);
});
