import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { useScriptSearch } from './use-script-search.ts';

const segments = ['tea one', 'none', 'tea two tea', 'last', 'tea'].map((text, id) => ({
  id,
  startMs: id * 1000,
  endMs: null,
  text,
})) as never[];

async function searching(left: Parameters<typeof useScriptSearch>[1] = null) {
  const page = openPage();
  const shown: number[] = [];
  const show = (line: number) => void shown.push(line);
  const hook = await page.render(() => useScriptSearch(segments, left, show), null);
  const state = () => [hook.now.total, hook.now.chosen, hook.now.chosenLine];
  return { hook, shown, state };
}

test('a search begins at the line that is seen, and goes on from match to match', async () => {
  const { hook, shown, state } = await searching();
  expect([state(), hook.now.query]).toEqual([[0, -1, undefined], '']);
  await hook.after((now) => now.change('tea', 1));
  expect([state(), shown]).toEqual([[4, 1, 2], [2]]);
  expect([...hook.now.byLine.keys()]).toEqual([0, 2, 4]);
  await hook.after((now) => now.step(1));
  await hook.after((now) => now.step(1));
  await hook.after((now) => now.step(1));
  expect([state(), shown]).toEqual([
    [4, 0, 0],
    [2, 2, 4, 0],
  ]);
  await hook.after((now) => now.step(-1));
  expect(state()).toEqual([4, 3, 4]);
  // Typing on searches from where the last match was.
  await hook.after((now) => now.change('te', 0));
  expect([state(), shown.at(-1)]).toEqual([[4, 3, 4], 4]);
  await hook.after((now) => now.change('nothing', 0));
  expect(state()).toEqual([0, -1, undefined]);
  await hook.after((now) => now.step(1));
  expect(shown).toHaveLength(6);
  await hook.after((now) => now.clear());
  expect([hook.now.query, hook.now.total]).toEqual(['', 0]);
  await hook.after((now) => now.change('  ', 0));
  expect(hook.now.total).toBe(0);
});

test('a search that was left stands where it was, and moves nothing', async () => {
  const { hook, shown, state } = await searching({ query: 'tea', chosen: 2, from: 2 });
  expect([hook.now.query, state(), shown]).toEqual(['tea', [4, 2, 2], []]);
  await hook.after((now) => now.step(1));
  expect([state(), shown]).toEqual([[4, 3, 4], [4]]);
  const beyond = await searching({ query: 'tea', chosen: 9, from: 2 });
  expect([beyond.state(), beyond.shown]).toEqual([[4, 3, 4], []]);
  await beyond.hook.after((now) => now.change('two', 0));
  expect([beyond.state(), beyond.shown]).toEqual([[1, 0, 2], [2]]);
  const empty = await searching({ query: '', chosen: -1, from: 3 });
  await empty.hook.after((now) => now.change('tea', 0));
  expect(empty.shown).toEqual([0]);
});
