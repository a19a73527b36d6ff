import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { chat } from '../words/en.ts';
import { useChatExtension } from './use-chat-extension.tsx';

type Props = Record<string, unknown> & { onClick: () => void; children: [unknown, string] };
type Parts = ReactElement<{ children: [ReactElement<Props>, ReactElement<Props> | null] }>;
type Panel = ReactElement<{ children: ReactElement<Record<string, unknown>> }>;

const words = { hasScript: true, hasText: false, run: null, status: 'completed', availableModel: 'm' };
const wordless = { ...words, hasScript: false };

async function opened(detail: object | null = words, open = false) {
  const page = openPage({ html: '<button data-ask id="a"></button><button data-ask id="b"></button>', words: { chat } });
  for (const contentId of ['c', 'd'])
    if (detail !== null)
      page.queryClient.setQueryData([['content', 'overview'], { input: { contentId }, type: 'query' }], detail);
  const changes: boolean[] = [];
  const onOpenChange = (next: boolean) => void changes.push(next);
  const hook = await page.render(
    (now: { id: string; open: boolean }) => useChatExtension(now.id, { open: now.open, onOpenChange }),
    { id: 'c', open },
  );
  const parts = () => (hook.now.action as Parts).props.children;
  const button = () => parts()[0].props;
  const barButton = () => (hook.now.barAction('bar') as ReactElement<Props>).props;
  const panel = () => (hook.now.panel('beside' as never) as Panel).props.children;
  return { page, hook, changes, parts, button, barButton, panel };
}

test('the button opens the panel, which takes the focus', async () => {
  const { page, hook, changes, parts, button, barButton, panel } = await opened();
  expect(button()).toMatchObject({ 'data-ask': true, 'aria-expanded': false, 'aria-disabled': undefined });
  expect([button().children[1], parts()[1], 'title' in button(), hook.now.finding]).toEqual([chat.open, null, false, false]);
  expect(barButton()).toMatchObject({ className: 'bar', type: 'button', 'aria-expanded': false });
  expect([panel().key, panel().props.takeFocus]).toEqual(['c', false]);
  await hook.after(() => button().onClick());
  expect(changes).toEqual([true]);
  await hook.update({ id: 'c', open: true });
  expect(panel().props).toMatchObject({ contentId: 'c', finding: false, place: 'beside', takeFocus: true });
  expect([barButton()['aria-expanded'], page.calls, page.toasts]).toEqual([true, [], []]);
  // On the page of another content it was not opened by hand, nor is it when this one is shown again.
  await hook.update({ id: 'd', open: true });
  expect(panel().props.takeFocus).toBe(false);
  await hook.update({ id: 'c', open: true });
  expect(panel().props.takeFocus).toBe(false);
});

test('a closed panel gives the focus back to the button that is in view', async () => {
  const { page, hook, changes, button, panel } = await opened(words, true);
  const [first, second] = page.document.querySelectorAll('button');
  Object.assign(first as object, { checkVisibility: () => false });
  Object.assign(second as object, { checkVisibility: () => true });
  await hook.after(() => button().onClick());
  expect([changes, page.document.activeElement?.id]).toEqual([[false], 'b']);
  Object.assign(page.document, { activeElement: null });
  await hook.after(() => (panel().props.onClose as () => void)());
  expect([changes, page.document.activeElement?.id]).toEqual([[false, false], 'b']);
});

test('what has no words is asked nothing, and the button says why', async () => {
  const { page, hook, changes, parts, button } = await opened(wordless);
  expect(button()).toMatchObject({ 'aria-disabled': true, title: chat.nothingToAsk });
  expect(parts()[1]?.props).toMatchObject({ id: button()['aria-describedby'], hidden: true, children: chat.nothingToAsk });
  await hook.after(() => button().onClick());
  expect([page.toasts, changes]).toEqual([[{ id: 'nothing-to-ask', tone: 'info', message: chat.nothingToAsk }], []]);
  // An open panel can be closed.
  await hook.update({ id: 'c', open: true });
  expect(button()['aria-disabled']).toBeUndefined();
});

test('without a model the panel finds passages', async () => {
  const { hook, button, panel } = await opened({ ...wordless, availableModel: null });
  expect([hook.now.finding, button().children[1], button().title, panel().props.finding]).toEqual([
    true,
    chat.find,
    chat.nothingToFind,
    true,
  ]);
  const other = await opened({ ...words, availableModel: null });
  expect(other.button()['aria-disabled']).toBeUndefined();
});

test('a page whose content is not known yet offers to ask', async () => {
  const { hook, button } = await opened(null);
  expect([hook.now.finding, button()['aria-disabled'], button().children[1]]).toEqual([false, undefined, chat.open]);
});

test('drafts are kept for each content', async () => {
  const { hook, panel } = await opened();
  const { drafts } = panel().props as { drafts: { question: { current: string } } };
  expect(drafts).toEqual({ question: { current: '' }, search: { current: '' } });
  drafts.question.current = 'Why';
  await hook.update({ id: 'd', open: false });
  expect(panel().props.drafts).toEqual({ question: { current: '' }, search: { current: '' } });
  await hook.update({ id: 'c', open: true });
  expect(panel().props.drafts).toBe(drafts);
});
