import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flattenMindMap, type MindMapNode, mindMapOf } from '#lib/notes/mindmap.ts';
import { layoutMindMap, levelStyle, type MindMapLayout, type PlacedNode } from './layout.ts';
import { fitView } from './view-box.ts';

/** Every Latin character 8 px, everything else 16. */
function fixedMeasure(text: string): number {
  let width = 0;
  for (const char of text) width += char.charCodeAt(0) < 0x2e80 ? 8 : 16;
  return width;
}

function layout(root: MindMapNode, folded: string[] = []): MindMapLayout {
  return layoutMindMap({
    root,
    folded: new Set(folded),
    measure: () => fixedMeasure,
    anchorLabel: (node) => (node.anchor?.kind === 'time' ? '12:34' : null),
  });
}

function overlap(a: PlacedNode, b: PlacedNode): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const note = Array.from({ length: 6 }, (_, section) =>
  [
    `## 第 ${section} 节 Section [01:0${section}](#t=6${section})`,
    ...Array.from(
      { length: section + 1 },
      (__, point) => `- 要点 ${'文字'.repeat(point * 9)} [01:00](#t=60)\n  - detail of ${point}`,
    ),
  ].join('\n\n'),
).join('\n\n');

describe('CON-03 the layout of the map', () => {
  it('no two labels touch and all lie within the map', () => {
    const { nodes, width, height } = layout(mindMapOf('标题', note));
    for (const [index, node] of nodes.entries()) {
      expect(node.x >= 0 && node.y >= 0 && node.x + node.width <= width && node.y + node.height <= height).toBe(true);
      for (const other of nodes.slice(index + 1)) expect(overlap(node, other), `${node.node.id} on ${other.node.id}`).toBe(false);
    }
  });

  it('on a phone shows the title beside its chapters, or a single chapter beside its points, whole', () => {
    const port = { width: 358, height: 490 };
    const narrow = (root: MindMapNode, folded: string[]) =>
      layoutMindMap({
        root,
        folded: new Set(folded),
        measure: () => fixedMeasure,
        anchorLabel: () => '12:34',
        leafLines: 4,
        narrow: true,
      });
    const of = (map: MindMapLayout) => {
      const view = fitView(map, port);
      return map.nodes.map(({ depth, x, width }) => [depth, view.x + x * view.scale, view.x + (x + width) * view.scale] as const);
    };
    const chapters = of(narrow(mindMapOf('标题也可以很长很长很长', note), ['0.0', '0.1', '0.2', '0.3', '0.4', '0.5']));
    for (const [, left, right] of chapters) expect(left >= 0 && right <= port.width).toBe(true);
    const points = of(narrow(mindMapOf('标题', '## 一节的名字也很长很长\n- 要点文字要点文字要点文字要点文字\n- b'), []));
    for (const [depth, left, right] of points) if (depth > 0) expect(left >= 0 && right <= port.width).toBe(true);
  });

  it('children stand right of their parent, in order', () => {
    const { nodes } = layout(mindMapOf('t', note));
    const byId = new Map(nodes.map((node) => [node.node.id, node]));
    for (const node of nodes) {
      const parent = node.parentId === null ? undefined : byId.get(node.parentId);
      if (parent) expect(node.x).toBeGreaterThan(parent.x + parent.width);
      const siblings = nodes.filter((other) => other.parentId === node.parentId);
      expect(siblings.map((sibling) => sibling.position)).toEqual(siblings.map((_, index) => index + 1));
      expect(siblings.map((sibling) => sibling.y)).toEqual(siblings.map((sibling) => sibling.y).toSorted((a, b) => a - b));
    }
  });

  it('a line leads from the middle of a parent’s right side to the middle of a child’s left, and turns halfway', () => {
    const { nodes, edges } = layout(mindMapOf('t', note));
    const byId = new Map(nodes.map((node) => [node.node.id, node]));
    for (const { id, path } of edges) {
      const child = byId.get(id);
      const parent = byId.get(child?.parentId ?? '');
      if (!child || !parent) throw new Error('an edge without its nodes');
      const [from, to] = [parent.x + parent.width, child.x];
      const [above, below] = [parent, child].map(({ y, height }) => y + height / 2);
      const expected = [from, above, (from + to) / 2, above, (from + to) / 2, below, to, below];
      const drawn = path.match(/[\d.]+/g)?.map(Number) ?? [];
      expect(drawn).toEqual(expected.map((value) => expect.closeTo(value ?? 0, 0)));
    }
  });

  it('a folded node hides what is under it and makes the map smaller', () => {
    const root = mindMapOf('t', note);
    const all = layout(root);
    const folded = layout(root, ['0.5']);
    expect(all.nodes).toHaveLength(flattenMindMap(root).length);
    expect(folded.nodes.some((node) => node.node.id.startsWith('0.5.'))).toBe(false);
    expect(folded.nodes.find((node) => node.node.id === '0.5')?.folded).toBe(true);
    expect(folded.height).toBeLessThan(all.height);
    expect(folded.edges).toHaveLength(folded.nodes.length - 1);
  });

  it('fits from an only chapter where its points would be off a narrow screen, else from the title', () => {
    const of = (markdown: string, folded?: string[]) => layout(mindMapOf('A title as long as it likes', markdown), folded);
    const placeOf = ({ nodes, trunk }: MindMapLayout) => nodes.find(({ x, y }) => x === trunk.x && y === trunk.y)?.node.id;
    expect(placeOf(of('## Only\n\n- a\n- b'))).toBe('0.0');
    expect(placeOf(of('## Only\n\n- a\n- b', ['0.0']))).toBe('0');
    expect(placeOf(of('## One\n\n- a\n\n## Two\n\n- b'))).toBe('0');
    const narrow = { width: 358, height: 600 };
    const map = of('## The only chapter of a note\n\n- What it says\n- And what it says then');
    const view = fitView(map, narrow);
    const point = map.nodes.find(({ node }) => node.id === '0.0.0');
    expect(view.x + (point?.x ?? 0) * view.scale).toBeLessThan(narrow.width * 0.65);
    const wide = fitView(map, { width: map.width - 20, height: 600 });
    expect(wide.x + map.root.x * wide.scale).toBeGreaterThanOrEqual(0);
  });

  it('a leaf has at most two lines and says that there is more; pictures have all of it', () => {
    const root = mindMapOf('t', `## ${'章'.repeat(60)}\n\n- ${'字'.repeat(70)}\n- 短`);
    const options = { root, folded: new Set<string>(), measure: () => fixedMeasure, anchorLabel: () => null };
    const [chapter, long, short] = layoutMindMap({ ...options, leafLines: 2 }).nodes.slice(1);
    expect(long?.lines).toHaveLength(2);
    expect(long?.lines.at(-1)).toMatch(/^字+…$/);
    expect(fixedMeasure(long?.lines.at(-1) ?? '')).toBeLessThanOrEqual(320);
    expect([chapter?.cut, long?.cut, short?.cut]).toEqual([false, true, false]);
    expect(chapter?.lines.join('')).toBe('章'.repeat(60));
    expect(layoutMindMap(options).nodes[2]?.lines.join('')).toBe('字'.repeat(70));
  });

  it('an anchor gets a line of its own when the last line is full', () => {
    const [short, long] = ['ab', '字'.repeat(16)].map((text) => layout(mindMapOf('t', `- ${text} [01:00](#t=60)`)).nodes.at(-1));
    expect(short).toMatchObject({ anchorOwnLine: false, lines: ['ab'] });
    // It may stand out a little, by 24 px.
    const owns = [29, 30].map((letters) => layout(mindMapOf('t', `- ${'a'.repeat(letters)} [01:00](#t=60)`)).nodes.at(-1));
    expect(owns.map((node) => node?.anchorOwnLine)).toEqual([false, true]);
    expect(long).toMatchObject({ anchorOwnLine: true });
    const { lineHeight, padY } = levelStyle(1);
    expect([short?.height, long?.height]).toEqual(
      [1, (long?.lines.length ?? 0) + 1].map((lines) => lines * lineHeight + padY * 2),
    );
  });

  it('five hundred nodes are laid out in a moment', () => {
    const big = mindMapOf(
      't',
      Array.from({ length: 25 }, (_, s) => `## s${s}\n\n${'- 一个要点 with words\n'.repeat(20)}`).join('\n'),
    );
    expect(layout(big).nodes).toHaveLength(526);
  });

  it('holds for trees of any shape', () => {
    const line = fc
      .tuple(fc.constantFrom('## ', '- ', '  - ', '    - '), fc.string({ maxLength: 80 }))
      .map((parts) => parts.join(''));
    const tree = fc.array(line, { maxLength: 40 }).map((lines) => mindMapOf('t', lines.join('\n')));
    fc.assert(
      fc.property(tree, (root) => {
        const { nodes } = layout(root);
        for (const [index, node] of nodes.entries()) {
          for (const other of nodes.slice(index + 1)) expect(overlap(node, other)).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });
});
