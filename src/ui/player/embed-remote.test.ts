import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { youtubeMessages } from '#engine/sites/youtube/shared/player-messages.ts';
import { createEmbedRemote } from './embed-remote.ts';
import { createPlayerStore } from './player-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(player: 'youtube' | 'bilibili', options: { mayLoad?: boolean } = {}) {
  const loads: number[] = [];
  const posts: { event: string; func?: string; args?: unknown[] }[] = [];
  const store = createPlayerStore();
  let changed = () => {};
  const remote = createEmbedRemote({ player, id: 'abcdefghijk' }, 600_000, {
    mayLoad: () => options.mayLoad ?? true,
    load: (ms) => void loads.push(ms),
    post: (message) => void posts.push(JSON.parse(message)),
    onChange: () => changed(),
  });
  ({ changed } = store.connect(remote));
  const tell = (event: string, info: unknown) => remote.handleMessage(JSON.stringify({ event, info, channel: 'widget' }));
  return { loads, posts, store, remote, tell };
}

describe('CON-08 YouTube’s player', () => {
  it('requests nothing before it is wanted, and starts at the wanted moment', () => {
    const { loads, posts, store } = setUp('youtube');
    expect(store.state.getState()).toMatchObject({ available: true, playing: false, durationMs: 600_000 });
    expect([loads, posts]).toEqual([[], []]);
    store.seek(65_000);
    expect(loads).toEqual([65_000]);
    expect(store.state.getState().timeMs).toBe(65_000);
  });

  it('waits for a click on a link that names a moment', () => {
    const { loads, store } = setUp('youtube', { mayLoad: false });
    store.seek(65_000);
    expect(loads).toEqual([]);
    store.toggle();
    expect(loads).toEqual([65_000]);
  });

  it('is not begun by a move to another moment, and can be paused before it begins', () => {
    const { loads, posts, store, remote, tell } = setUp('youtube');
    store.seekBy(5_000);
    store.seek(65_000, { play: false });
    expect(loads).toEqual([]);
    expect(store.state.getState()).toMatchObject({ timeMs: 65_000, inFrame: false });
    store.toggle();
    expect(loads).toEqual([65_000]);
    remote.handleFrameLoad();
    tell('initialDelivery', { playerState: -1 });
    store.pause();
    expect(posts.at(-1)).toMatchObject({ func: 'pauseVideo' });
  });

  it('reports its position and obeys', () => {
    const { posts, store, remote, tell } = setUp('youtube');
    store.toggle();
    remote.handleFrameLoad();
    expect(posts.at(-1)).toMatchObject({ event: 'listening' });
    tell('initialDelivery', { currentTime: 1.5, duration: 300, playerState: 1, playbackRate: 1, muted: false });
    expect(store.state.getState()).toMatchObject({ timeMs: 1500, durationMs: 300_000, playing: true, failed: false });
    posts.length = 0;
    vi.advanceTimersByTime(60_000);
    // A frame that has answered is not asked again after another load event.
    remote.handleFrameLoad();
    vi.advanceTimersByTime(60_000);
    expect(posts).toEqual([]);

    store.seek(42_000);
    expect(posts.map(({ func, args }) => [func, args])).toEqual([
      ['seekTo', [42, true]],
      ['playVideo', []],
    ]);
    store.seekBy(10_000);
    expect(posts.at(-1)).toMatchObject({ func: 'seekTo', args: [52, true] });
    store.seek(9_999_999);
    expect(posts.at(-2)).toMatchObject({ func: 'seekTo', args: [300, true] });
    store.toggle();
    expect(posts.at(-1)).toMatchObject({ func: 'pauseVideo' });
    tell('onStateChange', 2);
    store.toggle();
    expect(posts.at(-1)).toMatchObject({ func: 'playVideo' });
    store.setRate(1.5);
    store.toggleMuted();
    expect(posts.slice(-2).map(({ func }) => func)).toEqual(['setPlaybackRate', 'mute']);
  });

  it('fails on the site’s error or ten seconds of silence, and can be reloaded', () => {
    const { loads, store, remote, tell } = setUp('youtube');
    store.seek(30_000);
    remote.handleFrameLoad();
    tell('onError', 101);
    expect(store.state.getState()).toMatchObject({ failed: true, timeMs: 30_000 });
    store.reload();
    expect(loads).toEqual([30_000, 30_000]);
    expect(store.state.getState().failed).toBe(false);
    remote.handleFrameLoad();
    vi.advanceTimersByTime(11_000);
    expect(store.state.getState().failed).toBe(true);
  });

  it('pauses as soon as it answers, where that was asked while it loaded, and stands where it was sent', () => {
    const { posts, store, remote, tell } = setUp('youtube');
    store.seek(30_000);
    remote.handleFrameLoad();
    store.pause();
    store.seek(5000, { play: false });
    posts.length = 0;
    tell('initialDelivery', { currentTime: 30, playerState: 3 });
    expect(posts.map(({ func, args }) => [func, args]).slice(-2)).toEqual([
      ['seekTo', [5, true]],
      ['pauseVideo', []],
    ]);
    // A press of play, or another load, takes the pause back.
    for (const again of [() => store.toggle(), () => store.seek(40_000), () => store.reload()]) {
      store.reload();
      store.pause();
      again();
      posts.length = 0;
      tell('initialDelivery', { currentTime: 30, playerState: 3 });
      expect(posts.filter(({ func }) => func === 'pauseVideo')).toEqual([]);
    }
  });

  it('is asked every 400 ms, 25 times, whether it hears, and then counts as failed', () => {
    const { posts, store, remote } = setUp('youtube');
    store.toggle();
    expect(store.state.getState()).toMatchObject({ buffering: true, inFrame: true });
    remote.handleFrameLoad();
    vi.advanceTimersByTime(399);
    expect(posts.length).toBe(1);
    vi.advanceTimersByTime(1);
    expect(posts.length).toBe(2);
    // A frame that loads anew is asked from the beginning.
    remote.handleFrameLoad();
    expect(posts.length).toBe(3);
    posts.length = 1;
    vi.advanceTimersByTime(24 * 400);
    expect([posts.length, store.state.getState().failed]).toEqual([25, false]);
    vi.advanceTimersByTime(400);
    expect(posts.length).toBe(25);
    expect(store.state.getState()).toMatchObject({ failed: true, buffering: false, playing: false });
    vi.advanceTimersByTime(10_000);
    expect(posts.length).toBe(25);
    store.reload();
    remote.handleFrameLoad();
    remote.stop();
    vi.advanceTimersByTime(60_000);
    expect([posts.length, store.state.getState().failed]).toEqual([26, false]);
  });

  it('is subscribed to once, with its first answer, before what was asked of it meanwhile', () => {
    const { posts, store, remote, tell } = setUp('youtube');
    store.toggle();
    remote.handleFrameLoad();
    store.seek(20_000);
    store.pause();
    posts.length = 0;
    tell('initialDelivery', {});
    const functions = posts.map(({ func }) => func);
    expect(functions.slice(-2)).toEqual(['seekTo', 'pauseVideo']);
    expect(functions.slice(0, -2)).toEqual(youtubeMessages.subscribe.map((message) => JSON.parse(message).func));
    tell('infoDelivery', {});
    expect(posts.length).toBe(functions.length);
  });

  it('tells whether it waits for data, and else plays on or stands', () => {
    const { store, tell } = setUp('youtube');
    const state = () => {
      const { playing, buffering } = store.state.getState();
      return [playing, buffering];
    };
    store.toggle();
    expect(state()).toEqual([false, true]);
    tell('onStateChange', 3);
    expect(state()).toEqual([true, true]);
    tell('infoDelivery', { currentTime: 3 });
    expect([state(), store.state.getState().timeMs]).toEqual([[true, false], 3000]);
    tell('onStateChange', 2);
    expect(state()).toEqual([false, false]);
    tell('onError', 2);
    expect(state()).toEqual([false, false]);
  });

  it('is loaded again by a press of play after it failed, and not by a move', () => {
    const { loads, posts, store, tell } = setUp('youtube');
    store.toggle();
    tell('onError', 101);
    posts.length = 0;
    store.seek(-5, { play: false });
    expect([loads, posts, store.state.getState().timeMs]).toEqual([[0], [], 0]);
    store.seek(700_000);
    expect([loads, store.state.getState()]).toMatchObject([[0, 600_000], { failed: false, buffering: true }]);
  });

  it('moves without playing where only that is asked, and is heard again when it was muted', () => {
    const { posts, store, tell } = setUp('youtube');
    store.pause();
    expect(posts).toEqual([]);
    store.toggle();
    tell('initialDelivery', { muted: true, playerState: 1 });
    posts.length = 0;
    store.seek(7000, { play: false });
    store.toggleMuted();
    expect(posts.map(({ func, args }) => [func, args])).toEqual([
      ['seekTo', [7, true]],
      ['unMute', []],
    ]);
    expect(store.state.getState().timeMs).toBe(7000);
  });

  it('of unknown length is moved as far as it is asked to', () => {
    const loads: number[] = [];
    const remote = createEmbedRemote({ player: 'youtube', id: 'abcdefghijk' }, 0, {
      mayLoad: () => true,
      load: (ms) => void loads.push(ms),
      post: () => undefined,
      onChange: () => undefined,
    });
    remote.seek(9_999_999, true);
    remote.seek(-1, true);
    expect([loads, remote.read().timeMs]).toEqual([[9_999_999], 0]);
  });

  it('ignores invalid messages', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.anything()), (data) => {
        expect(() => youtubeMessages.read(data)).not.toThrow();
      }),
    );
    for (const info of [{ currentTime: -1 }, { currentTime: '5' }, { currentTime: 1e300, duration: Number.NaN }, [], null])
      expect(youtubeMessages.read({ event: 'infoDelivery', info })).toEqual({ type: 'info' });
    expect(youtubeMessages.read('{"event":"listening"}')).toBeNull();
  });
});

