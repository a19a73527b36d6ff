import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { againAfterMs } from './use-chat.ts';
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
