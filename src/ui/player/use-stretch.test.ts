import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { PlayerProvider, usePlayerStore } from '#ui/player/player-context.tsx';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { idleSnapshot, type PlayerRemote, type PlayerSnapshot } from './player-store.ts';
import { usePlayerShortcuts } from './use-player-shortcuts.ts';
import { useStretch } from './use-stretch.ts';

const withPlayer = (children: ReactNode) => createElement(PlayerProvider, null, children);
const stretch = { startMs: 20_000, endMs: 25_000 };

/** A player that stands at 5 s, and does what it is told. */
async function opened({ now = {} as Partial<PlayerSnapshot>, enabled = true } = {}) {
  const page = openPage({ html: '<input id="field"><button id="own"></button><p id="free"></p>' });
  const done: string[] = [];
  let state: PlayerSnapshot = { ...idleSnapshot, available: true, tellsTime: true, timeMs: 5000, durationMs: 60_000, ...now };
  const remote: PlayerRemote = {
    read: () => state,
    seek: (ms, play) => {
      done.push(`seek ${ms} ${play}`);
      tell({ timeMs: ms, playing: play || state.playing });
    },
    toggle: () => void done.push('toggle'),
    pause: () => {
      done.push('pause');
      tell({ playing: false });
    },
    setRate: (rate) => void done.push(`rate ${rate}`),
    toggleMuted: () => void done.push('mute'),
    reload: () => undefined,
  };
  let changed = () => {};
  const tell = (next: Partial<PlayerSnapshot>) => {
    state = { ...state, ...next };
    changed();
  };
  const hook = await page.render(
    (props: { able: boolean; enabled: boolean }) => {
      const player = usePlayerStore();
      usePlayerShortcuts(props.enabled);
      return { player, stretch: useStretch(props.able ? stretch : null) };
    },
    { able: true, enabled },
    withPlayer,
  );
  await hook.after(({ player }) => {
    ({ changed } = player.connect(remote));
  });
  const press = (css: string, key: string, more: object = {}) =>
    page.dispatch(page.document.querySelector(css), 'keydown', {
      ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
      ...more,
    });
  return { page, hook, done, tell: (next: Partial<PlayerSnapshot>) => hook.after(() => tell(next)), press };
}

test('a stretch is played and stopped, and the player returns to where it was when the card goes', async () => {
  const { hook, done } = await opened();
  expect(hook.now.stretch?.playing).toBe(false);
  await hook.after((now) => now.stretch?.toggle());
  expect([hook.now.stretch?.playing, done]).toEqual([true, ['seek 20000 true']]);
  await hook.after((now) => now.stretch?.toggle());
  expect([hook.now.stretch?.playing, done.slice(1)]).toEqual([false, ['pause']]);
  await hook.after((now) => now.stretch?.toggle());
  done.length = 0;
  await hook.leave();
  expect(done).toEqual(['pause', 'seek 5000 false']);
});

test('what played before plays again from its place', async () => {
  const { hook, done, tell } = await opened({ now: { playing: true } });
  await hook.after((now) => now.stretch?.toggle());
  await tell({ timeMs: 25_100 });
  expect(hook.now.stretch?.playing).toBe(false);
  done.length = 0;
  await hook.leave();
  expect(done).toEqual(['seek 5000 true']);
});

test('a player that the reader moved, or who goes to the place, stays there', async () => {
  const moved = await opened();
  await moved.hook.after((now) => now.stretch?.toggle());
  await moved.page.settle(1600);
  await moved.tell({ timeMs: 50_000 });
  expect(moved.hook.now.stretch?.playing).toBe(false);
  moved.done.length = 0;
  await moved.hook.leave();
  expect(moved.done).toEqual([]);
  const gone = await opened();
  await gone.hook.after((now) => now.stretch?.toggle());
  await gone.hook.after((now) => now.stretch?.stay());
  gone.done.length = 0;
  await gone.hook.leave();
  expect(gone.done).toEqual([]);
});

test('there is no stretch without a player that can be stopped at a moment', async () => {
  for (const now of [{ available: false }, { tellsTime: false }, { failed: true }])
    expect((await opened({ now })).hook.now.stretch, JSON.stringify(now)).toBeNull();
  const { hook } = await opened();
  await hook.update({ able: false, enabled: true });
  expect(hook.now.stretch).toBeNull();
});

test('keys move the player wherever nothing is typed', async () => {
  const { done, press, hook } = await opened({ now: { rate: 1 } });
  for (const key of ['k', 'j', 'l', 'ArrowLeft', 'ArrowRight', 'm', '>', '<', ' '])
    expect(press('#free', key).defaultPrevented, key).toBe(true);
  expect(done).toEqual([
    'toggle',
    'seek -5000 false',
    'seek 5000 false',
    'seek 0 false',
    'seek 5000 false',
    'mute',
    'rate 1.25',
    'rate 0.75',
    'toggle',
  ]);
  done.length = 0;
  expect(press('#free', 'x').defaultPrevented).toBe(false);
  press('#field', 'k');
  press('#own', ' ');
  press('#free', 'k', { ctrlKey: true });
  expect(done).toEqual([]);
  press('#own', 'k');
  expect(done).toEqual(['toggle']);
  await hook.update({ able: true, enabled: false });
  press('#free', 'k');
  expect(done).toHaveLength(1);
  await hook.update({ able: true, enabled: true });
  await hook.leave();
  press('#free', 'k');
  expect(done).toHaveLength(1);
  const none = await opened({ now: { available: false } });
  expect(none.press('#free', 'k').defaultPrevented).toBe(false);
});
