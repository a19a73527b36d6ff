import { expect, test, vi } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useBackOnEscape } from './use-back-on-escape.ts';
import type { SourceTarget } from './view-state.ts';

async function arrived({ asRef = false } = {}) {
  const page = openPage({ html: '<main><p id="p"></p><input id="i"><textarea id="t"></textarea></main>' });
  vi.stubGlobal('getSelection', () => null);
  const source = page.document.querySelector('main') as HTMLElement;
  // As elements end listening by a signal.
  const add = source.addEventListener.bind(source);
  Object.assign(source, {
    addEventListener(type: string, listener: () => void, { signal }: { signal: AbortSignal }) {
      add(type, listener);
      signal.addEventListener('abort', () => source.removeEventListener(type, listener));
    },
  });
  const back = vi.fn();
  const target = { anchor: { kind: 'time', ms: 0 }, nonce: 1, back } as unknown as SourceTarget;
  const given = asRef ? { current: source } : source;
  const hook = await page.render((to: SourceTarget | null) => useBackOnEscape(given, to), target as SourceTarget | null);
  const press = (css: string, more: object = {}) =>
    page.dispatch(page.document.querySelector(css), 'keydown', { key: 'Escape', isComposing: false, keyCode: 27, ...more });
  return { page, hook, back, press, target };
}

test.each([true, false])('Escape leads back to the reference, once (a ref: %s)', async (asRef) => {
  const { hook, back, press, target } = await arrived({ asRef });
  expect(press('#p', { key: 'Enter' }).defaultPrevented).toBe(false);
  expect(press('#p').defaultPrevented).toBe(true);
  expect(back).toHaveBeenCalledTimes(1);
  expect(press('#p').defaultPrevented).toBe(false);
  await hook.update(null);
  await hook.update(target);
  press('#p');
  expect(back).toHaveBeenCalledTimes(1);
});

test('Escape keeps its other meanings', async () => {
  const { back, press } = await arrived();
  press('#i');
  press('#t');
  press('#p', { isComposing: true });
  press('#p', { defaultPrevented: true });
  vi.stubGlobal('getSelection', () => ({ isCollapsed: false }));
  press('#p');
  expect(back).not.toHaveBeenCalled();
  vi.stubGlobal('getSelection', () => ({ isCollapsed: true }));
  press('#p');
  expect(back).toHaveBeenCalledTimes(1);
});

test('a reader who works in the source has arrived there', async () => {
  const { page, back, press, hook } = await arrived();
  page.dispatch(page.document.querySelector('#p'), 'pointerdown');
  press('#p');
  await hook.update(null);
  expect(back).not.toHaveBeenCalled();
});

test('nothing listens once the source is left', async () => {
  const { back, press, hook } = await arrived();
  await hook.leave();
  press('#p');
  expect(back).not.toHaveBeenCalled();
});
