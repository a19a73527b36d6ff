import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { afterToggle, allOf, chosenOf, everyOf, everythingOf, useSelection, withoutIds } from './use-selection.ts';

const listed = ['a', 'b', 'c', 'd', 'e'];
const toggled = (chosen: string[], id: string, anchor: string | null) =>
  [...afterToggle(new Set(chosen), { listed, id, anchor })].sort();

test('a press chooses a row, and another one leaves it', () => {
  expect(toggled([], 'b', null)).toEqual(['b']);
  expect(toggled(['b', 'd'], 'b', null)).toEqual(['d']);
});

test('a stretch follows the row at its end, in either direction', () => {
  expect(toggled(['b'], 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(toggled(['d'], 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(toggled(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a']);
});

test('a row before that is gone from the list is no beginning of a stretch', () => {
  expect(toggled(['x'], 'c', 'x')).toEqual(['c', 'x']);
});

test('everything that matches is chosen beyond what was read, less what was taken away, with what came since', () => {
  const chosen = new Set(['a', 'c', 'x', 'new']);
  expect(chosenOf(chosen, listed, null)).toEqual(['a', 'c']);
  expect(chosenOf(chosen, ['new', ...listed], ['a', 'b', 'c', 'x'])).toEqual(['new', 'a', 'c', 'x']);
});

test('LIB-15 all is everything again where everything was chosen before one was taken away, otherwise what was read', () => {
  const less = { ...everythingOf(['a', 'b', 'x'], 'this'), ids: new Set(['b', 'x']) };
  expect([...allOf(less, ['new', 'a', 'b'], 'this').ids].sort()).toEqual(['a', 'b', 'new', 'x']);
  expect([...allOf(less, ['new', 'a', 'b'], 'another').ids].sort()).toEqual(['a', 'b', 'new']);
});

test('everything of a list that was left meanwhile is not everything of the next one', () => {
  const late = everythingOf(['a', 'x'], 'old filters');
  expect([everyOf(late, 'new filters'), everyOf(late, 'old filters')]).toEqual([null, ['a', 'x']]);
  expect(chosenOf(late.ids, listed, everyOf(late, 'new filters'))).toEqual(['a']);
});

test('what is deleted is no longer chosen, and everything else still is', () => {
  const left = withoutIds(everythingOf([...listed, 'x', 'y'], ''), ['b', 'x']);
  expect([...left.ids]).toEqual(['a', 'c', 'd', 'e', 'y']);
  expect(chosenOf(left.ids, ['a', 'c', 'd', 'e'], everyOf(left, ''))).toEqual(['a', 'c', 'd', 'e', 'y']);
  expect(everyOf(left, '')?.every((id) => left.ids.has(id))).toBe(true);
});

async function opened() {
  const page = openPage();
  // Chosen rows are kept with the place in the history.
  await page.router.navigate({ to: '.', search: { n: Math.random() } } as never);
  const hook = await page.render((now: { listed: string[]; of: string }) => useSelection(now.listed, now.of), {
    listed,
    of: 'this',
  });
  return { page, hook, shown: () => [hook.now.ids, hook.now.active, hook.now.isAll, hook.now.isEvery] };
}

test('rows are chosen one by one or from the last one on, in the order of the list', async () => {
  const { hook, shown } = await opened();
  expect(shown()).toEqual([[], false, false, false]);
  await hook.after((now) => now.toggle('d', true));
  await hook.after((now) => now.toggle('b', true));
  expect([...shown(), hook.now.has('c'), hook.now.has('a'), hook.now.of]).toEqual([
    ['b', 'c', 'd'],
    true,
    false,
    false,
    true,
    false,
    'this',
  ]);
  await hook.after((now) => now.toggle('a', false));
  await hook.after((now) => now.toggle('e', false));
  expect(shown()).toEqual([listed, true, true, false]);
  await hook.after((now) => now.drop(['b', 'x']));
  expect(shown()).toEqual([['a', 'c', 'd', 'e'], true, false, false]);
  const { ofRows } = hook.now;
  expect([ofRows.has('a'), ofRows.has('b'), ofRows.active]).toEqual([true, false, true]);
  await hook.update({ listed: ['c', 'new'], of: 'this' });
  expect([hook.now.ids, hook.now.ofRows === ofRows]).toEqual([['c'], true]);
  // A stretch goes along the list as it is now.
  await hook.after((now) => now.toggle('c', false));
  await hook.after((now) => now.toggle('new', true));
  expect(hook.now.ids).toEqual(['c', 'new']);
  await hook.after((now) => now.clear());
  expect(shown()).toEqual([[], false, false, false]);
});

test('boxes show where choosing has begun', async () => {
  const { hook, shown } = await opened();
  await hook.after((now) => now.setActive(true));
  expect([...shown(), hook.now.ofRows.active]).toEqual([[], true, false, false, true]);
  await hook.after((now) => now.clear());
  expect(hook.now.active).toBe(false);
  await hook.update({ listed: [], of: 'this' });
  expect(hook.now.isAll).toBe(false);
});

test('all that is read is chosen, or all that matches', async () => {
  const { hook, shown } = await opened();
  await hook.after((now) => now.all());
  expect(shown()).toEqual([listed, true, true, false]);
  await hook.after((now) => now.every([...listed, 'x'], 'this'));
  expect(shown()).toEqual([[...listed, 'x'], true, true, true]);
  await hook.after((now) => now.toggle('x', false));
  expect(shown()).toEqual([listed, true, true, false]);
  await hook.after((now) => now.all());
  expect(shown()).toEqual([[...listed, 'x'], true, true, true]);
  await hook.update({ listed, of: 'another' });
  expect(shown()).toEqual([listed, true, true, false]);
  await hook.after((now) => now.all());
  expect(shown()).toEqual([listed, true, true, false]);
});
