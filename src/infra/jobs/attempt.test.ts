import type { JobWithMetadata } from 'pg-boss';
import { describe, expect, test } from 'vitest';
import type { AppError } from '#lib/app-error.ts';
import { openAttempt } from './attempt.ts';

function opened({ secondsAgo, expireInSeconds = 600 }: { secondsAgo: number; expireInSeconds?: number }) {
  const queue = new AbortController();
  const startedOn = new Date(Date.now() - secondsAgo * 1000);
  const attempt = openAttempt({ signal: queue.signal, startedOn, expireInSeconds } as unknown as JobWithMetadata<unknown>);
  return { attempt, endByQueue: () => queue.abort(), reason: () => attempt.signal.reason as AppError };
}

describe('an attempt', () => {
  test.each([
    [0, 'cancelled'],
    [598.5, 'cancelled'],
    // The queue checks the time limit twice a second, so it may be up to half a second early.
    [599.6, 'timed_out'],
    [700, 'timed_out'],
  ])('that the queue ends after %s of 600 seconds says %s', (secondsAgo, code) => {
    const { attempt, endByQueue, reason } = opened({ secondsAgo });
    expect(attempt.signal.aborted).toBe(false);
    endByQueue();
    expect(reason()).toMatchObject({ code });
    expect(attempt.interruption()).toBeNull();
  });

  test('keeps its first interruption', () => {
    const { attempt, endByQueue, reason } = opened({ secondsAgo: 700 });
    attempt.interrupt('shutdown');
    attempt.interrupt('cancelled');
    endByQueue();
    expect(attempt.interruption()).toBe('shutdown');
    expect(reason()).toMatchObject({ code: 'cancelled' });
    expect(reason().message).toContain('shutdown');
  });

  test('that is closed hears nothing more from the queue', () => {
    const { attempt, endByQueue } = opened({ secondsAgo: 700 });
    attempt.close();
    endByQueue();
    expect(attempt.signal.aborted).toBe(false);
  });
});
