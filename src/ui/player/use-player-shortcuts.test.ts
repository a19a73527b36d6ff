import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { PlayerProvider, usePlayerStore } from './player-context.tsx';
import { idleSnapshot, type PlayerRemote, type PlayerSnapshot } from './player-store.ts';
import { usePlayerShortcuts } from './use-player-shortcuts.ts';

async function opened() {
  const page = openPage({ html: '<main></main><input><button></button>' });
  const snapshot: PlayerSnapshot = { ...idleSnapshot, available: true, tellsTime: true, timeMs: 60_000, rate: 1.25 };
  const done: unknown[] = [];
  const remote: PlayerRemote = {
    read: () => snapshot,
    seek: (ms, play) => void done.push(['seek', ms, play]),
    toggle: () => void done.push('toggle'),
    pause: () => void done.push('pause'),
    setRate: (rate) => void done.push(['rate', rate]),
    toggleMuted: () => void done.push('mute'),
    reload: () => void done.push('reload'),
  };
  const hook = await page.render(
    (enabled: boolean) => {
      usePlayerShortcuts(enabled);
      return usePlayerStore();
    },
    true,
    (children: ReactNode) => createElement(PlayerProvider, null, children),
  );
  const { changed } = hook.now.connect(remote);
  Object.assign(hook.now, { togglePicture: () => void done.push('picture') });
  const press = (key: string, more: object = {}, css = 'main') =>
    page.dispatch(page.document.querySelector(css), 'keydown', {
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      ...more,
    }).defaultPrevented;
  return { hook, press, done: () => done.splice(0), snapshot, changed };
}

test('keys play, move, speed up, mute and take the picture out', async () => {
  const { press, done } = await opened();
  const keys = [' ', 'k', 'ArrowLeft', 'ArrowRight', 'j', 'l', 'm', 'p'];
  expect(keys.map((key) => press(key))).toEqual(keys.map(() => true));
  expect(done()).toEqual([
    'toggle',
    'toggle',
    ['seek', 55_000, false],
    ['seek', 65_000, false],
    ['seek', 50_000, false],
    ['seek', 70_000, false],
    'mute',
    'picture',
  ]);
  press('>', { shiftKey: true });
  press('<', { shiftKey: true });
  expect(done()).toEqual([
    ['rate', 1.5],
    ['rate', 1],
  ]);
});

test('other keys, and those for something else, keep their meaning', async () => {
  const { press, done } = await opened();
  const others: [string, object?, string?][] = [
    ['x'],
    ['k', { ctrlKey: true }],
    ['k', { metaKey: true }],
    ['k', { altKey: true }],
    ['k', { shiftKey: true }],
    ['k', {}, 'input'],
    [' ', {}, 'button'],
  ];
  expect(others.map((key) => press(...key))).toEqual(others.map(() => false));
  press('k', { defaultPrevented: true });
  expect(done()).toEqual([]);
});

test('without a player, or where the keys are not wanted, nothing listens', async () => {
  const { hook, press, done, snapshot, changed } = await opened();
  Object.assign(snapshot, { available: false });
  changed();
  expect(press('k')).toBe(false);
  Object.assign(snapshot, { available: true });
  changed();
  await hook.update(false);
  expect(press('k')).toBe(false);
  await hook.update(true);
  expect(press('k')).toBe(true);
  await hook.leave();
  expect([press('k'), done()]).toEqual([false, ['toggle']]);
});
