import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { useOwnTime } from './use-own-time.ts';

const user = { id: 'u' };
const remaining = { minutes: 5 };
const account = { minutes: 9 };

async function opened(more: Record<string, () => unknown> = {}) {
  const page = openPage({
    answers: {
      'account.me': () => ({ user }),
      'user.remainingTime': () => remaining,
      'user.timeAccount': () => account,
      'user.getReferralUserData': () => ({ savedTime: 4 }),
      ...more,
    },
  });
  const hook = await page.render(() => useOwnTime(), null);
  await page.settle(20);
  return { page, hook, paths: () => page.calls.map(({ path }) => path) };
}

const refuse = () => {
  throw refusal('not_found');
};
const never = () => new Promise(() => undefined);

test('a user sees the time that is left, the account and what was saved', async () => {
  const { hook } = await opened();
  expect(hook.now).toMatchObject({
    ...{ user, time: { remaining, account, savedMinutes: 4 }, failed: null, retrying: false },
  });
});

test('a visitor without an account sees the time that is left', async () => {
  const { hook, paths, page } = await opened({ 'account.me': () => ({ user: null }) });
  expect(hook.now).toMatchObject({ user: null, time: { remaining, account: null, savedMinutes: 0 }, failed: null });
  expect(paths()).toEqual(['account.me', 'user.remainingTime']);
  await hook.after((now) => now.retry());
  expect(paths().slice(2).toSorted()).toEqual(['account.me', 'user.remainingTime']);
  expect(page.toasts).toEqual([]);
});

test.each(['account.me', 'user.remainingTime', 'user.timeAccount', 'user.getReferralUserData'])(
  'nothing is shown before %s has been read, and its failure is told',
  async (path) => {
    const waiting = await opened({ [path]: never });
    expect(waiting.hook.now).toMatchObject({ time: null, failed: null, retrying: true });
    const failing = await opened({ [path]: refuse });
    expect([failing.hook.now.time, failing.hook.now.failed === null, failing.hook.now.retrying]).toEqual([null, false, false]);
  },
);

test('all is read again on request; a failure of what is known is not told', async () => {
  const { page, hook, paths } = await opened();
  page.calls.length = 0;
  page.answers['user.timeAccount'] = refuse;
  page.answers['user.remainingTime'] = never;
  await hook.after((now) => now.retry());
  expect(paths().toSorted()).toEqual(['user.getReferralUserData', 'user.remainingTime', 'user.timeAccount']);
  expect([hook.now.failed, hook.now.time?.account, hook.now.retrying]).toEqual([null, account, true]);
});
