import { expect, test, vi } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { dragPoint, dragState } from './drag-state.ts';

/** Two places, one below the other, in a pane that scrolls; a record above them. */
async function opened() {
  const page = openPage({
    html: `<main data-drag-from="list"><div data-drag="r" data-drag-title="Record"></div><div data-drag="s"></div></main>
      <aside data-drop-scroll><i data-drop="a" data-drop-name="A"></i><i data-drop="b" data-drop-name="B"></i></aside>`,
  });
  const { document, window } = page;
  const find = (css: string) => document.querySelector(css) as HTMLElement;
  const pane = find('aside');
  Object.assign(pane, { scrollTop: 0, getBoundingClientRect: () => ({ top: 100, bottom: 500 }) });
  const under = (y: number) => (y < 100 ? null : y + pane.scrollTop < 300 ? find('[data-drop=a]') : find('[data-drop=b]'));
  Object.assign(document, { elementFromPoint: (_x: number, y: number) => under(y) });
  const buzzes: unknown[] = [];
  vi.stubGlobal('navigator', { vibrate: (ms: number) => void buzzes.push(ms) });
  vi.stubGlobal('TouchEvent', (window as unknown as { Event: unknown }).Event);
  const { beginDrag } = await import('./begin-drag.ts');
  dragState.setState({ dragged: null, over: null, ended: null });
  dragPoint.setState({ x: 0, y: 0 });
  const source = find('[data-drag=r]');
  const press = (event: Event, more: object) => beginDrag(Object.assign(event, { target: source, ...more }) as never, source);
  const isClickLet = () => !page.dispatch(window, 'click').defaultPrevented;
  return {
    page,
    source,
    pane,
    find,
    buzzes,
    isClickLet,
    state: () => dragState.getState(),
    /** As the browser does, the window hears of it first. */
    mouse: (type: string, x: number, y: number) => {
      page.dispatch(window, type, { clientX: x, clientY: y });
      return page.dispatch(document, type, { clientX: x, clientY: y });
    },
    pressMouse: (x: number, y: number) => press(new MouseEvent('mousedown'), { clientX: x, clientY: y }),
    touch: (type: string, x: number, y: number) => {
      const points = [{ clientX: x, clientY: y }];
      const more = type === 'touchend' ? { touches: [], changedTouches: points } : { touches: points, changedTouches: points };
      page.dispatch(window, type, more);
      return page.dispatch(source, type, more);
    },
    pressTouch: (x: number, y: number) =>
      press(new (window as unknown as { Event: typeof Event }).Event('touchstart'), { touches: [{ clientX: x, clientY: y }] }),
  };
}

const record = { ids: ['r'], title: 'Record', from: 'list' };

test('a mouse that moves more than six pixels lifts the record and carries it to where it is let go', async () => {
  const { page, source, find, mouse, pressMouse, state, isClickLet, buzzes } = await opened();
  pressMouse(10, 20);
  mouse('mousemove', 10, 26);
  expect([state().dragged, source.dataset.dragging]).toEqual([null, undefined]);
  mouse('mousemove', 10, 27);
  const dragged = { ...record, by: 'mouse' };
  expect([state(), dragPoint.getState()]).toEqual([
    { dragged, over: null, ended: null },
    { x: 10, y: 27 },
  ]);
  expect([source.dataset.dragging, find('[data-drag=s]').dataset.dragging]).toEqual(['', undefined]);
  expect(page.document.documentElement.dataset.dragging).toBe('mouse');
  expect(mouse('mousemove', 30, 200).defaultPrevented).toBe(true);
  const { over } = state();
  expect([over, dragPoint.getState()]).toEqual([
    { id: 'a', name: 'A' },
    { x: 30, y: 200 },
  ]);
  mouse('mousemove', 31, 201);
  expect(state().over).toBe(over);
  mouse('mousemove', 31, 90);
  expect(state().over).toBeNull();
  // Let go further on, as a quick hand does.
  mouse('mouseup', 33, 400);
  expect(state()).toEqual({ dragged: null, over: null, ended: { dragged, place: { id: 'b', name: 'B' } } });
  expect([source.dataset.dragging, page.document.documentElement.dataset.dragging]).toEqual([undefined, undefined]);
  expect(buzzes).toEqual([]);
  // The click that follows is not meant for the record's link; the next one is.
  expect(isClickLet()).toBe(false);
  await page.settle(49);
  expect(isClickLet()).toBe(false);
  await page.settle(1);
  expect(isClickLet()).toBe(true);
  mouse('mousemove', 40, 200);
  expect(dragPoint.getState()).toEqual({ x: 33, y: 400 });
});

