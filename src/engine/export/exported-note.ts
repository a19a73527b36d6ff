import type { NoteLanguage } from '#lib/languages.ts';
import { parseAnchor } from '#lib/markdown/anchors.ts';
import { type FlatBlock, flattenMarkdown } from '#lib/markdown/flatten.ts';
import type { CitedLine } from '#lib/transcripts/cited-place.ts';
import type { EmbeddedVideo } from '../sites/shared/embed.ts';
import { type LinkTarget, sourceLinkOf } from '../sites/shared/link-to-place.ts';

export type ExportedNote = {
  title: string;
  author: string | null;
  siteName: string | null;
  sourceUrl: string | null;
  publishedAt: string | null;
  language: NoteLanguage;
  blocks: FlatBlock[];
};

export type NoteToExport = Omit<ExportedNote, 'blocks'> & {
  markdown: string;
  pageUrl: string | null;
  /** The lines around each reference (`linesNear`), keyed by its href; shown in HTML. */
  lines?: Record<string, CitedLine[]>;
  /** The site's embedded player in a frame of the page; references open in it. */
  player?: { video: EmbeddedVideo; frame: string; origin: string };
};

export function toExportedNote({ markdown, pageUrl, lines: _lines, player: _player, ...head }: NoteToExport): ExportedNote {
  const target: LinkTarget = { sourceUrl: head.sourceUrl, pageUrl };
  return { ...head, blocks: flattenMarkdown(markdown, (href) => exportedLink(href, target)) };
}

/** Anchors become absolute, or plain words without an address; other links are kept only if they are web or mail addresses. Null removes the link. */
function exportedLink(href: string, target: LinkTarget): string | null {
  const anchor = parseAnchor(href);
  if (anchor) return sourceLinkOf(anchor, target);
  return /^(?:https?|mailto):/i.test(href) && URL.canParse(href) ? href : null;
}

export function factsLine(note: Pick<ExportedNote, 'author' | 'siteName' | 'publishedAt'>): string {
  return [note.author, note.siteName, note.publishedAt?.slice(0, 10)].filter((fact) => fact).join(' · ');
}