describe('CON-08 Bilibili’s player', () => {
  it('seeks by reloading, and leaves steps and pauses to its own keys', () => {
    const { loads, posts, store } = setUp('bilibili');
    store.toggle();
    store.seek(90_000);
    expect(loads).toEqual([0, 90_000]);
    expect(store.state.getState()).toMatchObject({ timeMs: 90_000, failed: false });
    store.seekBy(10_000);
    store.toggle();
    expect([loads.length, posts]).toEqual([2, []]);
  });

  it('is sent nothing, and hears nothing', () => {
    const { posts, store, remote, tell } = setUp('bilibili');
    store.toggle();
    expect(store.state.getState()).toMatchObject({ tellsTime: false, buffering: false });
    remote.handleFrameLoad();
    store.pause();
    store.setRate(2);
    store.toggleMuted();
    const before = remote.read();
    tell('onStateChange', 1);
    vi.advanceTimersByTime(60_000);
    expect([posts, remote.read()]).toEqual([[], before]);
  });

  it('tells that it is on the page, as it tells nothing else of what plays', () => {
    const { store } = setUp('bilibili');
    expect(store.state.getState().inFrame).toBe(false);
    store.toggle();
    expect(store.state.getState()).toMatchObject({ inFrame: true, playing: false, timeMs: 0 });
  });
});
