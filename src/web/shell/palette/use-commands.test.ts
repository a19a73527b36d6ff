import { expect, test, vi } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { shell } from '../words/en.ts';
import { useCommands } from './use-commands.ts';
import { palette } from './words/en.ts';

async function opened(user: object | null) {
  const page = openPage({
    address: '/user/videos',
    words: { shell, palette },
    answers: { 'account.me': () => ({ user }), 'account.signOut': () => ({}) },
  });
  const shown = vi.fn();
  const hook = await page.render(() => useCommands(shown), null);
  await page.settle();
  const run = async (id: string) => {
    await hook.after((commands) => commands.find((command) => command.id === id)?.run());
    return page.router.history.location.pathname;
  };
  return { page, hook, shown, run, ids: () => hook.now.map(({ id }) => id) };
}

const everybody = [
  'new',
  'go /user/videos',
  'go /user/smart-folders',
  'go /user/tags',
  'go /user/prompts/custom',
  'go /user/prompts/public',
  'go /user/outputs/highlight',
  'go /user/channels',
  'go /popular',
  'go /user/settings',
  'theme light',
  'theme dark',
  'language zh',
  'shortcuts',
  'tour',
];

test('SHL-04 every page of the sidebar is a command, besides what can be switched', async () => {
  const { hook, ids } = await opened(null);
  expect(ids()).toEqual(everybody);
  expect(hook.now.filter(({ moves }) => moves).map(({ id }) => id)).toEqual(everybody.slice(0, 10));
  expect(hook.now.map(({ label }) => label).slice(0, 4)).toEqual([
    'New summary',
    'Go to Library',
    'Go to Smart folders',
    'Go to Tags',
  ]);
  expect(hook.now.map(({ label }) => label).slice(9)).toEqual([
    'Go to Settings',
    'Appearance: Light',
    'Appearance: Dark',
    'Language: 中文',
    'Keyboard shortcuts',
    'Take the tour',
  ]);
});

test('SHL-04 only a user who signed in can sign out', async () => {
  expect((await opened({ isAnonymous: true })).ids()).toEqual(everybody);
  expect((await opened({ isAnonymous: false, isOwner: true })).ids()).toEqual(everybody);
  const { page, ids, run, hook } = await opened({ isAnonymous: false, isOwner: false });
  expect(ids()).toEqual([...everybody, 'sign-out']);
  expect(hook.now.at(-1)?.label).toBe('Sign out');
  const assign = vi.fn();
  Object.assign(page.window.location, { assign });
  page.answers['account.signOut'] = () => {
    throw refusal('internal');
  };
  await run('sign-out');
  expect([assign.mock.calls, page.toasts[0]?.message]).toEqual([[], 'Couldn’t sign out']);
  page.answers['account.signOut'] = () => ({});
  await run('sign-out');
  expect(assign.mock.calls).toEqual([['/']]);
});

test('SHL-04 commands do what they say', async () => {
  const { run, shown, ids, page, hook } = await opened(null);
  expect(await run('go /popular')).toBe('/popular');
  expect(await run('go /user/settings')).toBe('/user/settings');
  expect(await run('new')).toBe('/');
  await run('shortcuts');
  expect(shown).toHaveBeenCalledTimes(1);
  await run('theme dark');
  expect(ids().filter((id) => id.startsWith('theme'))).toEqual(['theme light', 'theme system']);
  expect(page.storage.get('gleaner.theme')).toBe('dark');
  expect(hook.now.find(({ id }) => id === 'theme system')?.label).toBe('Appearance: System');
  await run('theme system');
  expect(ids().filter((id) => id.startsWith('theme'))).toEqual(['theme light', 'theme dark']);
});
