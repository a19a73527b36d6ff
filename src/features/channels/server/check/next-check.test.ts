import { expect, test } from 'vitest';
import { cadenceMs, firstCheckMs, pauseMs, withJitter } from './next-check.ts';

const hourMs = 3_600_000;
const now = Date.UTC(2026, 10, 24, 12);
const ago = (...hours: number[]) => hours.map((one) => new Date(now - one * hourMs));

test.each([
  ['without dates every two hours', [], true, 2],
  ['every hour: four times as often', ago(0.5, 1.5, 2.5, 3.5), true, 0.25],
  ['every day: every six hours', ago(1, 25, 49, 73), true, 6],
  ['every week: once a day and no more rarely', ago(10, 178, 346), true, 24],
  ['one entry: by its age', ago(8), true, 2],
  ['silent for long: less often than it was', ago(100, 101, 102), true, 12.5],
  ['a busy feed: a quarter of an hour at least', ago(0.1, 0.2, 0.3), true, 0.25],
  ['a site without feeds: half an hour at least', ago(0.1, 0.2, 0.3), false, 0.5],
  ['the ten newest count', [...ago(2, 4, 6, 8, 10, 12, 14, 16, 18, 20), ...ago(2000, 4000)], true, 0.5],
  ['in whatever order they are given', ago(4, 2, 8, 6), true, 0.5],
  ['one that was published just now', ago(0), true, 0.25],
  ['dates to come do not count', [...ago(-100, -50), ...ago(1, 25, 49)], true, 6],
])('EXP-01 looks again %s', (_what, published, byFeed, hours) => {
  expect(cadenceMs(published, now, { byFeed })).toBeCloseTo(hours * hourMs, -1);
});

const failure = { failures: 1, status: null, askedMs: null, silentMs: 0 };

test.each([
  ['a first failure', {}, 0.25],
  ['a third in a row', { failures: 3 }, 1],
  ['many, at most a day', { failures: 30 }, 24],
  ['a first 404, which passes by itself', { status: 404 }, 1],
  ['a server that asks for more', { askedMs: 5 * hourMs }, 5],
  ['one that asks for less than the failures do', { failures: 5, askedMs: 1000 }, 4],
  ['one that asks for a year', { askedMs: 8760 * hourMs }, 48],
  ['a seventh in a row', { failures: 7 }, 16],
  ['one that asks for less than a day of failures', { failures: 30, askedMs: 30 * hourMs }, 30],
  ['one that asks for two days', { askedMs: 48 * hourMs }, 48],
  ['one silent for just a month', { silentMs: 30 * 24 * hourMs }, 0.25],
  ['one silent for a month, whatever it asks for', { silentMs: 30 * 24 * hourMs + 1, askedMs: hourMs }, 168],
  ['one silent for a month', { silentMs: 31 * 24 * hourMs }, 168],
])('EXP-01 waits after %s', (_what, given, hours) => {
  expect(pauseMs({ ...failure, ...given })).toBe(hours * hourMs);
});

test('EXP-01 a channel is looked at again soon after somebody begins to follow it', () => {
  for (const [byFeed, minutes] of [
    [true, 30],
    [false, 60],
  ] as const)
    for (let n = 0; n < 20; n++) {
      const ms = firstCheckMs(byFeed);
      expect(ms).toBeGreaterThanOrEqual(minutes * 54_000);
      expect(ms).toBeLessThanOrEqual(minutes * 66_000);
    }
});

test('spreads a tenth to either side', () => {
  expect([0, 0.5, 1].map((random) => withJitter(1000, random))).toEqual([900, 1000, 1100]);
});
