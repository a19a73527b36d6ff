import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { cut, openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { followStreams } from '../../../../tests/harness/interface/page-streams.tsx';
import { chat } from '../words/en.ts';
import { againAfterMs, useChat } from './use-chat.ts';
import { staysWordless } from './use-chat-extension.tsx';

test('a conversation that could not be read is tried again by itself while the failure may pass', () => {
  const after = (data: unknown, error: unknown) => againAfterMs({ state: { data, error } });
  expect(after(undefined, new TRPCClientError('Failed to fetch'))).toBe(4000);
  expect(after(undefined, null)).toBe(false);
  expect(after({ messages: [] }, new TRPCClientError('Failed to fetch'))).toBe(false);
  expect(after(undefined, { data: { app: { code: 'not_found', params: {} } } })).toBe(false);
});

test('an item is asked nothing where it has no words and none are coming', () => {
  const failed = { hasScript: false, hasText: false, run: null, status: 'failed' } as const;
  expect(staysWordless(failed)).toBe(true);
  expect(staysWordless({ ...failed, hasScript: true })).toBe(false);
  expect(staysWordless({ ...failed, hasText: true })).toBe(false);
  expect(staysWordless({ ...failed, status: 'processing' })).toBe(false);
});

async function opened(answeringId: string | null = null) {
  const history = { messages: [] as string[], answeringId };
  const page = openPage({
    words: { chat },
    answers: {
      'chat.history': () => structuredClone(history),
      'chat.ask': () => ({}),
      'chat.retry': () => ({}),
      'chat.clear': () => ({}),
      'task.cancel': () => ({ state: 'cancelled' }),
    },
  });
  const streams = followStreams(page);
  const hook = await page.render(() => useChat('c'), null);
  page.calls.length = 0;
  const sent = () => page.calls.splice(0).map(({ path, input }) => [path, input]);
  const hold = (name: string) => {
    const answer = Promise.withResolvers<unknown>();
    page.answers[name] = () => answer.promise;
    return answer;
  };
  return { page, streams, hook, sent, hold, history };
}

const read = ['chat.history', { contentId: 'c' }];

test('a question is in view until the conversation holds it', async () => {
  const { hook, sent, hold, page, history } = await opened();
  expect(hook.now).toMatchObject({ pending: null, writing: null, busy: false, error: null, refetching: false });
  const asked = hold('chat.ask');
  let accepted: Promise<boolean> | undefined;
  await hook.after((now) => {
    accepted = now.ask(' Why? ');
  });
  expect([hook.now.pending, hook.now.busy, sent()]).toEqual([
    'Why?',
    true,
    [['chat.ask', { contentId: 'c', question: ' Why? ' }]],
  ]);
  const again = hold('chat.history');
  await hook.after(() => asked.resolve({}));
  expect([hook.now.pending, hook.now.busy, hook.now.refetching, sent()]).toEqual(['Why?', true, true, [read]]);
  await hook.after(() => again.resolve({ ...history, messages: ['Why?'] }));
  expect([hook.now.pending, hook.now.busy, await accepted, page.toasts]).toEqual([null, false, true, []]);
  expect(hook.now.data?.messages).toEqual(['Why?']);
});

test('a refused question is told and the conversation read again', async () => {
  const { hook, sent, page } = await opened();
  page.answers['chat.ask'] = page.answers['chat.retry'] = () => {
    throw refusal('not_found');
  };
  let accepted: Promise<boolean> | undefined;
  await hook.after((now) => {
    accepted = now.ask('Why?');
  });
  expect([await accepted, hook.now.pending, hook.now.busy]).toEqual([false, null, false]);
  expect(sent().map(([path]) => path)).toEqual(['chat.ask', 'chat.history']);
  await hook.after((now) => now.retry('m'));
  expect(sent()).toEqual([['chat.retry', { contentId: 'c', messageId: 'm' }], read]);
  const failed = { tone: 'error', message: chat.askFailed };
  expect(page.toasts).toMatchObject([failed, failed]);
});

test('an answer is tried again, and the conversation cleared', async () => {
  const { hook, sent, hold, page } = await opened();
  const retried = hold('chat.retry');
  await hook.after((now) => now.retry('m'));
  expect([hook.now.busy, sent()]).toEqual([true, [['chat.retry', { contentId: 'c', messageId: 'm' }]]]);
  await hook.after(() => retried.resolve({}));
  expect([hook.now.busy, sent()]).toEqual([false, [read]]);
  const cleared = hold('chat.clear');
  const told: string[] = [];
  await hook.after((now) => now.clear.mutate(undefined, { onSuccess: () => told.push('cleared') }));
  expect([hook.now.clear.isPending, hook.now.busy, told, sent()]).toEqual([
    true,
    false,
    [],
    [['chat.clear', { contentId: 'c' }]],
  ]);
  await hook.after(() => cleared.resolve({}));
  expect([hook.now.clear.isPending, told, sent(), page.toasts]).toEqual([false, ['cleared'], [read], []]);
  page.answers['chat.clear'] = () => {
    throw refusal('not_found');
  };
  await hook.after((now) => now.clear.mutate(undefined, { onSuccess: () => told.push('cleared') }));
  expect(told).toHaveLength(1);
  expect(page.toasts).toMatchObject([{ tone: 'error', message: chat.clear.failed }]);
});

test('an answer shows as it is written, and can be stopped', async () => {
  const { hook, streams, sent, page, history } = await opened('t');
  await streams.expectOpen('task.watch', { taskId: 't' });
  expect([hook.now.writing, hook.now.busy]).toEqual(['', true]);
  await streams.connect();
  await streams.tell({ type: 'partial', offset: 0, text: 'Because', elapsedMs: 1 });
  expect([hook.now.writing, hook.now.reconnecting, sent()]).toEqual(['Because', false, []]);
  await streams.lose();
  expect(hook.now.reconnecting).toBe(true);
  await hook.after((now) => now.stop());
  expect(sent()).toEqual([['task.cancel', { taskId: 't' }]]);
  page.answers['task.cancel'] = () => {
    throw refusal('not_found');
  };
  await hook.after((now) => now.stop());
  expect(page.toasts).toMatchObject([{ tone: 'error', message: chat.stopFailed }]);
  sent();
  history.answeringId = null;
  await streams.tell({ type: 'completed', elapsedMs: 2 });
  await page.settle();
  expect([sent(), hook.now.writing, hook.now.busy]).toEqual([[read], null, false]);
});

test('a failure stays in view until the conversation is there', async () => {
  const page = openPage({
    words: { chat },
    answers: {
      'chat.history': () => {
        throw cut();
      },
    },
  });
  const hook = await page.render(() => useChat('c'), null);
  expect(hook.now.error).toBe(null);
  // The first tries are made by themselves.
  await page.settle(5000);
  expect(hook.now.error).toMatchObject({ code: 'offline' });
  const answer = Promise.withResolvers<unknown>();
  page.answers['chat.history'] = () => answer.promise;
  await hook.after((now) => now.refetch());
  expect([hook.now.error?.code, hook.now.refetching]).toEqual(['offline', true]);
  await hook.after(() => answer.resolve({ messages: [], answeringId: null }));
  expect([hook.now.error, hook.now.refetching]).toEqual([null, false]);
  page.answers['chat.history'] = () => {
    throw refusal('not_found');
  };
  await hook.after((now) => now.refetch());
  expect([hook.now.error, hook.now.data?.messages]).toEqual([null, []]);
});
