import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import type { NavPlace } from './nav-tree.ts';
import { useOpenBranches } from './open-branches.ts';

const key = 'gleaner.sidebar-branches';
async function opened(kept: string | null, place: NavPlace) {
  const page = openPage();
  if (kept !== null) page.storage.set(key, kept);
  const hook = await page.render((at: NavPlace) => useOpenBranches(at), place);
  const open = () => (['records', 'outputs', 'explore'] as const).filter((id) => hook.now.isOpen(id));
  return { page, hook, open };
}
const home: NavPlace = { line: '/', branch: null };
const tags: NavPlace = { line: '/user/tags', branch: 'records' };

test('SHL-02 the branches that were opened are open, and the one with the page', async () => {
  expect((await opened(null, home)).open()).toEqual(['outputs', 'explore']);
  expect((await opened('explore', home)).open()).toEqual(['explore']);
  expect((await opened('', home)).open()).toEqual([]);
  expect((await opened('explore', tags)).open()).toEqual(['records', 'explore']);
});

test('SHL-02 a branch is opened and closed by hand, and opens again for another of its pages', async () => {
  const { page, hook, open } = await opened('explore', tags);
  await hook.after((now) => now.toggle('records'));
  expect([open(), page.storage.get(key)]).toEqual([['explore'], 'explore']);
  await hook.update(tags);
  expect(open()).toEqual(['explore']);
  await hook.update({ line: '/user/smart-folders', branch: 'records' });
  expect([open(), page.storage.get(key)]).toEqual([['records', 'explore'], 'explore']);
  await hook.after((now) => now.toggle('outputs'));
  expect(page.storage.get(key)?.split(' ').sort()).toEqual(['explore', 'outputs', 'records']);
  await hook.update(home);
  expect(open()).toEqual(['records', 'outputs', 'explore']);
});
