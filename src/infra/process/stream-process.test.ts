import { describe, expect, test } from 'vitest';
import type { AppError } from '#lib/app-error.ts';
import { type StreamEnd, type StreamOptions, streamProcess } from './stream-process.ts';

const never = new AbortController().signal;

function script(code: string, options: Partial<StreamOptions> = {}) {
  return streamProcess(process.execPath, ['-e', code], { signal: never, idleMs: 10_000, ...options });
}

async function readAll(stream: AsyncGenerator<Buffer, StreamEnd>): Promise<{ bytes: number; end: StreamEnd }> {
  let bytes = 0;
  for (;;) {
    const next = await stream.next();
    if (next.done) return { bytes, end: next.value };
    bytes += next.value.length;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('streamProcess', () => {
  test('yields all output, the exit code and the last errors', async () => {
    const { bytes, end } = await readAll(
      script(
        'for (let i = 0; i < 40; i++) require("fs").writeSync(1, Buffer.alloc(100000)); process.stderr.write("why"); process.exitCode = 3',
      ),
    );
    expect(bytes).toBe(4_000_000);
    expect(end).toEqual({ exitCode: 3, signal: null, stderr: 'why' });
  });

  test('waits without a reader and ends when the reader leaves', async () => {
    const stream = script('console.log(process.pid); for (;;) require("fs").writeSync(1, Buffer.alloc(65536))');
    const first = await stream.next();
    const pid = Number((first.value as Buffer).toString().split('\n')[0]);
    expect(isAlive(pid)).toBe(true);
    await stream.return({ exitCode: null, signal: null, stderr: '' });
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  });

  test('ends a program that is silent for too long, or cancelled', async () => {
    const silent = readAll(script('setTimeout(() => {}, 60000)', { idleMs: 100 }));
    await expect(silent).rejects.toMatchObject({ code: 'timed_out' } satisfies Partial<AppError>);
    const stop = new AbortController();
    const stopped = script('console.log(1); setTimeout(() => {}, 60000)', { signal: stop.signal });
    await stopped.next();
    stop.abort();
    await expect(stopped.next()).rejects.toMatchObject({ code: 'cancelled' });
  });
});
