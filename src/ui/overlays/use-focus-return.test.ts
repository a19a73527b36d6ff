import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useFocusReturn } from './use-focus-return.ts';

const html = `<button id="open"></button><button id="menu-button"></button>
  <div role="menu" aria-labelledby="item"><i id="deep" tabindex="0"></i></div>
  <div role="menu" aria-labelledby="menu-button"><b id="item"></b></div><div role="menu" aria-labelledby="none"><u></u></div>`;

async function closed(css: string, meanwhile: (element: HTMLElement) => void = () => undefined) {
  const page = openPage({ html });
  const find = (selector: string) => page.document.querySelector(selector) as HTMLElement;
  const hook = await page.render(() => useFocusReturn(), null);
  find(css).focus();
  hook.now.onOpenAutoFocus();
  Object.assign(page.document, { activeElement: page.document.body });
  meanwhile(find(css));
  const event = page.dispatch(page.document, 'close');
  hook.now.onCloseAutoFocus(event);
  return [event.defaultPrevented, (page.document.activeElement as HTMLElement | null)?.id];
}

test('the focus returns to what opened the dialog, for an item of a menu to the menu’s button', async () => {
  expect(await closed('#open')).toEqual([true, 'open']);
  expect(await closed('#item')).toEqual([true, 'menu-button']);
  expect(await closed('#deep')).toEqual([true, 'menu-button']);
});

test('it is left to the dialog where that is gone', async () => {
  expect(await closed('#open', (element) => element.remove())).toEqual([false, '']);
  expect(await closed('u')).toEqual([false, '']);
});
