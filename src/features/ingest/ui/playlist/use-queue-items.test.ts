import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../../tests/harness/interface/page.tsx';
import { listings } from '../../words/listings/en.ts';
import { useQueueItems } from './use-queue-items.ts';

async function queue(answer: () => unknown) {
  const page = openPage({ words: { listings }, answers: { 'ingest.queueItems': answer } });
  const running = [['content', 'running'], { type: 'query' }];
  page.queryClient.setQueryData(running, {});
  let queued = 0;
  const hook = await page.render(() => useQueueItems({ onQueued: () => queued++ }), null);
  await hook.after(({ mutate }) => mutate({ listingId: 'l', items: [] } as never));
  await page.settle();
  return { toasts: page.toasts, queued, isRunningStale: page.queryClient.getQueryState(running)?.isInvalidated };
}

const told = (queued: number, existing: number, problems: number) => () => ({
  ...{ queued, existing, problems: Array.from({ length: problems }, () => ({})) },
});

test.each([
  [told(1, 0, 0), { tone: 'success', message: '1 item queued' }],
  [told(3, 2, 0), { tone: 'success', message: '3 items queued', description: '2 skipped, already in your library' }],
  [told(3, 0, 1), { tone: 'warning', message: '3 items queued', description: '1 not queued' }],
  [
    told(0, 1, 2),
    { tone: 'warning', message: '0 items queued', description: '1 skipped, already in your library, 2 not queued' },
  ],
])('it is told what was queued, and what was not (case %#)', async (answer, toast) => {
  expect(await queue(answer)).toEqual({ toasts: [toast], queued: 1, isRunningStale: true });
});

test('what could not be queued is told, and the list stays open', async () => {
  const { toasts, queued, isRunningStale } = await queue(() => {
    throw refusal('rate_limited');
  });
  expect(toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t add these to the queue.' }]);
  expect([queued, isRunningStale]).toEqual([0, true]);
});
