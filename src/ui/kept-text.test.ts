import { expect, test } from 'vitest';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { useKeptText, withRefused } from './kept-text.ts';

test('a text outlives its field', async () => {
  const page = openPage();
  const kept = { current: 'begun' };
  const field = await page.render(() => useKeptText(kept), null);
  expect(field.now[0]).toBe('begun');
  await field.after(([, setText]) => setText('more'));
  expect([field.now[0], kept.current]).toEqual(['more', 'more']);
  await field.leave();
  expect((await page.render(() => useKeptText(kept), null)).now[0]).toBe('more');
});

test('a refused question comes back above what was typed since', () => {
  expect([withRefused('Why?', ''), withRefused('Why?', ' \n'), withRefused('Why?', ' and how')]).toEqual([
    'Why?',
    'Why?',
    'Why?\n and how',
  ]);
});
