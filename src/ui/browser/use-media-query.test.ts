import { expect, test, vi } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useMediaQuery } from './use-media-query.ts';

test('a query is answered, and answered again when it changes', async () => {
  const page = openPage();
  const lists = new Map<string, EventTarget & { matches: boolean; heard: number }>();
  vi.stubGlobal('matchMedia', (query: string) => {
    const known = lists.get(query) ?? Object.assign(new EventTarget(), { matches: query === 'wide', heard: 0 });
    lists.set(query, known);
    return known;
  });
  Object.assign(page.window, { matchMedia: globalThis.matchMedia });
  const hook = await page.render((query: string) => useMediaQuery(query), 'wide');
  expect(hook.now).toBe(true);
  const change = (query: string, matches: boolean) =>
    hook.after(() => Object.assign(lists.get(query) as EventTarget, { matches }).dispatchEvent(new Event('change')));
  expect(await change('wide', false)).toBe(false);
  await hook.update('dark');
  expect(hook.now).toBe(false);
  expect(await change('dark', true)).toBe(true);
  const renders = hook.renders();
  await change('wide', true);
  await hook.leave();
  await change('dark', false);
  expect(hook.renders()).toBe(renders);
});
