import { expect, test } from 'vitest';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { isWaiting, useProgressText } from './describe-progress.ts';
import { progress } from './words/en/progress.ts';

test('a run says what it does, and until when it waits; a stage of a newer server says nothing', async () => {
  const { now: toText } = await openPage().render(useProgressText, undefined);
  expect(toText({ code: 'queued', params: {} })).toBe(progress.queued);
  expect(toText({ code: 'no_such_stage', params: {} })).toBeNull();
  const until = '2026-03-01T09:05:00Z';
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(new Date(until));
  expect(toText({ code: 'waiting_space', params: { until } })).toBe(`${progress.waiting_space}, resuming around ${time}`);
  expect(toText({ code: 'waiting_space', params: { until: 7 } })).toBe(progress.waiting_space);
});

test('a run that waits for somebody else is told from one that works', () => {
  expect(
    ['waiting_site', 'waiting_provider', 'waiting_space', 'queued', 'resuming'].filter((code) => isWaiting({ code })),
  ).toEqual(['waiting_site', 'waiting_provider', 'waiting_space']);
});
