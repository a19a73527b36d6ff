import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { withinTime } from './within-time.ts';

/** Like a request: ends only when it is aborted, and rejects with the reason. */
const untilStopped = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

test('an answer that takes too long fails as that, one that is stopped as stopped', async () => {
  const { signal } = new AbortController();
  await expect(withinTime(signal, 5, untilStopped)).rejects.toMatchObject({ code: 'llm_timed_out' });
  const stopping = new AbortController();
  const stopped = withinTime(stopping.signal, 60_000, untilStopped);
  stopping.abort(new AppError('cancelled'));
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  await expect(withinTime(signal, 60_000, async () => 'written')).resolves.toBe('written');
});
