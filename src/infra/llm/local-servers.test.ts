import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLocalFinder } from './local-servers.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const place = (id: string) => ({ id, name: id, host: `${id}.test` });

test('SUM-15 programs on this machine are asked once for all who look within three seconds, then again', async () => {
  const models = [['first'], ['second']];
  const asked: string[] = [];
  const find = createLocalFinder([place('ollama')], async ({ id }) => {
    asked.push(id);
    return models[asked.length - 1] ?? [];
  });
  const found = async () => (await find()).map((server) => server.models);
  expect(await Promise.all([found(), found(), found()])).toEqual([[['first']], [['first']], [['first']]]);
  vi.advanceTimersByTime(3_000);
  expect(await found()).toEqual([['first']]);
  expect(asked).toEqual(['ollama']);
  vi.advanceTimersByTime(1);
  expect(await found()).toEqual([['second']]);
  expect(asked).toEqual(['ollama', 'ollama']);
});

test('SUM-15 programs on this machine without a list or a model are left out, the others keep their order', async () => {
  const lists: Record<string, string[] | null> = { ollama: ['b', 'a'], silent: null, empty: [], studio: ['c'] };
  const find = createLocalFinder(Object.keys(lists).map(place), async ({ id }) => lists[id] ?? null);
  expect(await find()).toEqual([
    { id: 'ollama', name: 'ollama', host: 'ollama.test', models: ['b', 'a'] },
    { id: 'studio', name: 'studio', host: 'studio.test', models: ['c'] },
  ]);
});
