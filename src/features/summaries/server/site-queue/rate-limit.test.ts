import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestGapOf } from '#engine/sites/request-gap.ts';
import { decideBlock, decideStart, type RateState } from './rate-limit.ts';

const fresh: RateState = { nextStart: 0, blockedUntil: 0, strikes: 0 };

type Step = { type: 'start'; ahead: number } | { type: 'block'; askedMs: number | null } | { type: 'pass'; ms: number };
const steps = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('start' as const), ahead: fc.nat(200) }),
    fc.record({ type: fc.constant('block' as const), askedMs: fc.option(fc.integer({ min: -5, max: 10 ** 9 })) }),
    fc.record({ type: fc.constant('pass' as const), ms: fc.nat(200_000) }),
  ),
  { maxLength: 200 },
);

test('SUM-02 times of a site never go back, no two starts are closer than the gap, and none falls into a block', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 10_000 }), (list: Step[], gapMs) => {
      let state = fresh;
      let now = 1_800_000_000_000;
      let lastStart = Number.NEGATIVE_INFINITY;
      for (const step of list) {
        const before = state;
        if (step.type === 'pass') now += step.ms;
        if (step.type === 'block') {
          state = decideBlock(state, now, step.askedMs);
          expect(state.blockedUntil).toBeGreaterThan(now);
        }
        if (step.type === 'start') {
          const decision = decideStart(state, now, gapMs, step.ahead);
          if (decision.go) {
            expect(now - lastStart).toBeGreaterThanOrEqual(gapMs);
            expect(now).toBeGreaterThanOrEqual(before.blockedUntil);
            lastStart = now;
            state = decision.state;
          } else {
            expect(decision.at).toBeGreaterThan(now);
            // Whoever is first in line and comes when told may start.
            if (step.ahead === 0) expect(decideStart(state, decision.at, gapMs, 0).go).toBe(true);
          }
        }
        expect(state.nextStart).toBeGreaterThanOrEqual(before.nextStart);
        expect(state.blockedUntil).toBeGreaterThanOrEqual(before.blockedUntil);
      }
    }),
  );
});

test('pauses that nobody asked for double from a minute to an hour, and start over after a success', () => {
  let state = fresh;
  let now = 0;
  const pauses: number[] = [];
  for (let index = 0; index < 9; index++) {
    state = decideBlock(state, now, null);
    pauses.push((state.blockedUntil - now) / 60_000);
    now = state.blockedUntil;
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(decideBlock({ ...state, strikes: 0 }, now, null).blockedUntil - now).toBe(60_000);
});

test('runs that fail together are one block', () => {
  const once = decideBlock(fresh, 1_000, null);
  expect(decideBlock(once, 1_500, null)).toEqual(once);
  expect(decideBlock(once, 1_500, 600_000)).toEqual({ ...once, blockedUntil: 601_500 });
  expect(decideBlock(once, 1_500, 2_000)).toEqual(once);
});

test.each([
  ['https://m.youtube.com/watch?v=a', 'youtube'],
  ['https://youtu.be/a', 'youtube'],
  ['https://www.bilibili.com/video/BV1xx411c7mD', 'bilibili'],
  ['https://b23.tv/abc', 'bilibili'],
  ['https://www.xiaoyuzhoufm.com/episode/abc', 'xiaoyuzhou'],
  ['https://podcasts.apple.com/us/podcast/x/id1?i=2', 'apple'],
  ['https://www.apple.com/', 'host:www.apple.com'],
  ['https://notyoutube.com/', 'host:notyoutube.com'],
  ['http://127.0.0.1:4000/a', 'host:127.0.0.1:4000'],
])('%s is paced with %s', (url, id) => {
  expect(requestGapOf(url).id).toBe(id);
});
