import { expect, test, vi } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { openStreams } from '../../../../tests/harness/interface/streams.ts';
import { useContent } from './use-content.ts';

const run = { stage: 'read', percent: 10, code: 'reading_page', params: {}, elapsedMs: 1 };

/** A server whose content is in this state. */
async function opened(state: { run: typeof run | null; status: string }) {
  const page = openPage({ answers: { 'content.overview': () => ({ contentId: 'c', ...state }) } });
  const streams = openStreams();
  const hook = await page.render(useContent, 'c');
  await vi.dynamicImportSettled();
  await page.settle(1);
  const asked = () => page.calls.filter(({ path }) => path === 'content.overview').length;
  return { page, hook, streams, state, asked };
}

test('a content that rests is read once, without a stream', async () => {
  const { page, hook, streams, asked } = await opened({ run: null, status: 'completed' });
  await page.settle(60_000);
  expect([asked(), page.calls[0]?.input, streams]).toEqual([1, { contentId: 'c' }, []]);
  expect(hook.now).toMatchObject({ running: false, loading: false, retrying: false, error: null, detail: { contentId: 'c' } });
  await hook.after((now) => now.refetch());
  expect(asked()).toBe(2);
});

test.each([
  { run, status: 'completed' },
  { run: null, status: 'processing' },
])('one that is worked on ($status) is followed, and asked for more often while its stream is silent', async (state) => {
  const { page, hook, streams, asked } = await opened(state);
  expect([hook.now.running, streams.map((stream) => stream.asked)]).toEqual([true, [['content.progress', { contentId: 'c' }]]]);
  await page.settle(15_900);
  expect(asked()).toBe(1);
  await page.settle(200);
  expect(asked()).toBe(2);
  // Silent for sixteen seconds.
  await page.settle(3700);
  expect(asked()).toBe(2);
  await page.settle(400);
  expect(asked()).toBe(3);
  // It speaks again: the next question comes as arranged, those after it seldom.
  await page.settle(3000);
  await hook.after(() => streams[0]?.send('message', { taskId: 't', event: { type: 'stage', ...run } }));
  await page.settle(1100);
  expect(asked()).toBe(4);
  await page.settle(15_000);
  expect(asked()).toBe(4);
  await page.settle(1100);
  expect(asked()).toBe(5);
});

test('when the run has ended the content is read again, and no more after that', async () => {
  const { page, hook, streams, asked, state } = await opened({ run, status: 'processing' });
  Object.assign(state, { run: null, status: 'completed' });
  await hook.after(() => streams[0]?.send('message', { taskId: 't', event: { type: 'completed', elapsedMs: 2 } }));
  await page.settle();
  expect([asked(), hook.now.running, streams[0]?.readyState]).toEqual([2, false, 2]);
  await page.settle(60_000);
  expect(asked()).toBe(2);
});

test('what the server refuses is told', async () => {
  const page = openPage({
    answers: {
      'content.overview': () => {
        throw refusal('not_found');
      },
    },
  });
  const hook = await page.render(useContent, 'c');
  expect(hook.now).toMatchObject({ loading: false, running: false, detail: undefined });
  expect(hook.now.error).toBeTruthy();
});
