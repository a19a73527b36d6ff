/** Picks a few lines that represent a note elsewhere: points with a reference, spread over the whole note. */
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
  // The note has only headings, or points without headings.
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

function chaptersOf({ children }: MindMapNode): readonly MindMapNode[] {
  const [only] = children;
  return only && children.length === 1 && only.anchor === null ? only.children : children;
}

/** Points with a reference, without the details below them. Unverified points are skipped. */
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
