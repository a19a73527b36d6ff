import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { summaries } from '../words/en.ts';
import { useCancelRun, useSummarizeAgain } from './use-run-actions.ts';

async function opened(hasNote = true) {
  const page = openPage({
    words: { summaries },
    answers: { 'content.cancel': () => ({}), 'content.summarizeAgain': () => ({}) },
  });
  const key = [['content', 'overview'], { input: { contentId: 'c' }, type: 'query' }];
  page.queryClient.setQueryData(key, {});
  const hook = await page.render(() => ({ cancel: useCancelRun('c'), again: useSummarizeAgain('c', hasNote) }), null);
  const isStale = () => page.queryClient.getQueryState(key)?.isInvalidated;
  return { page, hook, isStale };
}

test('a run is cancelled, and the content read again', async () => {
  const { page, hook, isStale } = await opened();
  await hook.after(({ cancel }) => cancel.mutate({ contentId: 'c' }));
  expect([page.calls, isStale(), page.toasts]).toEqual([[{ path: 'content.cancel', input: { contentId: 'c' } }], true, []]);
});

test('a note is written anew, and it is told that the old one stays until then', async () => {
  const { page, hook, isStale } = await opened();
  await hook.after(({ again }) => again.mutate({ contentId: 'c' } as never));
  expect([page.toasts, isStale()]).toEqual([[{ message: summaries.again.started }], true]);
  const first = await opened(false);
  await first.hook.after(({ again }) => again.mutate({ contentId: 'c' } as never));
  expect([first.page.toasts, first.isStale()]).toEqual([[], true]);
});

test('what is refused is told, and the content read again', async () => {
  const { page, hook, isStale } = await opened();
  page.answers['content.cancel'] = () => {
    throw refusal('not_found');
  };
  page.answers['content.summarizeAgain'] = () => {
    throw refusal('rate_limited');
  };
  await hook.after(({ cancel }) => cancel.mutate({ contentId: 'c' }));
  await hook.after(({ again }) => again.mutate({ contentId: 'c' } as never));
  expect(page.toasts).toMatchObject([
    { tone: 'error', message: 'Couldn’t cancel.' },
    { tone: 'error', message: 'Couldn’t start summarizing.' },
  ]);
  expect(isStale()).toBe(true);
});
