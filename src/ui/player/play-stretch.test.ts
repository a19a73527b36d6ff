import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { playStretch } from './play-stretch.ts';
import { createPlayerStore, idleSnapshot, type PlayerSnapshot } from './player-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A player whose position the test sets. */
function setUp(first: Partial<PlayerSnapshot> = {}) {
  const player = createPlayerStore();
  const done: string[] = [];
  let now: PlayerSnapshot = { ...idleSnapshot, available: true, tellsTime: true, durationMs: 60_000, ...first };
  const { changed } = player.connect({
    read: () => now,
    seek(ms, play) {
      done.push(`seek ${ms}${play ? '' : ' quietly'}`);
      tell({ timeMs: ms, playing: play || now.playing });
    },
    toggle() {
      done.push(now.playing ? 'pause' : 'play');
      tell({ playing: !now.playing });
    },
    pause() {
      done.push('pause');
      tell({ playing: false });
    },
    setRate: () => {},
    toggleMuted: () => {},
    reload: () => {},
  });
  function tell(next: Partial<PlayerSnapshot>): void {
    now = { ...now, ...next };
    changed();
  }
  const ends: { left: boolean }[] = [];
  const stop = playStretch(player, { startMs: 10_000, endMs: 14_000 }, (how) => ends.push(how));
  return { done, ends, tell, stop };
}

describe('CON-02 a stretch', () => {
  test('plays from its start to its end, and no further', () => {
    const { done, ends, tell } = setUp();
    expect(done).toEqual(['seek 10000']);
    tell({ timeMs: 13_400 });
    vi.advanceTimersByTime(5000);
    expect(ends).toEqual([]);
    tell({ timeMs: 13_600 });
    vi.advanceTimersByTime(399);
    expect(done).toEqual(['seek 10000']);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['seek 10000', 'pause']);
    expect(ends).toEqual([{ left: false }]);
    tell({ timeMs: 13_700, playing: true });
    vi.runAllTimers();
    expect([done.length, ends.length]).toEqual([2, 1]);
  });

  test('ends at once where the position is told after its end', () => {
    const { done, ends, tell } = setUp();
    tell({ timeMs: 14_000 });
    expect([done.at(-1), ends]).toEqual(['pause', [{ left: false }]]);
  });

  test('is paused after its end when the page stood still there, and is left by a seek alone', () => {
    for (const [timeMs, left] of [
      [18_400, false],
      [40_000, true],
    ] as const) {
      const { done, ends, tell } = setUp();
      vi.advanceTimersByTime(3300);
      tell({ timeMs: 13_300 });
      vi.setSystemTime(Date.now() + 5100);
      tell({ timeMs });
      expect(ends).toEqual([{ left }]);
      expect(done.includes('pause')).toBe(!left);
    }
  });

  test('ends by the clock of its speed, which stands while the media loads', () => {
    const { ends, tell } = setUp({ rate: 2 });
    tell({ timeMs: 13_200 });
    tell({ buffering: true });
    vi.advanceTimersByTime(1000);
    expect(ends).toEqual([]);
    tell({ buffering: false });
    vi.advanceTimersByTime(399);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ends).toEqual([{ left: false }]);
  });

  test('ends without a pause of its own when the user pauses or seeks away, or the media fails', () => {
    for (const next of [{ playing: false }, { timeMs: 7999 }, { timeMs: 16_001 }, { failed: true }]) {
      const { done, ends, tell } = setUp();
      tell({ timeMs: 11_000 });
      vi.advanceTimersByTime(1500);
      tell(next);
      expect(ends).toEqual([{ left: true }]);
      tell({ timeMs: 14_000, failed: false, playing: true });
      vi.runAllTimers();
      expect([done, ends.length]).toEqual([['seek 10000'], 1]);
    }
  });

  test('is played to its end where the media ends first, or the player stops by itself at the last', () => {
    for (const [durationMs, timeMs] of [
      [13_800, 13_800],
      [60_000, 13_600],
      [60_000, 13_500],
    ]) {
      const { ends, tell } = setUp({ durationMs: durationMs ?? 0 });
      tell({ timeMs: timeMs ?? 0 });
      tell({ playing: false });
      expect(ends).toEqual([{ left: false }]);
    }
  });

  test('waits for a player that still tells where it was', () => {
    const { ends, tell } = setUp();
    vi.advanceTimersByTime(1499);
    tell({ timeMs: 40_000 });
    tell({ timeMs: 10_100 });
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1);
    tell({ timeMs: 8000 });
    expect(ends).toEqual([]);
    tell({ timeMs: 40_000 });
    expect(ends).toEqual([{ left: true }]);
  });

  test('waits for a player that has not begun', () => {
    const { ends, tell } = setUp();
    tell({ playing: false });
    expect(ends).toEqual([]);
    tell({ playing: true });
    tell({ playing: false });
    expect(ends).toEqual([{ left: true }]);
  });

  test('is paused while it still loads, as it would begin by itself', () => {
    const { done, tell, stop } = setUp();
    tell({ playing: false, buffering: true });
    stop();
    expect(done).toEqual(['seek 10000', 'pause']);
  });

  test('is paused early, and then tells nothing', () => {
    const { done, ends, tell, stop } = setUp();
    tell({ timeMs: 13_800 });
    stop();
    expect(done).toEqual(['seek 10000', 'pause']);
    vi.runAllTimers();
    tell({ timeMs: 14_000, playing: true });
    expect([done.length, ends]).toEqual([2, []]);
  });
});
