import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { backTo, focusQuietly, isFocusedQuietly } from './back-to.ts';

const text = (scope: string, anchors: string) =>
  `<div data-text-scope="${scope}">${anchors
    .split('')
    .map((anchor) => `<button data-anchor="${anchor}"></button>`)
    .join('')}</div>`;

/** Two texts that refer to the same places, and a map. */
function opened() {
  const page = openPage({ html: `<main>${text('note', 'aba')}${text('chat', 'aa')}<p><i data-node="7"></i><b></b></p></main>` });
  vi.stubGlobal('CSS', { escape: (name: string) => name });
  const seen: [Element, unknown][] = [];
  const all = (css: string) => [...page.document.querySelectorAll<HTMLElement>(css)];
  for (const element of all('button, i, b, main'))
    Object.assign(element, { scrollIntoView: (how: unknown) => void seen.push([element, how]) });
  /** Where the text is rendered anew. */
  const renderAgain = (css: string) => {
    for (const element of all(css)) {
      const copy = element.cloneNode(true);
      Object.assign(copy, { scrollIntoView: (how: unknown) => void seen.push([copy as Element, how]) });
      element.replaceWith(copy);
    }
  };
  return { page, all, seen, renderAgain, focused: () => page.document.activeElement };
}

test('a reference that is still there gets the focus by its own means, and comes in sight', () => {
  const { all, seen } = opened();
  const [reference = null] = all('button');
  const onFocusBack = vi.fn();
  backTo({ current: reference }, onFocusBack)();
  expect([onFocusBack.mock.calls.length, seen]).toEqual([1, [[reference, { block: 'nearest' }]]]);
});

test('one that was rendered anew is found as the same one to its place in its text', () => {
  const { all, seen, renderAgain, focused } = opened();
  const onFocusBack = vi.fn();
  const backs = [0, 2, 4].map((index) => backTo({ current: all('button')[index] ?? null }, onFocusBack));
  renderAgain('button');
  const again = all('button');
  const found = backs.map((back) => {
    back();
    return focused();
  });
  expect(found).toEqual([again[0], again[2], again[4]]);
  expect(seen.map(([element]) => element)).toEqual(found);
  expect(onFocusBack).not.toHaveBeenCalled();
});

test('one that has left the page after its tab was opened again is found too', () => {
  const { all, renderAgain, focused } = opened();
  const element = { current: all('button')[1] ?? null };
  const back = backTo(element, () => undefined);
  renderAgain('button');
  element.current = null;
  back();
  expect(focused()).toBe(all('button')[1]);
});

test('a node of a map is found by its own name', () => {
  const { all, renderAgain, focused } = opened();
  const back = backTo({ current: all('i')[0] ?? null }, () => undefined);
  renderAgain('i');
  back();
  expect(focused()).toBe(all('i')[0]);
});

test('what cannot be found again takes no focus', () => {
  const { all, seen, focused, page } = opened();
  const onFocusBack = vi.fn();
  const [gone, unmarked] = [all('button')[2], all('b')[0]];
  const outside = page.document.createElement('button');
  outside.dataset.anchor = 'a';
  all('main')[0]?.append(outside);
  const backs = [gone, unmarked, outside, null].map((current) => backTo({ current: current ?? null }, onFocusBack));
  for (const element of [gone, unmarked, outside]) element?.remove();
  for (const back of backs) back();
  expect([focused(), seen, onFocusBack.mock.calls]).toEqual([null, [], []]);
});

test('the focus that is given back is quiet, and that of the user is not', () => {
  const { page } = opened();
  const button = page.document.createElement('button');
  const during: unknown[] = [];
  Object.assign(button, { focus: (how: unknown) => void during.push(how, isFocusedQuietly()) });
  focusQuietly(button);
  focusQuietly(null);
  expect([during, isFocusedQuietly()]).toEqual([[{ preventScroll: true }, true], false]);
});
