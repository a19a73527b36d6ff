/** Limits are checked while the tree is built, so that a small hostile page can fill neither memory nor stack. */
import { type DefaultTreeAdapterMap, defaultTreeAdapter, type DefaultTreeAdapterTypes as P5, type TreeAdapter } from 'parse5';
import { AppError } from '#lib/app-error.ts';
import { parseQuickly } from './parse-quickly.ts';

export type Element = P5.Element;
export type Node = P5.ChildNode;
export type Document = P5.Document;

export const pageLimits = {
  bytes: 20_000_000,
  /** Real pages stay under 60 levels and 15,000 nodes. */
  depth: 160,
  nodes: 50_000,
  attributes: 512,
} as const;

/** `level`: depth at which the node was last inserted. */
type Placed = P5.Node & { level?: number };

export function parseTree(html: string): Document {
  if (html.length > pageLimits.bytes) throw new AppError('page_too_complex', { detail: 'bytes' });
  return parseQuickly(html, { treeAdapter: limitedAdapter(), scriptingEnabled: false });
}

function limitedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let nodes = 0;
  const count = (): void => {
    nodes++;
    if (nodes > pageLimits.nodes) throw new AppError('page_too_complex', { detail: 'nodes' });
  };
  const place = (parent: Placed, child: Placed): void => {
    const level = (parent.level ?? 0) + 1;
    if (level > pageLimits.depth) throw new AppError('page_too_complex', { detail: 'depth' });
    child.level = level;
  };
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceURI, attrs): Element & { level: number } {
      count();
      if (attrs.length > pageLimits.attributes) throw new AppError('page_too_complex', { detail: 'attributes' });
      return { nodeName: tagName, tagName, attrs, namespaceURI, childNodes: [], parentNode: null, level: 0 };
    },
    createCommentNode(data) {
      count();
      return defaultTreeAdapter.createCommentNode(data);
    },
    appendChild(parent, child) {
      place(parent, child);
      defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore(parent, child, reference) {
      place(parent, child);
      defaultTreeAdapter.insertBefore(parent, child, reference);
    },
    setTemplateContent(template, content) {
      place(template, content);
      defaultTreeAdapter.setTemplateContent(template, content);
    },
  };
}

/** The parser may move formatting elements and so deepen the tree after insertion. */
export function checkDepth(document: Document): void {
  const check = (nodes: readonly Node[], depth: number): void => {
    if (nodes.length > 0 && depth > pageLimits.depth) throw new AppError('page_too_complex', { detail: 'depth' });
    for (const node of nodes) if (isElement(node)) check(childrenOf(node), depth + 1);
  };
  check(document.childNodes, 1);
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

export function isText(node: Node): node is P5.TextNode {
  return node.nodeName === '#text';
}

/** Includes a declarative shadow root; an ordinary template has no children. */
export function childrenOf(node: Node): Node[] {
  if (!isElement(node)) return [];
  if (node.tagName === 'template' && attr(node, 'shadowrootmode') !== null) {
    return (node as P5.Template).content.childNodes;
  }
  return node.childNodes;
}

export function parentOf(element: Element): Element | null {
  const parent = element.parentNode;
  return parent && 'tagName' in parent ? parent : null;
}

export function attr(element: Element, name: string): string | null {
  for (const entry of element.attrs) if (entry.name === name) return entry.value;
  return null;
}

export function textOf(node: Node): string {
  if (isText(node)) return node.value;
  let text = '';
  for (const child of childrenOf(node)) text += textOf(child);
  return text;
}

export function walkElements(root: { childNodes: Node[] }, visit: (element: Element) => boolean | undefined): boolean {
  return walkNodes(root.childNodes, visit);
}

function walkNodes(nodes: readonly Node[], visit: (element: Element) => boolean | undefined): boolean {
  for (const node of nodes) {
    if (isElement(node) && (visit(node) === false || !walkNodes(childrenOf(node), visit))) return false;
  }
  return true;
}

export function findElement(root: { childNodes: Node[] }, test: (element: Element) => boolean): Element | null {
  let found: Element | null = null;
  walkElements(root, (element) => {
    if (!test(element)) return undefined;
    found = element;
    return false;
  });
  return found;
}
