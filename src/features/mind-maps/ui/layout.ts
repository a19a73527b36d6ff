/** A tidy horizontal tree without overlapping labels. Pure: text measure in, positions in px out. */
import type { MindMapNode } from '#lib/notes/mindmap.ts';
import { firstLines, type Measure, wrapText } from './wrap-text.ts';

export type LevelStyle = {
  fontSize: number;
  fontWeight: number;
  lineHeight: number;
  maxWidth: number;
  padX: number;
  padY: number;
};

const levelStyles: readonly [LevelStyle, LevelStyle, LevelStyle, LevelStyle] = [
  { fontSize: 17, fontWeight: 600, lineHeight: 25, maxWidth: 240, padX: 16, padY: 12 },
  { fontSize: 15, fontWeight: 600, lineHeight: 22, maxWidth: 260, padX: 12, padY: 8 },
  { fontSize: 14, fontWeight: 400, lineHeight: 21, maxWidth: 320, padX: 8, padY: 5 },
  { fontSize: 13, fontWeight: 400, lineHeight: 20, maxWidth: 320, padX: 8, padY: 4 },
];

export function levelStyle(depth: number): LevelStyle {
  return levelStyles[Math.min(depth, 3) as 0 | 1 | 2 | 3];
}

/** Widths on a phone: the title and its chapters beside each other, or a chapter beside its points. */
const narrowWidths = [120, 130, 150, 150] as const;

const toggleSize = 18;
const gapX = 52;
const narrowGapX = 28;
const gapY = 6;
const sectionGapY = 18;
const margin = 24;

export type PlacedNode = {
  node: MindMapNode;
  depth: number;
  /** Section index for the colour; -1 for the title. */
  branch: number;
  parentId: string | null;
  x: number;
  y: number;
  width: number;
  height: number;
  lines: string[];
  cut: boolean;
  /** Drawn behind the last line; width in px. */
  anchorLabel: string | null;
  anchorWidth: number;
  /** True if the last line has no room for the anchor's label. */
  anchorOwnLine: boolean;
  folded: boolean;
  setSize: number;
  position: number;
};

export type PlacedEdge = { id: string; branch: number; depth: number; path: string };

type Place = { x: number; y: number; width: number; height: number };

export type MindMapLayout = {
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  width: number;
  height: number;
  smallestTextPx: number;
  /** The box of the title. */
  root: Place;
  /** The box of the last node before the map branches: the title, or the end of a chain of only children. */
  trunk: Place;
};

export type LayoutInput = {
  root: MindMapNode;
  folded: ReadonlySet<string>;
  measure: (depth: number) => Measure;
  anchorLabel: (node: MindMapNode) => string | null;
  /** The most lines of a leaf, the title excepted; longer text ends in `…`. Exported pictures show whole texts. */
  leafLines?: number;
  narrow?: boolean;
};

type Measured = {
  node: MindMapNode;
  depth: number;
  width: number;
  height: number;
  lines: string[];
  cut: boolean;
  anchorLabel: string | null;
  anchorWidth: number;
  anchorOwnLine: boolean;
  children: Measured[];
  folded: boolean;
  /** Height of the node with its descendants, in px. */
  band: number;
};

const anchorGap = 8;

function measureNode(node: MindMapNode, depth: number, input: LayoutInput): Measured {
  const style = levelStyle(depth);
  const maxWidth = input.narrow ? narrowWidths[Math.min(depth, 3) as 0 | 1 | 2 | 3] : style.maxWidth;
  const measure = input.measure(depth);
  const whole = wrapText(node.text, maxWidth, measure);
  const most = depth > 0 && node.children.length === 0 ? (input.leafLines ?? whole.length) : whole.length;
  const lines = firstLines(whole, most, maxWidth, measure);
  const anchorLabel = input.anchorLabel(node);
  const anchorWidth = anchorLabel ? Math.ceil(measure(anchorLabel)) : 0;
  const lastWidth = measure(lines.at(-1) ?? '');
  const anchorOwnLine = anchorLabel !== null && lastWidth + anchorGap + anchorWidth > maxWidth + 24;
  const textWidth = Math.max(
    ...lines.map((line) => measure(line)),
    anchorLabel === null ? 0 : anchorOwnLine ? anchorWidth : lastWidth + anchorGap + anchorWidth,
  );
  const folded = node.children.length > 0 && input.folded.has(node.id);
  const children = folded ? [] : node.children.map((child) => measureNode(child, depth + 1, input));
  const height = (lines.length + (anchorOwnLine ? 1 : 0)) * style.lineHeight + style.padY * 2;
  const gap = depth === 0 ? sectionGapY : gapY;
  const childrenBand = children.reduce((sum, child) => sum + child.band, 0) + Math.max(0, children.length - 1) * gap;
  return {
    node,
    depth,
    width: Math.ceil(textWidth) + style.padX * 2,
    height,
    lines,
    cut: most < whole.length,
    anchorLabel,
    anchorWidth,
    anchorOwnLine,
    children,
    folded,
    band: Math.max(height, childrenBand),
  };
}