test('a press that does not move is a click', async () => {
  const { mouse, pressMouse, state, isClickLet } = await opened();
  pressMouse(10, 20);
  mouse('mouseup', 10, 20);
  mouse('mousemove', 10, 200);
  expect([state(), isClickLet()]).toEqual([{ dragged: null, over: null, ended: null }, true]);
});

test('Escape puts the record back', async () => {
  const { page, mouse, pressMouse, state } = await opened();
  pressMouse(10, 20);
  mouse('mousemove', 10, 40);
  mouse('mousemove', 10, 200);
  page.dispatch(page.document, 'keydown', { code: 'Escape' });
  const ended = { dragged: { ...record, by: 'mouse' }, place: null };
  expect(state()).toEqual({ dragged: null, over: null, ended });
  mouse('mouseup', 10, 200);
  expect(state().ended).toEqual(ended);
});

test('near the edge of a pane it scrolls, and the place that comes under the pointer is meant, until the drag ends', async () => {
  const { page, pane, mouse, pressMouse, state } = await opened();
  pane.scrollTop = -200;
  pressMouse(10, 20);
  mouse('mousemove', 10, 40);
  mouse('mousemove', 10, 490);
  expect(state().over?.id).toBe('a');
  await page.settle(200);
  expect([state().over?.id, dragPoint.getState()]).toEqual(['b', { x: 10, y: 490 }]);
  mouse('mouseup', 10, 490);
  const { scrollTop } = pane;
  expect(scrollTop).toBeGreaterThan(-190);
  await page.settle(200);
  expect(pane.scrollTop).toBe(scrollTop);
});

test('a finger lifts the record after a rest, and means a place only once it moves', async () => {
  const { page, touch, pressTouch, state, buzzes } = await opened();
  pressTouch(10, 120);
  touch('touchmove', 10, 128);
  await page.settle(299);
  expect([state().dragged, buzzes]).toEqual([null, []]);
  await page.settle(1);
  const dragged = { ...record, by: 'touch' };
  expect([state(), dragPoint.getState(), buzzes]).toEqual([{ dragged, over: null, ended: null }, { x: 10, y: 128 }, [10]]);
  expect(page.document.documentElement.dataset.dragging).toBe('touch');
  touch('touchmove', 10, 143);
  expect([state().over, dragPoint.getState()]).toEqual([null, { x: 10, y: 143 }]);
  touch('touchmove', 25, 128);
  expect(state().over).toBeNull();
  touch('touchmove', 10, 144);
  expect(state().over?.id).toBe('a');
  // Once it has moved, a place near where it rested is meant as well.
  touch('touchmove', 10, 90);
  touch('touchmove', 10, 128);
  expect(state().over?.id).toBe('a');
  touch('touchend', 10, 301);
  expect(state().ended).toEqual({ dragged, place: { id: 'b', name: 'B' } });
});

test('a finger that moves early scrolls, and one that the system takes away drops nothing', async () => {
  const { page, touch, pressTouch, state } = await opened();
  pressTouch(10, 120);
  touch('touchmove', 10, 129);
  await page.settle(400);
  expect(state().dragged).toBeNull();
  pressTouch(10, 120);
  await page.settle(300);
  touch('touchmove', 10, 200);
  touch('touchcancel', 10, 200);
  expect(state().ended).toEqual({ dragged: { ...record, by: 'touch' }, place: null });
});

test('a key takes the record by keys', async () => {
  const { page, source, state } = await opened();
  const { beginDrag } = await import('./begin-drag.ts');
  Object.assign(source, { getBoundingClientRect: () => ({ left: 1, top: 2 }) });
  beginDrag(new KeyboardEvent('keydown'), source);
  expect([state().dragged, dragPoint.getState()]).toEqual([
    { ...record, by: 'keys' },
    { x: 1, y: 2 },
  ]);
  page.dispatch(page.window, 'blur', { target: page.window });
  expect(state().dragged).toBeNull();
});
