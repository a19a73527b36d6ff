import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '#infra/logger/logger.ts';
import { AppError } from '#lib/app-error.ts';
import type { JobHandler } from './job.ts';
import { createRunner } from './runner.ts';

const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
const job = { name: 'test.wait', version: 1, payload: z.object({}), retryLimit: 1, expireInSeconds: 60 };

test('an attempt that ends late leaves the next one of its job known: it counts, and can be cancelled', async () => {
  const runner = createRunner({ boss: {} as PgBoss, logger });
  const ends: (() => void)[] = [];
  const handler: JobHandler<unknown> = {
    run: (_payload, { signal }) =>
      new Promise((resolve, reject) => {
        ends.push(resolve);
        signal.addEventListener('abort', () => reject(new AppError('cancelled')));
      }),
  };
  const found = (retryCount: number) => {
    const dates = { startedOn: new Date(), createdOn: new Date() };
    const row = { id: 'one', name: job.name, data: { v: 1, p: {} }, ...dates, retryCount, retryLimit: 1, expireInSeconds: 60 };
    return { ...row, signal: new AbortController().signal } as unknown as JobWithMetadata<unknown>;
  };
  const [late, next] = [runner.run(job, handler, found(0)), runner.run(job, handler, found(1))];
  ends[0]?.();
  expect(await late).toMatchObject({ status: 'completed' });
  expect(runner.running()).toBe(1);
  runner.cancel('one');
  expect(await next).toMatchObject({ status: 'failed' });
  expect(runner.running()).toBe(0);
});
