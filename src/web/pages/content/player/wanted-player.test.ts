import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';

const key = 'gleaner.player';
let copies = 0;

/** The module is loaded anew, as it reads what was kept when the page begins. */
async function opened(kept?: string) {
  const page = openPage();
  if (kept !== undefined) page.storage.set(key, kept);
  const address = `./wanted-player.ts?${++copies}`;
  const { useWantedPlayer } = (await import(/* @vite-ignore */ address)) as typeof import('./wanted-player.ts');
  return { page, hook: await page.render(useWantedPlayer, undefined) };
}

test('the player is wanted until it is turned off, on this device', async () => {
  const { page, hook } = await opened();
  expect(hook.now[0]).toBe(true);
  await hook.after(([, choose]) => choose(false));
  expect([hook.now[0], page.storage.get(key)]).toEqual([false, 'off']);
  await hook.after(([, choose]) => choose(true));
  expect([hook.now[0], page.storage.get(key)]).toEqual([true, 'on']);
  expect((await opened('off')).hook.now[0]).toBe(false);
  expect((await opened('on')).hook.now[0]).toBe(true);
});

test('a choice made in another tab counts here', async () => {
  const { page, hook } = await opened();
  page.storage.set(key, 'off');
  await hook.after(() => page.dispatch(page.window, 'storage'));
  expect(hook.now[0]).toBe(false);
});

test('without storage the choice lasts as long as the page', async () => {
  const { hook, page } = await opened();
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  await hook.after(([, choose]) => choose(false));
  expect(hook.now[0]).toBe(false);
  await hook.after(() => page.dispatch(page.window, 'storage'));
  expect(hook.now[0]).toBe(true);
});
