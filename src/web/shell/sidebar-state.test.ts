import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useSidebarState } from './sidebar-state.ts';

async function opened(cookie: string, mobile: boolean) {
  const page = openPage();
  Object.defineProperty(page.document, 'cookie', { value: cookie, writable: true, configurable: true });
  const list = Object.assign(new EventTarget(), { matches: mobile });
  Object.assign(page.window, { matchMedia: () => list });
  const hook = await page.render(useSidebarState, undefined);
  const turn = (isMobile: boolean) =>
    hook.after(() => Object.assign(list, { matches: isMobile }).dispatchEvent(new Event('change')));
  return { page, hook, turn };
}

test('SHL-01 beside the page the sidebar is open unless it was closed, and that is kept for a week', async () => {
  const { page, hook } = await opened('other=false', false);
  expect(hook.now).toMatchObject({ isMobile: false, open: true });
  await hook.after((now) => now.toggle());
  expect([hook.now.open, page.document.cookie]).toEqual([false, 'sidebar_state=false; path=/; max-age=604800; samesite=lax']);
  await hook.after((now) => now.setOpen(true));
  expect([hook.now.open, page.document.cookie.split(';')[0]]).toEqual([true, 'sidebar_state=true']);
  expect((await opened('sidebar_state=false', false)).hook.now.open).toBe(false);
});

test('SHL-01 on a phone it is a drawer that begins closed, which is not kept', async () => {
  const { page, hook, turn } = await opened('sidebar_state=true', true);
  expect(hook.now).toMatchObject({ isMobile: true, open: false });
  await hook.after((now) => now.toggle());
  expect([hook.now.open, page.document.cookie]).toEqual([true, 'sidebar_state=true']);
  await hook.after((now) => now.setOpen(false));
  expect(hook.now.open).toBe(false);
  await turn(false);
  expect(hook.now).toMatchObject({ isMobile: false, open: true });
});
