import { expect, test } from 'vitest';
import { createPlayerStore, idleSnapshot } from './player-store.ts';

/** As much of a media element as is read while it stands still. */
function mediaAt(seconds: number): HTMLMediaElement {
  const values = { currentTime: seconds, duration: 60, paused: true, ended: false, error: null };
  return Object.assign(new EventTarget(), values, { playbackRate: 1, muted: false, volume: 1 }) as unknown as HTMLMediaElement;
}

test('CON-08 a player that goes leaves the one that came after it', () => {
  const store = createPlayerStore();
  const leave = store.attach(mediaAt(3));
  expect(store.state.getState()).toEqual({ ...idleSnapshot, available: true, tellsTime: true, timeMs: 3000, durationMs: 60_000 });
  const leaveLater = store.attach(mediaAt(7));
  leave();
  expect(store.state.getState().timeMs).toBe(7000);
  leaveLater();
  expect(store.state.getState()).toEqual(idleSnapshot);
});

test('CON-08 an element that went says nothing any more', () => {
  const store = createPlayerStore();
  const gone = mediaAt(3);
  store.attach(gone)();
  const there = mediaAt(7);
  store.attach(there);
  let told = 0;
  store.state.subscribe(() => told++);
  gone.dispatchEvent(new Event('timeupdate'));
  expect(told).toBe(0);
  there.dispatchEvent(new Event('timeupdate'));
  expect(told).toBe(1);
});
