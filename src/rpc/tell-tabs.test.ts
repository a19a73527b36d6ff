import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AppRouter } from '#server/router.ts';
import { listenToTabs, tellTabsLink } from './tell-tabs.ts';

/** Another tab of this browser. */
function otherTab() {
  const channel = new BroadcastChannel('gleaner');
  onTestFinished(() => channel.close());
  const heard: unknown[] = [];
  channel.onmessage = ({ data }) => void heard.push(data);
  return { channel, heard };
}

const server: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      if (op.path === 'content.rename') observer.error(new Error('refused') as never);
      observer.next({ result: { type: 'data', data: {} } });
      observer.complete();
    });

test('other tabs hear of every change that was made, and of nothing that was only read', async () => {
  const { heard } = otherTab();
  const client = createTRPCClient<AppRouter>({ links: [tellTabsLink, server] });
  const contentId = 'c';
  await client.content.overview.query({ contentId });
  await client.content.rename.mutate({ contentId, title: 'x' }).catch(() => undefined);
  await client.content.saveNote.mutate({ contentId, baseVersionId: null, note: '' });
  await client.account.ensure.mutate();
  await vi.waitFor(() => expect(heard.length).toBe(2));
  expect(heard).toEqual([{ path: 'content.saveNote', contentId }, { path: 'account.ensure' }]);
});

test('what another tab changed is out of date here', async () => {
  const { channel } = otherTab();
  const queries = new QueryClient();
  const keyOf = (path: string, input?: object) => [path.split('.'), { input, type: 'query' }];
  const keys = [
    keyOf('content.overview', { contentId: 'a' }),
    keyOf('content.overview', { contentId: 'b' }),
    keyOf('user.tags'),
    keyOf('account.me'),
  ];
  listenToTabs(queries, { 'content.rename': ['content.overview', 'user.tags'] });
  const staleAfter = async (message: unknown, expected: number[]) => {
    for (const key of keys) queries.setQueryData(key, {});
    channel.postMessage(message);
    const stale = () => keys.flatMap((key, at) => (queries.getQueryState(key)?.isInvalidated === true ? [at] : []));
    await vi.waitFor(() => expect(stale()).toEqual(expected));
  };
  await staleAfter({ path: 'content.rename', contentId: 'b' }, [1, 2]);
  await staleAfter({ path: 'content.rename' }, [0, 1, 2]);
  await staleAfter({ path: 'content.rename', contentId: 7 }, [0, 1, 2]);
  // A tab of another version.
  for (const message of [{ path: 'content.new' }, { path: 7 }, 'changed', null, { contentId: 'b' }])
    await staleAfter(message, [0, 1, 2, 3]);
});
