import { expect, test } from 'vitest';
import { jobRegistrations } from './jobs.ts';

test('ACC-03 ACC-12 every ten minutes the ledger is compared and lost holds go back, and accounts are deleted whose time is over', () => {
  const schedules = new Map(jobRegistrations(() => ({}) as never).map(({ job }) => [job.name, job.cron?.schedule]));
  expect(schedules.get('metering.tidy')).toBe('*/10 * * * *');
  expect(schedules.get('my-data.delete-accounts')).toBe('*/10 * * * *');
});
