import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock } from '../../tests/fakes/fake-clock.ts';
import { throttle } from './throttle.ts';

let clock = createFakeClock();
beforeEach(() => {
  clock = createFakeClock();
});

test('calls at once, and what is asked meanwhile once, at its time', async () => {
  const times: number[] = [];
  const { call } = throttle(clock, 100, () => void times.push(clock.now()));
  call();
  expect(times).toEqual([0]);
  await clock.advance(30);
  call();
  call();
  expect(times).toEqual([0]);
  await clock.advance(69);
  expect(times).toEqual([0]);
  await clock.advance(1);
  expect(times).toEqual([0, 100]);
  // Nobody asked again.
  await clock.advance(500);
  expect(times).toEqual([0, 100]);
  call();
  expect(times).toEqual([0, 100, 600]);
});

test('a call that comes exactly after the interval waits no longer', async () => {
  const work = vi.fn();
  const { call } = throttle(clock, 100, work);
  call();
  await clock.advance(100);
  call();
  expect(work).toHaveBeenCalledTimes(2);
});

test('calls nothing after it was stopped, not even what waits', async () => {
  const work = vi.fn();
  const { call, stop } = throttle(clock, 100, work);
  call();
  call();
  stop();
  await clock.advance(500);
  call();
  await clock.advance(500);
  expect(work).toHaveBeenCalledTimes(1);
});

test('goes on after late work failed', async () => {
  const work = vi.fn();
  const { call } = throttle(clock, 100, work);
  call();
  work.mockImplementationOnce(() => {
    throw new Error('broken');
  });
  call();
  await clock.advance(100);
  await clock.advance(100);
  call();
  expect(work).toHaveBeenCalledTimes(3);
});
