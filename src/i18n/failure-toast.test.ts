import { expect, test, vi } from 'vitest';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { useFailureToast } from './failure-toast.ts';
import { common } from './words/en/common.ts';
import { errors } from './words/en/errors.ts';

test('a toast says what failed and why, and what there is to do about it', async () => {
  const page = openPage();
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  const { now: fail } = await page.render(useFailureToast, undefined);
  const way = { label: 'Do it', onAction: () => undefined };
  fail('Not saved', { code: 'not_found', params: {} });
  fail('Not saved', new Error('broken'));
  fail('Not saved', { code: 'unauthenticated', params: {} });
  fail('Not saved', { code: 'unauthenticated', params: {} }, way);
  expect(page.toasts).toEqual([
    { tone: 'error', message: 'Not saved', description: errors.not_found },
    { tone: 'error', message: 'Not saved', description: `${errors.internal} (internal)` },
    {
      tone: 'error',
      message: 'Not saved',
      description: errors.unauthenticated,
      action: { label: common.signIn, onAction: expect.any(Function) },
    },
    { tone: 'error', message: 'Not saved', description: errors.unauthenticated, action: way },
  ]);
  page.toasts[2]?.action?.onAction();
  expect(assign.mock.calls).toEqual([['/user/sign-in']]);
});
