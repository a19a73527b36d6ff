import { flattenMindMap, type MindMapNode, mindMapOf } from '#lib/notes/mindmap.ts';
import { escapeXml } from '#lib/xml.ts';

/** The tree of a note as OPML 2.0, which outliners and mind-map programs open. */
export function noteAsOpml({ title, note, createdAt }: { title: string; note: string; createdAt: Date }): string {
  const root = mindMapOf(title, note);
  const lines = root.children.flatMap((child) => outlineOf(child, 2));
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

function outlineOf({ text, children }: MindMapNode, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const start = `${indent}<outline text="${escapeXml(text)}"`;
  if (children.length === 0) return [`${start}/>`];
  return [`${start}>`, ...children.flatMap((child) => outlineOf(child, depth + 1)), `${indent}</outline>`];
}
