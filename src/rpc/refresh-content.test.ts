import { expect, test } from 'vitest';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { useRefreshContent } from './refresh-content.ts';

test('a content that changed makes its own page, and all lists that show it, out of date', async () => {
  const page = openPage();
  const { queryClient } = page;
  const keyOf = (path: string, input?: object) => [path.split('.'), { ...(input && { input }), type: 'query' }];
  const own = { contentId: 'a' };
  const [stale, fresh] = [
    [
      ...['user.videos', 'user.tags', 'user.noteDays', 'content.running', 'content.versions', 'content.speechDensity'],
      ...['user.remainingTime', 'user.timeEntries', 'user.timeAccount', 'user.getReferralUserData'],
    ].map((path) => keyOf(path)),
    [keyOf('account.me'), keyOf('content.overview', { contentId: 'b' }), keyOf('chat.history', { contentId: 'b' })],
  ];
  stale.push(keyOf('content.overview', own), keyOf('chat.history', own));
  for (const key of [...stale, ...fresh]) queryClient.setQueryData(key, {});
  const { now: refresh } = await page.render(useRefreshContent, 'a');
  await refresh();
  const isStale = (key: unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
  expect(stale.map(isStale)).toEqual(stale.map(() => true));
  expect(fresh.map(isStale)).toEqual(fresh.map(() => false));
});
