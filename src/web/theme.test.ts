import { expect, test, vi } from 'vitest';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { setTheme, startTheme, useTheme } from './theme.ts';

/** A system that prefers dark pages, or comes to. */
function opened(prefersDark: boolean) {
  const page = openPage();
  const list = Object.assign(new EventTarget(), { matches: prefersDark });
  const queries: string[] = [];
  Object.assign(page.window, {
    matchMedia: (query: string) => {
      queries.push(query);
      return list;
    },
  });
  const shown = () => page.document.documentElement.dataset.theme;
  const systemTurns = (dark: boolean) => {
    list.matches = dark;
    list.dispatchEvent(new Event('change'));
    return shown();
  };
  return { page, shown, systemTurns, queries };
}

test('SHL-08 the chosen theme is shown and kept, and that of the system followed while none is chosen', async () => {
  const { page, shown, systemTurns, queries } = opened(true);
  setTheme('light');
  startTheme();
  expect([shown(), page.storage.get('gleaner.theme')]).toEqual(['light', 'light']);
  expect(systemTurns(true)).toBe('light');
  setTheme('dark');
  expect([shown(), page.storage.get('gleaner.theme')]).toEqual(['dark', 'dark']);
  expect(systemTurns(false)).toBe('dark');
  setTheme('system');
  expect([shown(), systemTurns(true), systemTurns(false)]).toEqual(['light', 'dark', 'light']);
  expect(new Set(queries)).toEqual(new Set(['(prefers-color-scheme: dark)']));
});

test('SHL-08 a choice made in another tab is shown here', async () => {
  const { page, shown } = opened(false);
  setTheme('light');
  startTheme();
  const hook = await page.render(useTheme, undefined);
  const chosenElsewhere = async (value: string, key = 'gleaner.theme') => {
    page.storage.set('gleaner.theme', value);
    await hook.after(() => page.dispatch(page.window, 'storage', { key }));
    return [hook.now, shown()];
  };
  expect(await chosenElsewhere('dark')).toEqual(['dark', 'dark']);
  expect(await chosenElsewhere('light', 'other')).toEqual(['dark', 'dark']);
  expect(await chosenElsewhere('light')).toEqual(['light', 'light']);
  expect(await chosenElsewhere('dark')).toEqual(['dark', 'dark']);
  expect(await chosenElsewhere('pink')).toEqual(['system', 'light']);
});

test('SHL-08 without storage a choice lasts as long as the page', async () => {
  const { page, shown } = opened(false);
  setTheme('light');
  startTheme();
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  setTheme('dark');
  expect(shown()).toBe('dark');
  page.dispatch(page.window, 'storage', { key: 'gleaner.theme' });
  expect(shown()).toBe('light');
});
