/** The text of rendered elements with offsets to nodes and back, without buttons and marks. Read only: React may rerender. */
import { anchorOfStart, formatAnchor } from '#lib/markdown/anchors.ts';

export type TextView = {
  text: string;
  /** Offset of a boundary point, clamped to the text. */
  offsetOf(node: Node, offset: number): number;
  rangesOf(start: number, end: number): Range[];
  sectionOf(start: number, end: number): string | null;
};

const noWords =
  'button, input, textarea, select, svg, [aria-hidden="true"], [role="img"], [role="status"], [role="note"], [contenteditable="true"], .sr-only, [data-not-text]';
const blocks =
  /^(?:P|LI|UL|OL|H[1-6]|BLOCKQUOTE|PRE|TABLE|TR|TD|TH|DIV|SECTION|ARTICLE|HEADER|FOOTER|FIGURE|FIGCAPTION|HR|BR|DL|DT|DD)$/;

type Chunk = { node: Text; start: number };

/** Flowing text (a note or article); line breaks separate blocks. */
export function readFlow(root: Element): TextView {
  const chunks: Chunk[] = [];
  const starts = new Map<Node, number>();
  const parts: string[] = [];
  let length = 0;
  let broken = true;
  const visit = (parent: Node): void => {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === Node.TEXT_NODE) {
        const { data } = node as Text;
        if (data === '') continue;
        chunks.push({ node: node as Text, start: length });
        starts.set(node, length);
        parts.push(data);
        length += data.length;
        broken = false;
      } else if (node instanceof Element && !node.matches(noWords)) {
        const isBlock = blocks.test(node.tagName);
        if (isBlock) breakLine();
        visit(node);
        if (isBlock) breakLine();
      }
    }
  };
  const breakLine = (): void => {
    if (broken) return;
    parts.push('\n');
    length++;
    broken = true;
  };
  visit(root);
  const text = parts.join('');

  function chunkAt(offset: number): Chunk | undefined {
    let low = 0;
    let high = chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((chunks[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return chunks[low - 1];
  }

  function pointAt(offset: number): { node: Text; offset: number } | null {
    const chunk = chunkAt(offset);
    return chunk ? { node: chunk.node, offset: Math.min(chunk.node.data.length, offset - chunk.start) } : null;
  }

  return {
    text,
    offsetOf(node, offset) {
      const known = starts.get(node);
      if (known !== undefined) return known + offset;
      const point = document.createRange();
      point.setStart(node, offset);
      const next = chunks.find((chunk) => point.comparePoint(chunk.node, 0) >= 0);
      return next ? next.start : text.length;
    },
    rangesOf(start, end) {
      const from = pointAt(start);
      const to = pointAt(Math.max(start, end - 1));
      if (!from || !to) return [];
      const range = document.createRange();
      range.setStart(from.node, from.offset);
      range.setEnd(to.node, Math.min(to.node.data.length, to.offset + 1));
      return [range];
    },
    sectionOf(start, end) {
      const from = pointAt(start)?.node.parentElement;
      const to = pointAt(Math.max(start, end - 1))?.node;
      return from && to ? sectionOf(root, from, to) : null;
    },
  };
}

function sectionOf(root: Element, from: Element, to: Node): string | null {
  const block = from.closest('li, p, blockquote, td, h1, h2, h3, h4, h5, h6');
  const inBlock = block ? [...block.querySelectorAll<HTMLElement>('[data-anchor]')] : [];
  // A point's reference stands behind its words.
  const behind = inBlock.find((chip) => (to.compareDocumentPosition(chip) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  const anchor = (behind ?? inBlock.at(-1))?.dataset.anchor;
  if (anchor !== undefined) return anchor;
  const paragraph = lastBefore(root, from, '[data-paragraphs]')?.dataset.paragraphs?.split(' ')[0];
  if (paragraph !== undefined && /^\d{1,7}$/.test(paragraph)) return formatAnchor({ kind: 'paragraph', id: Number(paragraph) });
  const heading = from.closest('section')?.querySelector<HTMLElement>('.note-heading [data-anchor]');
  if (heading?.dataset.anchor) return heading.dataset.anchor;
  const before = lastBefore(root, from, '[data-anchor]');
  const title = lastBefore(root, from, 'h1, h2, h3, h4, h5, h6');
  // A heading without a reference ends the search: the text above it is about something else.
  const isOther = before && title && (before.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return isOther ? null : (before?.dataset.anchor ?? null);
}

function lastBefore(root: Element, element: Element, selector: string): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>(selector)].findLast(
    (other) => other.contains(element) || (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}

export type ScriptLine = { id: number; startMs: number | null; text: string };

/** The whole script, of which a virtual list renders a part. */
export type Script = {
  text: string;
  starts: readonly number[];
  lines: readonly ScriptLine[];
  indexOf: ReadonlyMap<string, number>;
};

export function readScript(lines: readonly ScriptLine[]): Script {
  const starts: number[] = [];
  let length = 0;
  for (const line of lines) {
    starts.push(length);
    length += line.text.length + 1;
  }
  const indexOf = new Map(lines.map((line, index) => [String(line.id), index]));
  return { text: lines.map((line) => line.text).join('\n'), starts, lines, indexOf };
}

export function lineAt(script: Script, offset: number): ScriptLine | undefined {
  const index = script.starts.findLastIndex((start) => start <= offset);
  return script.lines[index];
}

export function viewScript(root: Element, script: Script): TextView {
  const drawn = [...root.querySelectorAll<HTMLElement>('[data-segment]')].flatMap((element) => {
    const index = script.indexOf.get(element.dataset.segment ?? '');
    const start = index === undefined ? undefined : script.starts[index];
    return start === undefined ? [] : [{ element, start, flow: readFlow(element) }];
  });
  drawn.sort((a, b) => a.start - b.start);
  return {
    text: script.text,
    offsetOf(node, offset) {
      const inside = drawn.find(({ element }) => element.contains(node));
      if (inside) return inside.start + Math.min(inside.flow.text.length, inside.flow.offsetOf(node, offset));
      const point = document.createRange();
      point.setStart(node, offset);
      const next = drawn.find(({ element }) => point.comparePoint(element, 0) >= 0);
      const last = drawn.at(-1);
      return next ? next.start : last ? last.start + last.flow.text.length : 0;
    },
    rangesOf(start, end) {
      return drawn.flatMap(({ start: lineStart, flow }) => {
        const from = Math.max(0, start - lineStart);
        const to = Math.min(flow.text.length, end - lineStart);
        return from < to ? flow.rangesOf(from, to) : [];
      });
    },
    sectionOf(start) {
      const startMs = lineAt(script, start)?.startMs ?? null;
      return startMs === null ? null : formatAnchor(anchorOfStart(startMs));
    },
  };
}
