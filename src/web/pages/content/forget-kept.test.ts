import { afterEach, expect, test, vi } from 'vitest';
import { forgetKept } from './forget-kept.ts';

afterEach(() => void vi.unstubAllGlobals());

/** As a browser's storage: its names are its own properties. */
function storageOf(names: readonly string[]): object {
  const removeItem = {
    value(this: Record<string, string>, name: string) {
      delete this[name];
    },
  };
  return Object.create({}, { removeItem, ...Object.fromEntries(names.map((name) => [name, entry])) });
}
const entry = { value: 'kept', enumerable: true, configurable: true };

test('what the browser keeps of a deleted content goes, and stays for others', () => {
  const names = ['gleaner.draft.one', 'gleaner.draft.two', 'gleaner.theme', 'other.one'];
  const window = { localStorage: storageOf(names), sessionStorage: storageOf(names.slice(0, 2)) };
  vi.stubGlobal('window', window);
  forgetKept('one');
  expect(Object.keys(window.localStorage)).toEqual(['gleaner.draft.two', 'gleaner.theme', 'other.one']);
  expect(Object.keys(window.sessionStorage)).toEqual(['gleaner.draft.two']);
});

test('a browser that refuses its storage to the page hinders no deletion', () => {
  const session = storageOf(['gleaner.draft.one']);
  const refusing = {
    get localStorage(): never {
      throw new Error('refused');
    },
    sessionStorage: session,
  };
  vi.stubGlobal('window', refusing);
  forgetKept('one');
  expect(Object.keys(session)).toEqual([]);
});
