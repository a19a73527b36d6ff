import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { focusIfLost, useFocusHandover, useFocusWhenGone } from './use-focus-handover.ts';

function opened() {
  const page = openPage({
    html: '<main><button id="a"></button><button class="next" id="b"></button></main><button class="next" id="out"></button>',
  });
  const { document } = page;
  const find = (css: string) => document.querySelector(css) as HTMLElement;
  const focus = (element: HTMLElement) => {
    element.focus();
    page.dispatch(element, 'focusin');
  };
  const focused = () => (document.activeElement as HTMLElement | null)?.id;
  const lose = () => Object.assign(document, { activeElement: document.body });
  return { page, find, focus, focused, lose };
}

test('the focus goes to what follows only where nothing has it', async () => {
  const { page, find, focused, lose } = opened();
  find('#a').focus();
  focusIfLost(() => find('#b'));
  await page.settle();
  expect(focused()).toBe('a');
  lose();
  focusIfLost(() => null);
  focusIfLost(() => find('#b'));
  // A dialog that closes gives it back first.
  expect(focused()).not.toBe('b');
  await page.settle();
  expect(focused()).toBe('b');
  Object.assign(page.document, { activeElement: null });
  focusIfLost(() => find('#a'));
  await page.settle();
  expect(focused()).toBe('a');
});

test('a part that goes with the focus in it hands the focus on', async () => {
  for (const [inside, wanted] of [
    ['#a', 'b'],
    ['#out', 'out'],
  ] as const) {
    const { page, find, focused, lose } = opened();
    const hook = await page.render(() => useFocusWhenGone({ current: find('main') }, '.next'), null);
    find(inside).focus();
    await hook.leave();
    if (inside === '#a') lose();
    await page.settle();
    expect(focused()).toBe(wanted);
  }
});

test('a focused control that is replaced hands the focus to the next one in its part', async () => {
  const { page, find, focus, focused, lose } = opened();
  const container = { current: find('main') };
  const hook = await page.render(() => useFocusHandover(container, '.next'), null);
  focus(find('#a'));
  await hook.update(null);
  expect(focused()).toBe('a');
  find('#a').remove();
  lose();
  await hook.update(null);
  expect(focused()).toBe('b');
});

test('a control that lost the focus before it went hands nothing on', async () => {
  const { page, find, focus, focused, lose } = opened();
  const container = { current: find('main') };
  const hook = await page.render(() => useFocusHandover(container, '.next'), null);
  const first = find('#a');
  focus(first);
  page.dispatch(first, 'focusout');
  await page.settle();
  first.remove();
  lose();
  await hook.update(null);
  expect(focused()).not.toBe('b');
  // Where something else has the focus, it stays there.
  const other = opened();
  const there = { current: other.find('main') };
  const later = await other.page.render(() => useFocusHandover(there, '.next'), null);
  other.focus(other.find('#a'));
  other.find('#a').remove();
  other.find('#out').focus();
  await later.update(null);
  expect(other.focused()).toBe('out');
});
