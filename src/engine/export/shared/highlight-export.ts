import { parseAnchor } from '#lib/markdown/anchors.ts';
import { withoutBareLinks } from '#lib/markdown/bare-addresses.ts';
import { pageUrlElsewhere } from '#lib/own-page-address.ts';
import { formatClock } from '#lib/time.ts';
import { webAddress } from '#lib/urls.ts';
import { sourceLinkOf } from '../../sites/shared/link-to-place.ts';

export type ExportedHighlight = {
  text: string;
  comment: string;
  colour: string;
  scope: string;
  sectionId: string | null;
  createdAt: string;
  contentId: string;
  contentTitle: string;
  sourceUrl: string | null;
};

export function highlightLink(
  highlight: Pick<ExportedHighlight, 'sectionId' | 'sourceUrl' | 'contentId'>,
  origin: string,
): string | null {
  const pageUrl = pageUrlElsewhere(origin, highlight.contentId);
  const anchor = highlight.sectionId === null ? null : parseAnchor(highlight.sectionId);
  if (anchor) return sourceLinkOf(anchor, { sourceUrl: highlight.sourceUrl, pageUrl });
  return pageUrl === null ? webAddress(highlight.sourceUrl) : `${pageUrl}?tab=highlights`;
}

/** Highlights and comments must not become markup. */
function plain(text: string): string {
  const escaped = text
    .replace(/[\\`*_[\]<>#|~&!$]/g, '\\$&')
    .replace(/^(\s*)([-+=])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2');
  return withoutBareLinks(escaped);
}

const lines = (text: string) => text.split(/\r\n|[\r\n\u2028\u2029]/).filter((line) => line.trim() !== '');

export function highlightsAsMarkdown(highlights: readonly ExportedHighlight[], origin: string): string {
  const groups = new Map<string, ExportedHighlight[]>();
  for (const highlight of highlights) {
    const group = groups.get(highlight.contentId);
    if (group) group.push(highlight);
    else groups.set(highlight.contentId, [highlight]);
  }
  return [...groups.values()].map((group) => groupAsMarkdown(group, origin)).join('\n');
}

function groupAsMarkdown(group: readonly ExportedHighlight[], origin: string): string {
  const [first] = group;
  if (!first) return '';
  const title = plain(first.contentTitle.replace(/\s+/gu, ' ').trim()) || first.contentId;
  const address = pageUrlElsewhere(origin, first.contentId) ?? webAddress(first.sourceUrl);
  const parts = [address === null ? `## ${title}\n` : `## [${title}](<${linkAddress(address)}>)\n`];
  for (const highlight of group) {
    const anchor = highlight.sectionId === null ? null : parseAnchor(highlight.sectionId);
    const name = anchor === null ? '↗' : anchor.kind === 'time' ? formatClock(anchor.ms) : `¶${anchor.id + 1}`;
    const quoted = lines(highlight.text).map((line) => `> ${plain(line.trim())}`);
    const to = highlightLink(highlight, origin);
    // Without an address a time is still worth its place, an arrow is not.
    const place = to !== null ? ` [${name}](<${linkAddress(to)}>)` : anchor === null ? '' : ` [${name}]`;
    parts.push(`${quoted.join('\n>\n')}${place}\n`);
    const comment = lines(highlight.comment).map((line) => plain(line.trim()));
    if (comment.length > 0) parts.push(`${comment.join('\n\n')}\n`);
  }
  return parts.join('\n');
}

/** For a link between `<` and `>`. Addresses are encoded already: encoding them again would change them. */
function linkAddress(address: string): string {
  return address.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('\\', '%5C');
}

const columns = ['highlight_text', 'comment', 'colour', 'scope', 'content_title', 'source_url', 'link', 'created_at'] as const;

/** RFC 4180 with a byte order mark for spreadsheets. No cell is a formula. */
export function highlightsAsCsv(highlights: readonly ExportedHighlight[], origin: string): string {
  const rows = highlights.map((highlight) => [
    highlight.text,
    highlight.comment,
    highlight.colour,
    highlight.scope,
    highlight.contentTitle,
    highlight.sourceUrl ?? '',
    highlightLink(highlight, origin) ?? '',
    highlight.createdAt,
  ]);
  return `\ufeff${[columns, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** Spreadsheets also calculate formulas behind white space and with full-width signs. */
export function csvCell(value: string): string {
  const guarded = /^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@|%＝＋－＠﹢﹣−]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return `"${guarded.replaceAll('"', '""')}"`;
}
