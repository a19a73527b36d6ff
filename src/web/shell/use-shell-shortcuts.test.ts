import { expect, test, vi } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { captureFieldId } from './new-summary.ts';
import { useShellShortcuts } from './use-shell-shortcuts.ts';

test('SHL-04 the keys of every page show the shortcuts, the palette, the sidebar and the field', async () => {
  const page = openPage({ html: '<main></main>', address: '/user/videos' });
  vi.stubGlobal('navigator', { platform: 'Linux' });
  const done: string[] = [];
  const does = (name: string) => () => void done.push(name);
  await page.render(
    () =>
      useShellShortcuts({
        showShortcuts: does('shortcuts'),
        togglePalette: does('palette'),
        toggleSidebar: does('sidebar'),
      }),
    null,
  );
  const press = async (key: string, ctrlKey: boolean) => {
    const plain = { keyCode: 0, isComposing: false, metaKey: false, altKey: false, shiftKey: false };
    page.dispatch(page.document.querySelector('main'), 'keydown', { key, ctrlKey, ...plain });
    await page.settle();
  };
  for (const key of ['?', 'b', 'k', 'j']) for (const held of [false, true]) await press(key, held);
  expect(done).toEqual(['shortcuts', 'sidebar', 'palette']);
  const { pathname, state } = page.router.history.location;
  expect([pathname, state]).toMatchObject(['/', { capture: '' }]);
  // Where the field is on the page, it keeps its text.
  page.router.history.push('/elsewhere');
  const field = page.document.createElement('textarea');
  field.id = captureFieldId;
  page.document.body.append(field);
  await press('j', true);
  expect([page.router.history.location.pathname, page.document.activeElement]).toEqual(['/elsewhere', field]);
});
