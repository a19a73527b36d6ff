/** Derived from the note's Markdown, so that the two never disagree. */

import { isOwnMark, type NoteAnchor, pageOfLabel, parseAnchor, unverifiedHref } from '../markdown/anchors.ts';
import { type MarkdownToken, parseMarkdown } from '../markdown/parser.ts';
import { takeTags } from './hashtags.ts';
import { emptyTodo, todoMark } from './note-todos.ts';

export type MindMapNode = {
  /** Path from the root (`0.2.1`): stable while the note grows at its end. */
  id: string;
  text: string;
  anchor: NoteAnchor | null;
  page?: number;
  /** Its numbers or names were not found at the cited place. */
  unverified?: true;
  children: MindMapNode[];
};

const maxLabel = 300;
const maxDepth = 7;

type Read = Pick<MindMapNode, 'text' | 'anchor' | 'page' | 'unverified'>;
type Draft = Read & { children: Draft[] };

function readInline(token: MarkdownToken): Read {
  let text = '';
  let anchor: NoteAnchor | null = null;
  let page: number | undefined;
  let unverified = false;
  let inAnchor = false;
  for (const child of token.children ?? []) {
    if (child.type === 'link_open') {
      const href = String(child.attrGet('href') ?? '');
      const found = parseAnchor(href);
      inAnchor = isOwnMark(href);
      anchor ??= found;
      unverified ||= href === unverifiedHref;
    } else if (child.type === 'link_close') {
      inAnchor = false;
    } else if (inAnchor) {
      // The label only repeats the anchor, but it may name a page.
      if (anchor !== null) page ??= pageOfLabel(child.content);
    } else if (child.type === 'softbreak' || child.type === 'hardbreak') {
      text += ' ';
    } else if (child.type !== 'image') {
      text += child.content;
    }
  }
  const plain = text.replace(/\s+/gu, ' ').trim();
  return {
    text: plain.length > maxLabel ? `${plain.slice(0, maxLabel).replace(/[\ud800-\udbff]$/, '')}…` : plain,
    anchor,
    ...(page === undefined ? {} : { page }),
    ...(unverified ? { unverified } : {}),
  };
}

/** A map has no checkboxes, so signs stand for them. */
function withTaskBox(text: string): string {
  return text.replace(todoMark, (_, mark: string) => (mark === ' ' ? '☐ ' : '☑ '));
}

function withIds(draft: Draft, id: string): MindMapNode {
  return {
    id,
    text: draft.text,
    anchor: draft.anchor,
    ...(draft.page === undefined ? {} : { page: draft.page }),
    ...(draft.unverified ? { unverified: true } : {}),
    children: draft.children.map((child, index) => withIds(child, `${id}.${index}`)),
  };
}

export function mindMapOf(title: string, note: string): MindMapNode {
  const root: Draft = { text: title.trim(), anchor: null, children: [] };
  const headings: { level: number; draft: Draft }[] = [];
  const items: (Draft | null)[] = [];
  const tokens = parseMarkdown(takeTags(note).text);
  let inQuote = 0;

  function parent(): Draft {
    const item = items.slice(0, -1).findLast((open) => open !== null);
    return item ?? headings.at(-1)?.draft ?? root;
  }

  for (const [index, token] of tokens.entries()) {
    if (token.type === 'blockquote_open') inQuote++;
    else if (token.type === 'blockquote_close') inQuote--;
    else if (token.type === 'list_item_open') items.push(null);
    else if (token.type === 'list_item_close') items.pop();
    else if (token.type === 'inline' && inQuote === 0) {
      const opener = tokens[index - 1];
      const read = readInline(token);
      if (read.text === '' && read.anchor === null) continue;
      if (items.length > 0 && emptyTodo.test(token.content)) continue;
      if (opener?.type === 'heading_open') {
        const level = Number(opener.tag.slice(1));
        while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
        const draft: Draft = { ...read, children: [] };
        (headings.at(-1)?.draft ?? root).children.push(draft);
        headings.push({ level, draft });
      } else if (items.length > 0 && items.at(-1) === null) {
        const draft: Draft = { ...read, text: withTaskBox(read.text), children: [] };
        const depth = headings.length + items.length;
        const into = parent();
        if (depth < maxDepth) {
          into.children.push(draft);
          items[items.length - 1] = draft;
        }
      }
    }
  }
  return withIds(root, '0');
}

export function flattenMindMap(root: MindMapNode): MindMapNode[] {
  return [root, ...root.children.flatMap(flattenMindMap)];
}
