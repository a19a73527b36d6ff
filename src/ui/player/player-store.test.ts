import { afterEach, expect, test, vi } from 'vitest';
import { createPlayerStore, idleSnapshot } from './player-store.ts';

afterEach(() => vi.unstubAllGlobals());

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

/** A media element that plays when it is told to, and says so. */
function player({ duration = 60 } = {}) {
  vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3 });
  class Video extends EventTarget {}
  vi.stubGlobal('HTMLVideoElement', Video);
  const done: string[] = [];
  let refused = false;
  const media = Object.assign(new Video(), {
    ...{ currentTime: 10, duration, paused: true, ended: false, error: null as object | null, readyState: 4 },
    ...{ playbackRate: 1, muted: false, volume: 1 },
    play: async () => {
      done.push('play');
      if (refused) throw new Error('refused');
      media.paused = false;
    },
    pause: () => {
      done.push('pause');
      media.paused = true;
    },
    load: () => {
      done.push('load');
      media.currentTime = 0;
    },
    requestPictureInPicture: async () => done.push('picture'),
  });
  const store = createPlayerStore();
  const leave = store.attach(media as unknown as HTMLMediaElement);
  const tell = (type: string, change: Partial<typeof media> = {}) => {
    Object.assign(media, change);
    media.dispatchEvent(new Event(type));
    return store.state.getState();
  };
  const refuse = () => {
    refused = true;
  };
  return { store, media, done, tell, leave, refuse, state: () => store.state.getState() };
}

test('CON-08 the state says what the element does', () => {
  const { tell, state } = player();
  expect(state()).toEqual({ ...idleSnapshot, available: true, tellsTime: true, timeMs: 10_000, durationMs: 60_000 });
  expect(tell('timeupdate', { currentTime: 1.2345 }).timeMs).toBe(1235);
  expect(tell('durationchange', { duration: Number.POSITIVE_INFINITY }).durationMs).toBe(0);
  expect(tell('durationchange', { duration: 1.9996 }).durationMs).toBe(2000);
  expect(tell('play', { paused: false })).toMatchObject({ playing: true, buffering: false });
  expect(tell('waiting', { readyState: 2 })).toMatchObject({ playing: true, buffering: true });
  expect(tell('pause', { paused: true }).buffering).toBe(false);
  expect(tell('error', { paused: false, error: {} })).toMatchObject({ failed: true, buffering: false });
  expect(tell('playing', { readyState: 3, error: null })).toMatchObject({ failed: false, buffering: false });
  expect(tell('ended', { ended: true }).playing).toBe(false);
  expect(tell('ratechange', { playbackRate: 1.5 }).rate).toBe(1.5);
  expect(tell('volumechange', { volume: 0 }).muted).toBe(true);
  expect(tell('volumechange', { volume: 0.5 }).muted).toBe(false);
  expect(tell('volumechange', { muted: true }).muted).toBe(true);
  for (const type of ['seeking', 'seeked', 'loadedmetadata', 'canplay', 'emptied'])
    expect(tell(type, { currentTime: type.length }).timeMs, type).toBe(type.length * 1000);
});

test('CON-08 seeking plays unless told not to, and stays within the media', () => {
  const { store, media, done, state } = player();
  store.seek(20_000, { play: false });
  expect([media.currentTime, state().timeMs, done]).toEqual([20, 20_000, []]);
  store.seek(-5);
  expect([media.currentTime, done]).toEqual([0, ['play']]);
  store.seek(99_000);
  // It plays already.
  expect([media.currentTime, done]).toEqual([60, ['play']]);
  store.seekBy(-15_000);
  expect([media.currentTime, state().timeMs, done]).toEqual([45, 45_000, ['play']]);
  const endless = player({ duration: Number.NaN });
  endless.store.seek(99_000);
  expect(endless.media.currentTime).toBe(99);
});

