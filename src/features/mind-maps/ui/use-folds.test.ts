import { expect, test } from 'vitest';
import { type MindMapNode, mindMapOf } from '#lib/notes/mindmap.ts';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import type { PlacedNode } from './layout.ts';
import { belowChapters, foldedAtFirst, useFolds, useViewAfterFolds } from './use-folds.ts';
import type { MapView } from './use-map-view.ts';
import type { View } from './view-box.ts';

const chapters = '## One\n\n- a\n  - b\n\n## Two\n\n- c';

test('CON-03 a map begins with its chapters, also below a title of the note’s own', () => {
  expect(belowChapters(mindMapOf('A talk', chapters))).toEqual(['0.0', '0.0.0', '0.1']);
  expect(belowChapters(mindMapOf('A talk', `# Its title\n\n${chapters}`))).toEqual(['0.0.0', '0.0.0.0', '0.0.1']);
  expect(belowChapters(mindMapOf('A talk', '## Only\n\n- a\n- b'))).toEqual(['0.0']);
  expect(foldedAtFirst(mindMapOf('A talk', chapters))).toEqual(['0.0', '0.0.0', '0.1']);
  expect(foldedAtFirst(mindMapOf('A talk', '## Only\n\n- a\n- b'))).toEqual([]);
});

const root = mindMapOf('A talk', chapters);
const placed = (node: MindMapNode | undefined, depth: number, x = 0, y = 0) => ({ node, depth, x, y }) as PlacedNode;
const [one, two] = root.children;
const point = one?.children[0];
const nodesAt = (...nodes: PlacedNode[]) => new Map(nodes.map((one) => [one.node.id, one]));

async function opened(before?: ReadonlySet<string>) {
  const page = openPage();
  const moves: (View | 'fit')[] = [];
  const view = {
    view: () => ({ x: 10, y: 20, scale: 0.5 }),
    move: (next: View) => void moves.push(next),
    fit: () => void moves.push('fit'),
  } as unknown as MapView;
  const hook = await page.render((nodes: ReadonlyMap<string, PlacedNode>) => {
    const folds = useFolds(root, before);
    useViewAfterFolds(folds, nodes, view);
    return folds;
  }, new Map());
  return { hook, moves, folded: () => [...hook.now.folded].toSorted() };
}

test('a node is folded and unfolded, the title and what has nothing below it not', async () => {
  const { hook, folded } = await opened();
  expect(folded()).toEqual(['0.0', '0.0.0', '0.1']);
  await hook.after((now) => now.toggle(placed(one, 1)));
  expect(folded()).toEqual(['0.0.0', '0.1']);
  await hook.after((now) => now.toggle(placed(one, 1), false));
  expect(folded()).toEqual(['0.0.0', '0.1']);
  await hook.after((now) => now.toggle(placed(two, 1), true));
  expect(folded()).toEqual(['0.0.0', '0.1']);
  await hook.after((now) => now.toggle(placed(point, 2), false));
  await hook.after((now) => now.toggle(placed(one, 1)));
  expect(folded()).toEqual(['0.0', '0.1']);
  await hook.after((now) => now.toggle(placed(root, 0), true));
  await hook.after((now) => now.toggle(placed(point?.children[0], 3), true));
  expect(folded()).toEqual(['0.0', '0.1']);
  await hook.after((now) => now.foldAll(false));
  expect(folded()).toEqual([]);
  await hook.after((now) => now.foldAll(true));
  expect(folded()).toEqual(['0.0', '0.0.0', '0.1']);
  expect((await opened(new Set(['0.1']))).folded()).toEqual(['0.1']);
});

test('the folded node stays under the pointer, once', async () => {
  const { hook, moves } = await opened();
  expect(moves).toEqual([]);
  await hook.after((now) => now.toggle(placed(one, 1, 100, 50)));
  expect(moves).toEqual([]);
  await hook.update(nodesAt(placed(one, 1, 80, 90), placed(two, 1, 5, 6)));
  expect(moves).toEqual([{ x: 20, y: 0, scale: 0.5 }]);
  await hook.update(nodesAt(placed(one, 1, 0, 0)));
  expect(moves).toHaveLength(1);
  // One that is not drawn any more is held no longer.
  await hook.after((now) => now.toggle(placed(one, 1, 100, 50)));
  await hook.update(nodesAt(placed(two, 1, 5, 6)));
  await hook.update(nodesAt(placed(one, 1, 80, 90)));
  expect(moves).toHaveLength(1);
});

test('after folding or unfolding everything the map fits its window again, once', async () => {
  const { hook, moves } = await opened();
  await hook.after((now) => now.toggle(placed(one, 1, 100, 50)));
  await hook.after((now) => now.foldAll(true));
  await hook.update(nodesAt(placed(one, 1, 80, 90)));
  expect(moves).toEqual(['fit']);
  await hook.update(nodesAt(placed(one, 1, 70, 90)));
  expect(moves).toEqual(['fit']);
});
