import { expect, test, vi } from 'vitest';
import { hasModKey } from './use-shortcut.ts';

const [control, command] = [
  { ctrlKey: true, metaKey: false },
  { ctrlKey: false, metaKey: true },
];

test('on systems of Apple only Command is the key of shortcuts, as Control edits text there', () => {
  vi.stubGlobal('navigator', { platform: 'MacIntel' });
  expect([control, command].map(hasModKey)).toEqual([false, true]);
  vi.stubGlobal('navigator', { platform: 'Win32' });
  expect([control, command].map(hasModKey)).toEqual([true, true]);
});
