import { withoutBareLinks } from '#lib/markdown/bare-addresses.ts';
import { escapeMarkdownText } from '#lib/markdown/escape-text.ts';
import { anchorLabelOf } from '#lib/notes/anchor-label.ts';
import type { MindMapNode } from '#lib/notes/mindmap.ts';
import { escapeXml } from '#lib/xml.ts';
import { type LinkTarget, sourceLinkOf } from '../../sites/shared/link-to-place.ts';

export function toOpml(root: MindMapNode, target: LinkTarget): string {
  const line = (node: MindMapNode, indent: string): string => {
    const address = node.anchor && sourceLinkOf(node.anchor, target);
    const link = address ? ` url="${escapeXml(address)}"` : '';
    const open = `${indent}<outline text="${escapeXml(node.text)}"${link}`;
    if (node.children.length === 0) return `${open}/>\n`;
    return `${open}>\n${node.children.map((child) => line(child, `${indent}  `)).join('')}${indent}</outline>\n`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n  <head><title>${escapeXml(root.text)}</title></head>\n  <body>\n${line(root, '    ')}  </body>\n</opml>\n`;
}

export function toMarkdownOutline(root: MindMapNode, target: LinkTarget): string {
  const lines: string[] = [`# ${markdownText(root.text)}`, ''];
  const walk = (node: MindMapNode, depth: number): void => {
    const address = node.anchor && sourceLinkOf(node.anchor, target);
    const label = node.anchor ? ` [${anchorLabelOf(node) ?? ''}]` : '';
    lines.push(`${'  '.repeat(depth)}- ${markdownText(node.text)}${label}${address ? `(${address})` : ''}`);
    for (const child of node.children) walk(child, depth + 1);
  };
  for (const child of root.children) walk(child, 0);
  return `${lines.join('\n')}\n`;
}

type XmindTopic = { id: string; title: string; href?: string; children?: { attached: XmindTopic[] } };

/** The files of an `.xmind` archive (XMind 2020 and later) by name. */
export function toXmindFiles(root: MindMapNode, target: LinkTarget): Record<string, string> {
  const topic = (node: MindMapNode): XmindTopic => {
    const href = node.anchor && sourceLinkOf(node.anchor, target);
    return {
      id: `t${node.id}`,
      title: node.text,
      ...(href ? { href } : {}),
      ...(node.children.length > 0 ? { children: { attached: node.children.map(topic) } } : {}),
    };
  };
  const rootTopic = { ...topic(root), class: 'topic', structureClass: 'org.xmind.ui.logic.right' };
  const sheet = { id: 'sheet', class: 'sheet', title: root.text, rootTopic };
  return {
    'content.json': JSON.stringify([sheet]),
    'metadata.json': JSON.stringify({ dataStructureVersion: '2', creator: { name: 'Gleaner' } }),
    'manifest.json': JSON.stringify({ 'file-entries': { 'content.json': {}, 'metadata.json': {} } }),
  };
}

function markdownText(text: string): string {
  return withoutBareLinks(escapeMarkdownText(text));
}
