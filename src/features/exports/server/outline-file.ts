import { type LinkTarget, sourceLinkOf } from '#engine/sites/shared/link-to-place.ts';
import { flattenMindMap, type MindMapNode, mindMapOf } from '#lib/notes/mindmap.ts';
import { escapeXml } from '#lib/xml.ts';

type NoteToOutline = LinkTarget & { title: string; note: string; createdAt: Date };

/** The tree of a note as OPML 2.0, which outliners and mind-map programs open. Lines lead to their places in the source. */
export function noteAsOpml({ title, note, createdAt, ...target }: NoteToOutline): string {
  const root = mindMapOf(title, note);
  const lines = root.children.flatMap((child) => outlineOf(child, target, 2));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    `  <head><title>${escapeXml(title)}</title><dateCreated>${createdAt.toUTCString()}</dateCreated></head>`,
    '  <body>',
    // OPML requires at least one line in the body.
    ...(flattenMindMap(root).length === 1 ? [`    <outline text="${escapeXml(title)}"/>`] : lines),
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
}

function outlineOf({ text, anchor, children }: MindMapNode, target: LinkTarget, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const address = anchor && sourceLinkOf(anchor, target);
  const link = address === null ? '' : ` url="${escapeXml(address)}"`;
  const start = `${indent}<outline text="${escapeXml(text)}"${link}`;
  if (children.length === 0) return [`${start}/>`];
  return [`${start}>`, ...children.flatMap((child) => outlineOf(child, target, depth + 1)), `${indent}</outline>`];
}
