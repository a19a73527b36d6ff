import { expect, test } from 'vitest';
import { computations } from './computations.ts';

test('every computation loads a function, and those of long texts have half a minute', async () => {
  const known = Object.entries(computations);
  const loaded = await Promise.all(known.map(async ([name, { load }]) => [name, typeof (await load())]));
  expect(loaded).toEqual(known.map(([name]) => [name, 'function']));
  const limits = (large: boolean) => [
    ...new Set(known.filter(([, one]) => one.large === large).map(([, { timeoutMs }]) => timeoutMs)),
  ];
  expect(limits(true).sort((a, b) => a - b)).toEqual([30_000, 120_000]);
  expect(limits(false).sort((a, b) => a - b)).toEqual([5_000, 9_000]);
  expect(known.filter(([, { large }]) => !large).map(([name]) => name)).toEqual([
    ...['readPage', 'lookAtPage', 'writeExport', 'writeCards', 'listFeed', 'findFeeds', 'findEpisode'],
  ]);
});
