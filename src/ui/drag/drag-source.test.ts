import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import {
  dragFrom,
  dragSource,
  dropScroll,
  dropTarget,
  markSources,
  placeAt,
  readSource,
  shownPlaces,
  sourceOf,
  useDragTogether,
} from './drag-source.ts';

const html = `<aside><a data-drag="r1"></a></aside><main data-drag-from="list">
  <div data-drag="r1" data-drag-title="One" data-drag-chosen><b id="in">x</b></div>
  <div data-drag="r2" data-drag-title="Two"></div><div data-drag="r3"></div></main><div id="loose" data-drag></div>`;

function opened() {
  const page = openPage({ html });
  return { page, find: (css: string) => page.document.querySelector(css) as HTMLElement };
}

test('attributes say what is dragged, where from and where to', () => {
  expect(dragSource({ id: 'a', title: 'A' })).toEqual({
    'data-drag': 'a',
    'data-drag-title': 'A',
    'data-drag-chosen': undefined,
  });
  expect(dragSource({ id: 'a', title: 'A', chosen: true })['data-drag-chosen']).toBe('');
  expect([dropScroll, dragFrom('l'), dropTarget({ id: 'p', name: 'P' })]).toEqual([
    { 'data-drop-scroll': '' },
    { 'data-drag-from': 'l' },
    { 'data-drop': 'p', 'data-drop-name': 'P' },
  ]);
});

test('a record is found from what lies in it', () => {
  const { find, page } = opened();
  expect(sourceOf(find('#in'))).toBe(find('main [data-drag=r1]'));
  expect([sourceOf(find('main')), sourceOf(page.document), sourceOf(null)]).toEqual([null, null, null]);
});

test('chosen records are dragged together, others alone', async () => {
  const { find, page } = opened();
  const read = (css: string) => readSource(find(css), 'mouse').ids;
  expect(read('main [data-drag=r1]')).toEqual(['r1']);
  const hook = await page.render((ids: readonly string[]) => useDragTogether(ids), ['r1', 'r3']);
  expect(readSource(find('main [data-drag=r1]'), 'mouse')).toEqual({
    ids: ['r1', 'r3'],
    title: 'One',
    from: 'list',
    by: 'mouse',
  });
  expect(read('main [data-drag=r2]')).toEqual(['r2']);
  expect(readSource(find('#loose'), 'keys')).toEqual({ ids: [''], title: '', from: null, by: 'keys' });
  await hook.update(['r3', 'r4']);
  expect(read('main [data-drag=r1]')).toEqual(['r1']);
  await hook.update(['r1', 'r2']);
  await hook.leave();
  expect(read('main [data-drag=r1]')).toEqual(['r1']);
});

test('the dragged records are marked in the list they come from, until the drag ends', () => {
  const { find, page } = opened();
  const marked = () => [...page.document.querySelectorAll('[data-dragging]')].map((element) => element.parentElement?.tagName);
  const unmark = markSources(find('main [data-drag=r1]'), ['r1', 'r3']);
  expect(marked()).toEqual(['MAIN', 'MAIN']);
  expect(find('main [data-drag=r2]').dataset.dragging).toBeUndefined();
  unmark();
  expect(marked()).toEqual([]);
  const everywhere = markSources(find('#loose'), ['r1']);
  expect(marked()).toEqual(['ASIDE', 'MAIN']);
  everywhere();
  expect(marked()).toEqual([]);
});

test('places to drop at are those on the page, each once, and the one under the pointer', () => {
  const page = openPage({
    html: '<i data-drop="a" data-drop-name="A"></i><i data-drop="b"></i><i data-drop="a" data-drop-name="again"></i><i data-drop="c" data-drop-name="C"><b></b></i>',
  });
  const all = [...page.document.querySelectorAll<HTMLElement>('[data-drop]')];
  for (const element of all) Object.assign(element, { getClientRects: () => [{}] });
  const [first, second] = all;
  expect(shownPlaces()).toEqual([
    { place: { id: 'a', name: 'A' }, element: first },
    { place: { id: 'b', name: '' }, element: second },
    { place: { id: 'c', name: 'C' }, element: all[3] },
  ]);
  Object.assign(first as object, { getClientRects: () => [] });
  expect(shownPlaces().map(({ place: { id, name } }) => id + name)).toEqual(['b', 'aagain', 'cC']);
  const under = new Map<string, Element | null>([
    ['1,2', page.document.querySelector('b')],
    ['3,4', page.document.body],
  ]);
  Object.assign(page.document, { elementFromPoint: (x: number, y: number) => under.get(`${x},${y}`) ?? null });
  expect([placeAt({ x: 1, y: 2 }), placeAt({ x: 3, y: 4 }), placeAt({ x: 9, y: 9 })]).toEqual([
    { id: 'c', name: 'C' },
    null,
    null,
  ]);
});
