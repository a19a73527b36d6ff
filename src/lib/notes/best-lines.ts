/** The few lines of a note that stand for it elsewhere: points that lead to a place, from all over it. */
import type { NoteAnchor } from '../markdown/anchors.ts';
import { type MindMapNode, mindMapOf } from './mindmap.ts';

export type BestLine = { text: string; anchor: NoteAnchor; page?: number };

const mostBestLines = 4;

export function bestLinesOf(note: string): BestLine[] {
  const chapters = chaptersOf(mindMapOf('', note));
  const points = chapters.map((chapter) => outermost(chapter.children));
  const chosen = new Set<MindMapNode>();
  for (let round = 0; chosen.size < mostBestLines && round < mostBestLines; round++) {
    const able = points.flatMap((ofChapter) => ofChapter[round] ?? []);
    for (const point of evenly(able, mostBestLines - chosen.size)) chosen.add(point);
  }
  // A note of headings or of points without any.
  const all = chosen.size > 0 ? points.flat() : outermost(chapters);
  if (chosen.size === 0) for (const one of evenly(all, mostBestLines)) chosen.add(one);
  return all.flatMap((node) => {
    const { text, anchor, page } = node;
    return anchor !== null && chosen.has(node) ? [{ text, anchor, ...(page === undefined ? {} : { page }) }] : [];
  });
}

export function bestLinesOfAll(notes: readonly string[]): BestLine[][] {
  return notes.map(bestLinesOf);
}

/** Below the note's own title. */
function chaptersOf({ children }: MindMapNode): readonly MindMapNode[] {
  const [only] = children;
  return only && children.length === 1 && only.anchor === null ? only.children : children;
}

/** Those that lead to a place; what stands below one of them is its detail. What was not found there is passed over. */
function outermost(nodes: readonly MindMapNode[]): MindMapNode[] {
  return nodes.flatMap((node) =>
    node.anchor === null || node.text === '' || node.unverified ? outermost(node.children) : [node],
  );
}

function evenly<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return items.filter(
    (_, index) => Math.floor((index * most) / items.length) !== Math.floor(((index - 1) * most) / items.length),
  );
}