function edgePath(from: PlacedNode, to: PlacedNode): string {
  const startX = from.x + from.width;
  const startY = from.y + from.height / 2;
  const endX = to.x;
  const endY = to.y + to.height / 2;
  const middle = startX + (endX - startX) / 2;
  return `M${round(startX)} ${round(startY)}C${round(middle)} ${round(startY)} ${round(middle)} ${round(endY)} ${round(endX)} ${round(endY)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The node where the map branches: its children matter more than the chain of only children that leads to it. */
function trunkFrom(title: PlacedNode, nodes: readonly PlacedNode[]): PlacedNode {
  const childrenOf = ({ node }: PlacedNode) => nodes.filter(({ parentId }) => parentId === node.id);
  for (let trunk = title; ; ) {
    const [only, ...more] = childrenOf(trunk);
    if (!only || more.length > 0 || childrenOf(only).length === 0) return trunk;
    trunk = only;
  }
}

function placeOf({ x, y, width, height }: PlacedNode): Place {
  return { x, y, width, height };
}

export function layoutMindMap(input: LayoutInput): MindMapLayout {
  const nodes: PlacedNode[] = [];
  const edges: PlacedEdge[] = [];

  function place(
    measured: Measured,
    x: number,
    top: number,
    place0: { parent: PlacedNode | null; branch: number; position: number; setSize: number },
  ): PlacedNode {
    const { children, band, ...rest } = measured;
    const gap = measured.depth === 0 ? sectionGapY : gapY;
    const placed: PlacedNode = {
      ...rest,
      branch: place0.branch,
      parentId: place0.parent?.node.id ?? null,
      position: place0.position,
      setSize: place0.setSize,
      x,
      y: top + (band - measured.height) / 2,
    };
    nodes.push(placed);
    const childrenBand = children.reduce((sum, child) => sum + child.band, 0) + Math.max(0, children.length - 1) * gap;
    let childTop = top + (band - childrenBand) / 2;
    const placedChildren = children.map((child, index) => {
      const next = place(child, x + measured.width + (input.narrow ? narrowGapX : gapX), childTop, {
        parent: placed,
        branch: measured.depth === 0 ? index : place0.branch,
        position: index + 1,
        setSize: children.length,
      });
      childTop += child.band + gap;
      return next;
    });
    const first = placedChildren[0];
    const last = placedChildren.at(-1);
    if (first && last) {
      const centre = (first.y + first.height / 2 + last.y + last.height / 2) / 2;
      placed.y = Math.min(Math.max(centre - measured.height / 2, top), top + band - measured.height);
    }
    for (const child of placedChildren) {
      edges.push({ id: child.node.id, branch: child.branch, depth: child.depth, path: edgePath(placed, child) });
    }
    return placed;
  }

  const measured = measureNode(input.root, 0, input);
  const title = place(measured, margin, margin, { parent: null, branch: -1, position: 1, setSize: 1 });
  const right = nodes.reduce((max, node) => Math.max(max, node.x + node.width), 0);
  const hasToggleAtEdge = nodes.some((node) => node.folded);
  return {
    nodes,
    edges,
    width: Math.ceil(right + margin + (hasToggleAtEdge ? toggleSize + 18 : 0)),
    height: Math.ceil(measured.band + margin * 2),
    smallestTextPx: Math.min(...nodes.map(({ depth }) => levelStyle(depth).fontSize)),
    root: placeOf(title),
    trunk: placeOf(trunkFrom(title, nodes)),
  };
}
