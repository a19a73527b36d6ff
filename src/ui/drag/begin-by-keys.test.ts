import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { beginByKeys } from './begin-by-keys.ts';
import { readSource } from './drag-source.ts';
import { dragPoint, dragState } from './drag-state.ts';

/** A list of three places, the second of which holds the dragged record. */
function begun() {
  const page = openPage({
    html: `<main><div data-drag="r" data-drag-title="Record"><i data-drop="b" data-drop-name="B"></i></div>
      <div data-drag="s"></div></main><i data-drop="a" data-drop-name="A"></i><i data-drop="c" data-drop-name="C"></i>`,
  });
  const { document, window } = page;
  const find = (css: string) => document.querySelector(css) as HTMLElement;
  const seen: string[] = [];
  for (const [index, id] of ['a', 'b', 'c'].entries())
    Object.assign(find(`[data-drop=${id}]`), {
      getClientRects: () => [{}],
      getBoundingClientRect: () => ({ right: 100 + index, top: 10 * index }),
      scrollIntoView: (how: { block: string }) => void seen.push(`${id} ${how.block}`),
    });
  const source = find('[data-drag=r]');
  Object.assign(source, { getBoundingClientRect: () => ({ left: 7, top: 8 }) });
  dragState.setState({ dragged: null, over: null, ended: null });
  const dragged = readSource(source, 'keys');
  beginByKeys(dragged, source);
  const press = (key: string, more: object = {}) =>
    page.dispatch(window, 'keydown', {
      key,
      code: key === ' ' ? 'Space' : key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      repeat: false,
      ...more,
    });
  return {
    page,
    window,
    press,
    dragged,
    source,
    seen,
    over: () => dragState.getState().over?.id,
    state: () => dragState.getState(),
  };
}

test('a record taken by key is lifted where it stands', () => {
  const { state, dragged, source } = begun();
  expect(state()).toEqual({ dragged, over: null, ended: null });
  expect(dragged).toEqual({ ids: ['r'], title: 'Record', from: null, by: 'keys' });
  expect(dragPoint.getState()).toEqual({ x: 7, y: 8 });
  expect(source.dataset.dragging).toBe('');
});

test('arrows go from place to place, from the record’s own on, with the label beside each', () => {
  const { press, over, seen } = begun();
  // The places in the order of the page: b, a, c.
  // Nothing else of the page hears of the key.
  expect(press('ArrowDown')).toMatchObject({ defaultPrevented: true, cancelBubble: true });
  expect([over(), seen]).toEqual(['a', ['a nearest']]);
  expect(dragPoint.getState()).toEqual({ x: 88, y: 0 });
  press('ArrowRight');
  expect([over(), dragPoint.getState()]).toEqual(['c', { x: 90, y: 20 }]);
  press('ArrowDown');
  expect(over()).toBe('b');
  press('End');
  press('ArrowUp');
  expect(over()).toBe('a');
  press('x');
  press('ArrowDown', { ctrlKey: true });
  press('ArrowDown', { metaKey: true });
  press('ArrowDown', { altKey: true });
  expect(over()).toBe('a');
});

test('places that are not shown are passed over', () => {
  const { press, over, page } = begun();
  Object.assign(page.document.querySelector('[data-drop=a]') as HTMLElement, { getClientRects: () => [] });
  press('ArrowDown');
  expect(over()).toBe('c');
});

test.each([
  ['Enter', {}],
  [' ', { code: 'Space' }],
])('%j drops at the chosen place', (key, more) => {
  const { press, state, dragged, source } = begun();
  press('ArrowDown');
  expect(press(key, { ...more, repeat: true }).defaultPrevented).toBe(true);
  expect(state().dragged).toBe(dragged);
  press(key, more);
  expect(state()).toEqual({ dragged: null, over: null, ended: { dragged, place: { id: 'a', name: 'A' } } });
  expect(source.dataset.dragging).toBeUndefined();
  // It listens no more.
  expect(press('ArrowDown').defaultPrevented).toBe(false);
});

test('what leads away cancels: Escape, Tab, a press and leaving the window', () => {
  const ends = [
    ({ press }: ReturnType<typeof begun>) => press('Escape').defaultPrevented,
    ({ press }: ReturnType<typeof begun>) => press('Tab').defaultPrevented,
    ...['mousedown', 'touchstart', 'resize', 'blur', 'popstate'].map(
      (type) =>
        ({ page, window }: ReturnType<typeof begun>) =>
          page.dispatch(window, type, { target: window }).defaultPrevented,
    ),
  ];
  const prevented = ends.map((end) => {
    const drag = begun();
    drag.press('ArrowDown');
    const result = end(drag);
    expect(drag.state()).toEqual({ dragged: null, over: null, ended: { dragged: drag.dragged, place: null } });
    return result;
  });
  expect(prevented).toEqual([true, false, false, false, false, false, false]);
});

test('the focus may move within the window', () => {
  const { page, state, dragged, source } = begun();
  page.dispatch(page.window, 'blur', { target: source });
  expect(state().dragged).toBe(dragged);
});
