import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { prompts } from '../words/en.ts';
import { useRunFromList } from './use-run-from-list.ts';

async function opened() {
  const page = openPage({ words: { prompts }, answers: { 'prompt.run': () => ({ taskId: 't' }) } });
  const keys = (['c', 'other'] as const).flatMap((contentId) => [
    [['prompt', 'result'], { input: { contentId, promptId: 'p' }, type: 'query' }],
    [['prompt', 'results'], { input: { contentId }, type: 'query' }],
  ]);
  for (const key of keys) page.queryClient.setQueryData(key, {});
  const started: string[][] = [];
  const hook = await page.render(() => useRunFromList((...ids) => started.push(ids)), null);
  const stale = () => keys.map((key) => page.queryClient.getQueryState(key)?.isInvalidated);
  return { page, hook, started, stale };
}

test('a prompt is run in the language of the interface, and its place is opened', async () => {
  const { page, hook, started, stale } = await opened();
  await hook.after((run) => run('c', 'p'));
  expect(page.calls).toEqual([{ path: 'prompt.run', input: { contentId: 'c', promptId: 'p', language: 'en' } }]);
  expect([started, stale(), page.toasts]).toEqual([[['c', 'p']], [true, true, false, false], []]);
});

test('a refused run opens nothing, and is told', async () => {
  const { page, hook, started, stale } = await opened();
  page.answers['prompt.run'] = () => {
    throw refusal('not_found');
  };
  await hook.after((run) => run('c', 'p'));
  expect(page.toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t run the prompt.' }]);
  expect([started, stale()]).toEqual([[], [true, true, false, false]]);
});
