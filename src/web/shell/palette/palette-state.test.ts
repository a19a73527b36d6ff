import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { firstKeyword, showPalette, typeAhead, usePaletteOpen } from './palette-state.ts';

test('the palette opens empty or with a search, and keys pressed before it is loaded are kept for it', async () => {
  showPalette(false);
  const hook = await openPage().render(usePaletteOpen, undefined);
  expect([hook.now, firstKeyword()]).toEqual([false, '']);
  await hook.after(() => showPalette(true, 'moss'));
  expect([hook.now, firstKeyword()]).toEqual([true, 'moss']);
  typeAhead((keyword) => `${keyword}y`);
  expect([hook.now, firstKeyword()]).toEqual([true, 'mossy']);
  await hook.after(() => showPalette(true));
  expect(firstKeyword()).toBe('');
  await hook.after(() => showPalette(false));
  expect(hook.now).toBe(false);
});