test('CON-08 play and pause, speed and sound reach the element', async () => {
  const { store, media, done, tell } = player();
  store.toggle();
  store.toggle();
  expect(done).toEqual(['play', 'pause']);
  store.pause();
  expect(done).toHaveLength(3);
  store.setRate(2);
  expect(media.playbackRate).toBe(2);
  store.toggleMuted();
  expect(media.muted).toBe(true);
  store.toggleMuted();
  expect([media.muted, media.volume]).toEqual([false, 1]);
  tell('volumechange', { volume: 0 });
  store.toggleMuted();
  expect([media.muted, media.volume]).toEqual([false, 1]);
  media.currentTime = 30;
  store.reload();
  expect([done.at(-1), media.currentTime]).toEqual(['load', 30]);
});

test('CON-08 a play that the browser refuses is told', async () => {
  const { store, refuse, media, state } = player();
  refuse();
  store.toggle();
  media.currentTime = 33;
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect(state()).toMatchObject({ playing: false, timeMs: 33_000 });
});

test('CON-08 a video enters and leaves the small picture where the browser has one', () => {
  const { store, done } = player();
  const page = {
    pictureInPictureEnabled: false,
    pictureInPictureElement: null as object | null,
    exitPictureInPicture: async () => done.push('exit'),
  };
  vi.stubGlobal('document', page);
  store.togglePicture();
  expect(done).toEqual([]);
  page.pictureInPictureEnabled = true;
  store.togglePicture();
  page.pictureInPictureElement = {};
  store.togglePicture();
  expect(done).toEqual(['picture', 'exit']);
  const sound = createPlayerStore();
  sound.attach(mediaAt(3));
  sound.togglePicture();
  createPlayerStore().togglePicture();
  expect(done).toHaveLength(2);
});

test('CON-08 a site’s player is told what to do, until another one comes', () => {
  const store = createPlayerStore();
  const done: unknown[] = [];
  let timeMs = 5000;
  const remote = (name: string) => ({
    read: () => ({ ...idleSnapshot, available: true, tellsTime: name === 'a', timeMs }),
    seek: (ms: number, play: boolean) => void done.push([name, 'seek', ms, play]),
    toggle: () => void done.push([name, 'toggle']),
    pause: () => void done.push([name, 'pause']),
    setRate: (rate: number) => void done.push([name, 'rate', rate]),
    toggleMuted: () => void done.push([name, 'mute']),
    reload: () => void done.push([name, 'reload']),
  });
  for (const act of ['toggle', 'pause', 'toggleMuted', 'reload'] as const) store[act]();
  store.seek(1);
  store.setRate(2);
  expect([done, store.state.getState()]).toEqual([[], idleSnapshot]);
  const first = store.connect(remote('a'));
  store.seek(1000);
  store.seek(1000, { play: false });
  store.seekBy(500);
  store.toggle();
  store.pause();
  store.setRate(2);
  store.toggleMuted();
  store.reload();
  expect(done).toEqual([
    ['a', 'seek', 1000, true],
    ['a', 'seek', 1000, false],
    ['a', 'seek', 5500, false],
    ['a', 'toggle'],
    ['a', 'pause'],
    ['a', 'rate', 2],
    ['a', 'mute'],
    ['a', 'reload'],
  ]);
  timeMs = 6000;
  first.changed();
  expect(store.state.getState().timeMs).toBe(6000);
  const second = store.connect(remote('b'));
  done.length = 0;
  // One that does not tell its time cannot be moved by steps.
  store.seekBy(500);
  expect(done).toEqual([]);
  timeMs = 7000;
  first.changed();
  expect(store.state.getState().timeMs).toBe(6000);
  first.release();
  expect(store.state.getState().timeMs).toBe(7000);
  store.toggle();
  expect(done).toEqual([['b', 'toggle']]);
  second.release();
  expect(store.state.getState()).toEqual(idleSnapshot);
  store.toggle();
  expect(done).toHaveLength(1);
});
