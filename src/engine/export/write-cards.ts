/** The cards of a note for Anki's import of text: what a section, or a question, is about, and the points that it has. */
import { plainLine } from '#lib/markdown/plain-line.ts';
import { anchorLabelOf } from '#lib/notes/anchor-label.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { takeTags } from '#lib/notes/hashtags.ts';
import { type MindMapNode, mindMapOf } from '#lib/notes/mindmap.ts';
import { shortenText } from '#lib/text/cut-text.ts';
import { escapeXml, notXml } from '#lib/xml.ts';
import { type LinkTarget, sourceLinkOf } from '../sites/shared/source-link.ts';
import type { NoteToExport } from './exported-note.ts';

const longestBack = 600;

/** Without `cardsHead`. */
export function writeCards({ title, markdown, sourceUrl, pageUrl }: NoteToExport): string {
  const target = { sourceUrl, pageUrl };
  const name = title.replace(/\s+/g, ' ').trim();
  const { text, tags } = takeTags(markdown);
  const cards = cardsOf(mindMapOf(name, markdown), [], target);
  if (cards.length === 0 && plainLine(text) !== '')
    cards.push([
      field(name),
      `${field(shortenText(plainLine(text.replace(/\s+/g, ' ')), longestBack))}<br>${link(pageUrl, name)}`,
    ]);
  const tagField = ['gleaner', ...tags.filter((tag) => tag !== favoriteTag)].join(' ');
  // Its name is no HTML, and two colons make a deck within a deck.
  const deck = `Gleaner::${name.replace(notXml, '').replaceAll('::', ':')}`;
  return cards.map(([front, back]) => `${[front, back, tagField, deck].join('\t')}\n`).join('');
}

function cardsOf(node: MindMapNode, above: readonly string[], target: LinkTarget): [front: string, back: string][] {
  if (node.children.length === 0) return [];
  const path = [...above, field(node.text)];
  const back = `<ul>${node.children.map((child) => `<li>${field(child.text)}${place(child, target)}</li>`).join('')}</ul>`;
  const front = `${path
    .slice(0, -1)
    .map((name) => `<small>${name}</small><br>`)
    .join('')}${path.at(-1) ?? ''}${place(node, target)}`;
  return [[front, back], ...node.children.flatMap((child) => cardsOf(child, path, target))];
}

function place(node: MindMapNode, target: LinkTarget): string {
  return node.anchor === null ? '' : ` ${link(sourceLinkOf(node.anchor, target), anchorLabelOf(node) ?? '')}`;
}

const link = (address: string, label: string): string => `<a href="${escapeXml(address)}">${field(label)}</a>`;

/** No tab or line break, no quote that would open a field, no hash that would make a remark of the line. */
function field(text: string): string {
  return escapeXml(text.replace(/\s+/g, ' ')).replace(/^#/, '&#35;');
}
