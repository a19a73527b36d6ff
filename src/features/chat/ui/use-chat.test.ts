import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { againAfterMs } from './use-chat.ts';

test('a conversation that could not be read is tried again by itself while the failure may pass', () => {
  const after = (data: unknown, error: unknown) => againAfterMs({ state: { data, error } });
  expect(after(undefined, new TRPCClientError('Failed to fetch'))).toBe(4000);
  expect(after(undefined, null)).toBe(false);
  expect(after({ messages: [] }, new TRPCClientError('Failed to fetch'))).toBe(false);
  expect(after(undefined, { data: { app: { code: 'not_found', params: {} } } })).toBe(false);
});
