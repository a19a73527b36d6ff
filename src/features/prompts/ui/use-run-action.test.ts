import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { prompts } from '../words/en.ts';
import { useRunAction } from './use-run-action.tsx';

type Menu = ReactElement<{ onChoose: (id: string) => void; onWrite: () => void }>;
type Form = {
  open: boolean;
  saving: boolean;
  onSave: (words: object) => void;
  onOpenChange: (open: boolean) => void;
};
type Dialog = ReactElement<{ children: ReactElement<Form> }>;

async function opened() {
  const page = openPage({
    html: '<button data-more-actions></button>',
    words: { prompts },
    answers: { 'prompt.run': () => ({ taskId: 't' }), 'prompt.create': () => ({ promptId: 'new' }) },
  });
  const started: string[] = [];
  const onStarted = (id: string) => void started.push(id);
  const hook = await page.render(() => useRunAction({ contentId: 'c', onStarted }), null);
  const menu = () => (hook.now.action as unknown as { page: Menu }).page.props;
  const dialog = () => (hook.now.dialog as Dialog | null)?.props.children.props;
  const save = (words: object) => hook.after(() => dialog()?.onSave(words));
  return { page, hook, started, menu, dialog, save };
}

const run = (promptId: string) => ({ path: 'prompt.run', input: { contentId: 'c', promptId, language: 'en' } });

test('a prompt that is chosen runs, and the menu shows that it does', async () => {
  const { page, hook, started, menu } = await opened();
  const answer = Promise.withResolvers<unknown>();
  page.answers['prompt.run'] = () => answer.promise;
  expect(hook.now.action).toMatchObject({ id: 'prompts', label: prompts.menu.open, busy: false });
  await hook.after(() => menu().onChoose('a'));
  expect([hook.now.action.busy, started, page.calls]).toEqual([true, [], [run('a')]]);
  await hook.after(() => answer.resolve({}));
  expect([hook.now.action.busy, started]).toEqual([false, ['a']]);
});

test('a new prompt is written in a form, saved and run', async () => {
  const { page, hook, started, menu, dialog, save } = await opened();
  expect(hook.now.dialog).toBe(null);
  await hook.after(() => menu().onWrite());
  expect(dialog()).toMatchObject({ open: true, initial: null, saving: false, saveLabel: 'Save and run' });
  const answer = Promise.withResolvers<unknown>();
  page.answers['prompt.create'] = () => answer.promise;
  const words = { title: 'T', customPrompt: 'x' };
  await save(words);
  expect([page.calls, dialog()?.saving]).toEqual([[{ path: 'prompt.create', input: words }], true]);
  await hook.after(() => answer.resolve({ promptId: 'new' }));
  await page.settle();
  expect([hook.now.dialog, started, page.calls.slice(1)]).toEqual([null, ['new'], [run('new')]]);
});

test('a form whose prompt was refused stays open', async () => {
  const { page, hook, started, menu, dialog, save } = await opened();
  page.answers['prompt.create'] = () => {
    throw refusal('bad_request');
  };
  await hook.after(() => menu().onWrite());
  await save({ title: 'T', customPrompt: 'x' });
  expect([dialog()?.open, started, page.toasts.length]).toEqual([true, [], 1]);
});

test('a form that is closed gives the focus back to the menu, if nothing else has it', async () => {
  const { page, hook, menu, dialog } = await opened();
  const focused = () => (page.document.activeElement as HTMLElement | null)?.tagName;
  await hook.after(() => menu().onWrite());
  await hook.after(() => dialog()?.onOpenChange(true));
  await page.settle(100);
  expect([dialog()?.open, focused()]).toEqual([true, undefined]);
  Object.assign(page.document, { activeElement: page.document.body });
  await hook.after(() => dialog()?.onOpenChange(false));
  await page.settle(100);
  expect([hook.now.dialog, focused()]).toEqual([null, 'BUTTON']);
});
