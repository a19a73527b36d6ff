/** Flash cards of a note: the heading of a section, or a question, in front; its points on the back. */
import { plainLine } from '#lib/markdown/plain-line.ts';
import { anchorLabelOf } from '#lib/notes/anchor-label.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { takeTags } from '#lib/notes/hashtags.ts';
import { type MindMapNode, mindMapOf } from '#lib/notes/mindmap.ts';
import { shortenText } from '#lib/text/cut-text.ts';
import { webAddress } from '#lib/urls.ts';
import { escapeXml, notXml } from '#lib/xml.ts';
import { type LinkTarget, sourceLinkOf } from '../sites/shared/link-to-place.ts';
import type { NoteToExport } from './exported-note.ts';

const longestBack = 600;

export type Card = {
  /** Stays the same in later versions of the note as long as its headings do. */
  key: string;
  /** HTML, like `back`. */
  front: string;
  back: string;
};
export type NoteCards = { deck: string; tags: string[]; cards: Card[] };

type Path = { names: readonly string[]; key: string };

export function writeCards({ title, markdown, sourceUrl, pageUrl }: NoteToExport): NoteCards {
  const target = { sourceUrl, pageUrl };
  const name = title.replace(/\s+/g, ' ').trim();
  const { text, tags } = takeTags(markdown);
  // The title is not part of the key, as the content may be renamed.
  const cards = cardsOf(mindMapOf(name, markdown), { names: [], key: '' }, target);
  if (cards.length === 0 && plainLine(text) !== '') {
    const whole = field(shortenText(plainLine(text.replace(/\s+/g, ' ')), longestBack));
    cards.push({ key: '', front: field(name), back: `${whole}<br>${link(pageUrl ?? webAddress(sourceUrl), name)}` });
  }
  // A double colon would make a subdeck.
  const deck = name.replace(notXml, '').replaceAll('::', ':');
  return { deck, tags: tags.filter((tag) => tag !== favoriteTag), cards };
}

function cardsOf(node: MindMapNode, above: Path, target: LinkTarget): Card[] {
  if (node.children.length === 0) return [];
  const names = [...above.names, field(node.text)];
  const back = `<ul>${node.children.map((child) => `<li>${field(child.text)}${place(child, target)}</li>`).join('')}</ul>`;
  const front = `${above.names.map((name) => `<small>${name}</small><br>`).join('')}${names.at(-1) ?? ''}${place(node, target)}`;
  const seen = new Map<string, number>();
  const below = node.children.flatMap((child) => {
    const times = (seen.get(child.text) ?? 0) + 1;
    seen.set(child.text, times);
    return cardsOf(child, { names, key: `${above.key}\n${child.text}${times > 1 ? `\t${times}` : ''}` }, target);
  });
  return [{ key: above.key, front, back }, ...below];
}

function place(node: MindMapNode, target: LinkTarget): string {
  return node.anchor === null ? '' : ` ${link(sourceLinkOf(node.anchor, target), anchorLabelOf(node) ?? '')}`;
}

const link = (address: string | null, label: string): string =>
  address === null ? field(label) : `<a href="${escapeXml(address)}">${field(label)}</a>`;

const field = (text: string): string => escapeXml(text.replace(/\s+/g, ' '));
