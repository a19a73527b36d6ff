import { expect, test, vi } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { hasModKey, isTyping, modKeyLabel, useShortcut } from './use-shortcut.ts';

const [control, command] = [
  { ctrlKey: true, metaKey: false },
  { ctrlKey: false, metaKey: true },
];

test('on systems of Apple only Command is the key of shortcuts, as Control edits text there', () => {
  vi.stubGlobal('navigator', { platform: 'MacIntel' });
  expect([control, command].map(hasModKey)).toEqual([false, true]);
  expect(modKeyLabel()).toBe('⌘');
  vi.stubGlobal('navigator', { platform: 'Win32' });
  expect([control, command].map(hasModKey)).toEqual([true, true]);
  expect([hasModKey({ ctrlKey: false, metaKey: false }), modKeyLabel()]).toEqual([false, 'Ctrl']);
  vi.unstubAllGlobals();
});

const html = `<main></main><input><textarea></textarea><select></select><p contenteditable="true"></p>
  <div role="dialog"><button></button></div><i></i>`;

async function opened(shortcut: { key: string; mod?: boolean }) {
  const page = openPage({ html });
  vi.stubGlobal('navigator', { platform: 'Linux' });
  let pressed = 0;
  const hook = await page.render((given: typeof shortcut) => useShortcut(given, () => void pressed++), shortcut);
  const press = (key: string, more: object = {}, css = 'main') => {
    const before = pressed;
    const { defaultPrevented } = page.dispatch(page.document.querySelector(css), 'keydown', {
      key,
      keyCode: 0,
      isComposing: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      ...more,
    });
    expect(defaultPrevented).toBe(pressed > before || 'defaultPrevented' in more);
    return pressed - before;
  };
  return { page, hook, press };
}

test('a single key works outside of fields and dialogs, with Shift where its letter needs that', async () => {
  const { hook, press } = await opened({ key: '?' });
  expect([press('?'), press('?', { shiftKey: true }), press('?', {}, 'i')]).toEqual([1, 1, 1]);
  for (const css of ['input', 'textarea', 'select', 'p', 'button']) expect([css, press('?', {}, css)]).toEqual([css, 0]);
  const others = [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }, { defaultPrevented: true }];
  for (const more of others) expect([more, press('?', more)]).toEqual([more, 0]);
  expect(press('!')).toBe(0);
  await hook.update({ key: 'n' });
  expect([press('?'), press('n'), press('N')]).toEqual([0, 1, 1]);
  await hook.leave();
  expect(press('n')).toBe(0);
});

test('a key with the key of shortcuts works everywhere, without Shift', async () => {
  const { press } = await opened({ key: 'k', mod: true });
  expect([press('k'), press('k', control), press('k', command), press('K', control, 'input')]).toEqual([0, 1, 1, 1]);
  expect([press('k', { ...control, shiftKey: true }), press('k', { ...control, altKey: true })]).toEqual([0, 0]);
});

test('what is typed goes into fields and dialogs', () => {
  const { document } = openPage({ html });
  const isTypedIn = (css: string) => isTyping(document.querySelector(css));
  expect(['input', 'textarea', 'select', 'button', 'main'].map(isTypedIn)).toEqual([true, true, true, true, false]);
  expect([isTyping(null), isTyping(document)]).toEqual([false, false]);
});
