import { expect, test } from 'vitest';
import { summaries } from '#features/summaries/words/en.ts';
import { errors } from '#i18n/words/en/errors.ts';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { useReplaceSourceText } from './use-replace-source-text.ts';
import { content } from './words/en.ts';

const overviewKey = [['content', 'overview'], { input: { contentId: 'c' }, type: 'query' }];

async function opened(note: string | null) {
  const page = openPage({ words: { content, summaries }, answers: { 'content.useTrack': () => ({}) } });
  page.queryClient.setQueryData(overviewKey, {});
  const hook = await page.render(() => useReplaceSourceText({ contentId: 'c', note }), null);
  return { page, hook, isStale: () => page.queryClient.getQueryState(overviewKey)?.isInvalidated };
}

test('other words are taken, the content is read again, and a note is said to be rewritten', async () => {
  const { page, hook, isStale } = await opened('# n');
  const answer = Promise.withResolvers<object>();
  page.answers['content.useTrack'] = () => answer.promise;
  await hook.after((now) => now.mutate({ track: 'en' }));
  expect([page.calls, isStale()]).toEqual([[{ path: 'content.useTrack', input: { contentId: 'c', track: 'en' } }], false]);
  // Elsewhere on the page it is seen by the content's own key.
  expect(page.queryClient.isMutating({ mutationKey: overviewKey })).toBe(1);
  await hook.after(() => answer.resolve({}));
  expect([page.toasts, isStale(), hook.now.isPending]).toEqual([[{ message: summaries.again.started }], true, false]);
});

test('without a note nothing is rewritten', async () => {
  const { page, hook, isStale } = await opened(null);
  await hook.after((now) => now.mutate({ track: null }));
  expect([page.calls[0]?.input, page.toasts, isStale()]).toEqual([{ contentId: 'c', track: null }, [], true]);
});

test('a refusal says why, and the content is read again', async () => {
  const { page, hook, isStale } = await opened('# n');
  page.answers['content.useTrack'] = () => {
    throw refusal('not_found');
  };
  await hook.after((now) => now.mutate({ track: 'en' }));
  expect(page.toasts).toEqual([{ tone: 'error', message: content.words.failed, description: errors.not_found }]);
  expect([isStale(), hook.now.isPending]).toEqual([true, false]);
});

test('it waits for the content that was read again after a change, and not after a refusal', async () => {
  const { page, hook } = await opened('# n');
  const read = Promise.withResolvers<object>();
  page.answers['content.overview'] = () => read.promise;
  const { useQuery } = await import('@tanstack/react-query');
  const { useTRPC } = await import('#rpc/client.tsx');
  await page.render(() => useQuery({ ...useTRPC().content.overview.queryOptions({ contentId: 'c' }), enabled: true }), null);
  await hook.after((now) => now.mutate({ track: 'en' }));
  expect(hook.now.isPending).toBe(true);
  await hook.after(() => read.resolve({}));
  expect(hook.now.isPending).toBe(false);
  page.answers['content.overview'] = () => new Promise(() => undefined);
  page.answers['content.useTrack'] = () => {
    throw refusal('not_found');
  };
  await hook.after((now) => now.mutate({ track: 'en' }));
  expect(hook.now.isPending).toBe(false);
});
