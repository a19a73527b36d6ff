import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { type ContentLayout, rememberedLayout, useRememberedLayout } from './remembered-layout.ts';

test('the layout of each content is kept, and anything else is none', async () => {
  const page = openPage();
  const layouts: ContentLayout[] = ['video', 'audio', 'document', 'none'];
  for (const layout of layouts) await page.render((id: string) => useRememberedLayout(id, layout), layout);
  expect([...layouts, 'other'].map(rememberedLayout)).toEqual([...layouts, 'none']);
  page.storage.set('gleaner.layout.video', 'film');
  expect(rememberedLayout('video')).toBe('none');
  const hook = await page.render(({ id, layout }: { id: string; layout: ContentLayout }) => useRememberedLayout(id, layout), {
    id: 'a',
    layout: 'audio',
  });
  await hook.update({ id: 'a', layout: 'video' });
  await hook.update({ id: 'b', layout: 'video' });
  expect(['a', 'b'].map(rememberedLayout)).toEqual(['video', 'video']);
});

test('a refused storage keeps nothing, and does no harm', async () => {
  const page = openPage();
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  await page.render((id: string) => useRememberedLayout(id, 'video'), 'a');
  expect(rememberedLayout('a')).toBe('none');
});
