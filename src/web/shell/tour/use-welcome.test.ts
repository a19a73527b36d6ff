import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { rememberTour, type Visitor, wasWelcomed } from './tour-state.ts';
import { useWelcome } from './use-welcome.ts';

const user: Visitor = { id: 'u', isAnonymous: false };
type At = { visitor: Visitor | undefined; path: string };

async function visited(first: At = { visitor: user, path: '/' }, html = '') {
  const page = openPage({ html });
  const hook = await page.render(({ visitor, path }: At) => useWelcome(visitor, path), first);
  const after = async (ms: number) => {
    await page.settle(ms);
    return hook.now.offered;
  };
  return { page, hook, after };
}

test('the tour is offered after a second, once to each visitor', async () => {
  const { hook, after, page } = await visited();
  expect([await after(990), page.storage.size]).toEqual([false, 0]);
  expect([await after(10), page.storage.get('gleaner.tour.v1.u')]).toEqual([true, 'shown']);
  await hook.after((now) => now.close());
  expect([hook.now.offered, await after(5000)]).toEqual([false, false]);
  // Guests share one mark, which is not a user's.
  await hook.update({ visitor: null, path: '/' });
  expect([await after(1000), page.storage.get('gleaner.tour.v1.guest')]).toEqual([true, 'shown']);
  expect([wasWelcomed({ id: 'x', isAnonymous: true }), wasWelcomed({ id: 'x', isAnonymous: false })]).toEqual([true, false]);
  rememberTour({ id: 'x', isAnonymous: false }, 'completed');
  expect(page.storage.get('gleaner.tour.v1.x')).toBe('completed');
});

test('nobody is asked before it is known who it is, nor in the app or while reading', async () => {
  const { hook, after } = await visited({ visitor: undefined, path: '/' });
  expect(await after(3000)).toBe(false);
  for (const path of ['/desktop', '/desktop/x', '/content/x']) {
    await hook.update({ visitor: user, path });
    expect(await after(3000), path).toBe(false);
  }
  await hook.update({ visitor: user, path: '/desktops' });
  expect(await after(1000)).toBe(true);
  await hook.update({ visitor: user, path: '/content/x' });
  expect(hook.now.offered).toBe(false);
});

test('nobody is interrupted who types, or has a dialog open', async () => {
  const { page, after } = await visited(
    { visitor: user, path: '/' },
    '<input id="f"><div id="d" role="dialog"></div><p id="e"></p>',
  );
  const { document } = page;
  const find = (css: string) => document.querySelector(css) as HTMLElement;
  expect(await after(2000)).toBe(false);
  find('#d').setAttribute('role', 'alertdialog');
  expect(await after(2000)).toBe(false);
  find('#d').remove();
  Object.assign(find('#f'), { value: 'words' }).focus();
  expect(await after(2000)).toBe(false);
  Object.defineProperty(find('#e'), 'isContentEditable', { value: true });
  find('#e').focus();
  expect(await after(2000)).toBe(false);
  Object.assign(find('#f'), { value: '' }).focus();
  expect(await after(1000)).toBe(true);
});
