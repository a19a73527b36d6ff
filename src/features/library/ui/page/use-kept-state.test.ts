import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { useKeptFigures, useKeptState } from './use-kept-state.ts';

let names = 0;

async function opened(name = `state-${++names}`) {
  const page = openPage();
  const hook = await page.render(() => ({ state: useKeptState(name, 0), figures: useKeptFigures<number>(name) }), null);
  const go = async (move: () => unknown) => {
    await hook.after(async () => {
      await move();
      await page.router.load();
    });
    await page.settle(20);
    return hook.now.state[0];
  };
  return { page, hook, go, name };
}

test('back and forward restore what was kept; another address takes over what is shown', async () => {
  const { page, hook, go } = await opened();
  const { history } = page.router;
  await page.router.load();
  await page.settle();
  expect(hook.now.state[0]).toBe(0);
  await hook.after(({ state: [, set] }) => set(1));
  expect(await go(() => page.router.navigate({ to: '.', search: { a: 1 } } as never))).toBe(1);
  await hook.after(({ state: [, set] }) => set(2));
  expect(await go(() => history.back())).toBe(1);
  expect(await go(() => history.forward())).toBe(2);
  await hook.after(({ state: [, set] }) => set((before) => before + 1));
  expect(await go(() => history.back())).toBe(1);
  expect(await go(() => history.forward())).toBe(3);
});

test('a page that opens again at the same place begins with what was kept', async () => {
  const { page, hook, name } = await opened();
  await page.router.load();
  await page.settle();
  await hook.after(({ state: [, set] }) => set(7));
  const again = await page.render(() => ({ state: useKeptState(name, 0), figures: useKeptFigures<number>(name) }), null);
  expect([again.now.state[0], again.now.figures.before]).toEqual([7, 7]);
  again.now.figures.tell(9);
  expect(again.now.figures.before).toBe(7);
  const third = await page.render(() => useKeptFigures<number>(name), null);
  expect(third.now.before).toBe(9);
  const other = await page.render(() => useKeptFigures<number>(`${name} other`), null);
  expect(other.now.before).toBeUndefined();
});

test('the last two hundred places are kept', async () => {
  const page = openPage();
  const name = `many-${++names}`;
  const tell = async (index: number) => (await page.render(() => useKeptFigures<number>(`${name}-${index}`), null)).now;
  for (let index = 0; index < 199; index++) (await tell(index)).tell(index);
  // What is told again is not the oldest any more.
  (await tell(0)).tell(0);
  (await tell(199)).tell(199);
  (await tell(200)).tell(200);
  const kept: unknown[] = [];
  for (const index of [0, 1, 2, 200]) kept.push((await tell(index)).before);
  expect(kept).toEqual([0, undefined, 2, 200]);
});
