import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { prompts } from '../words/en.ts';
import { usePromptExtension } from './use-prompt-extension.tsx';

const long = 'A title that is longer than a tab';

async function opened({ tab = 'note', enabled = true, results = [{ promptId: 'a', title: long }] } = {}) {
  const page = openPage({
    words: { prompts },
    answers: {
      'prompt.results': () => ({ results }),
      'prompt.mine': () => ({ prompts: [{ promptId: 'b', title: 'Mine', customPrompt: 'x' }] }),
      'prompt.official': () => ({ model: 'm', prompts: [] }),
      'prompt.run': () => ({ taskId: 't' }),
    },
  });
  const tabs: (string | null)[] = [];
  const onTab = (next: string | null) => void tabs.push(next);
  const hook = await page.render((now: string) => usePromptExtension({ contentId: 'c', tab: now, onTab, enabled }), tab);
  await page.settle();
  const labels = () => hook.now.tabs.map(({ id, label }) => [id, label]);
  const paths = () => page.calls.map(({ path }) => path);
  return { page, hook, tabs, labels, paths };
}

const panelOf = (panel: unknown) =>
  (panel as ReactElement<{ children: ReactElement<Record<string, unknown>> }>).props.children.props;

test('each answer of a content has a tab, named by as much of its title as fits', async () => {
  const { page, hook, labels, paths, tabs } = await opened();
  expect(labels()).toEqual([['custom-a', 'A title that is longer…']]);
  expect(page.calls[0]).toEqual({ path: 'prompt.results', input: { contentId: 'c' } });
  expect(paths()).toEqual(['prompt.results']);
  const { onRemoved, ...props } = panelOf(hook.now.tabs[0]?.panel);
  expect(props).toEqual({ contentId: 'c', promptId: 'a' });
  await hook.after(() => (onRemoved as () => void)());
  expect([tabs, hook.now.overlay, hook.now.action.id]).toEqual([[null], null, 'prompts']);
});

test('the open tab is there without an answer, named as its prompt once that is known', async () => {
  const { labels, hook, page } = await opened({ tab: 'custom-b' });
  expect(labels()).toEqual([
    ['custom-a', 'A title that is longer…'],
    ['custom-b', 'Mine'],
  ]);
  await hook.update('custom-zzz');
  expect(labels()[1]).toEqual(['custom-zzz', prompts.panel.answer]);
  await hook.update('custom-a');
  expect(labels()).toHaveLength(1);
  expect(page.toasts).toEqual([]);
});

test('prompts are read only for a tab without an answer', async () => {
  expect((await opened({ tab: 'custom-a' })).paths()).toEqual(['prompt.results']);
  expect((await opened({ tab: 'custom-b' })).paths().toSorted()).toEqual(['prompt.mine', 'prompt.official', 'prompt.results']);
  const { paths, labels } = await opened({ tab: 'custom-b', enabled: false });
  expect([paths(), labels()]).toEqual([[], [['custom-b', prompts.panel.answer]]]);
});

test('a prompt that is run from the menu opens its tab', async () => {
  const { page, hook, tabs } = await opened();
  const { page: menu } = hook.now.action as unknown as { page: ReactElement<{ onChoose: (id: string) => void }> };
  await hook.after(() => menu.props.onChoose('b'));
  expect([tabs, page.calls.find(({ path }) => path === 'prompt.run')?.input]).toEqual([
    ['custom-b'],
    { contentId: 'c', promptId: 'b', language: 'en' },
  ]);
});
