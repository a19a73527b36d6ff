import MarkdownIt, { type Token } from 'markdown-it';
import { boundInline } from '#lib/markdown/bounded-inline.ts';
import type { Section, Segment } from '../../domain.ts';
import { collapseSpace, joinLines } from '../../text/paragraphs.ts';
import { cutByHeadings, type Headings } from '../../text/sections.ts';

export type MarkdownDocument = {
  markdown: string;
  segments: Segment[];
  sections: Section[];
  title: string | null;
  author: string | null;
  publishedAt: string | null;
  language: string | null;
};

/** Leaves out front matter; paragraphs, list items and table rows become segments. */
export function readMarkdown(source: string): MarkdownDocument {
  const text = source.replace(/\r\n?/g, '\n');
  const { body, fields } = splitFrontMatter(text);
  // Raw HTML is parsed only to be left out.
  const tokens = boundInline(new MarkdownIt({ html: true })).parse(body, {});
  const { paragraphs, headings } = readBlocks(tokens);
  const title = fields.get('title') ?? headings[0]?.title ?? null;
  const { segments, sections } = cutByHeadings(
    paragraphs.map((paragraph) => ({ text: paragraph, page: null })),
    headings,
    title,
  );
  return {
    markdown: body.trim(),
    segments,
    sections,
    title,
    author: fields.get('author') ?? null,
    publishedAt: isoDate(fields.get('date')),
    language: fields.get('lang') ?? fields.get('language') ?? null,
  };
}

function readBlocks(tokens: readonly Token[]): { paragraphs: string[]; headings: Headings } {
  const paragraphs: string[] = [];
  const headings: Headings = [];
  const code: string[] = [];
  let row: string[] | null = null;
  let level: number | null = null;
  for (const token of tokens) {
    if (token.type === 'heading_open') level = Number(token.tag.slice(1));
    else if (token.type === 'heading_close') level = null;
    else if (token.type === 'tr_open') row = [];
    else if (token.type === 'tr_close') {
      if (row && row.length > 0) paragraphs.push(row.join(' · '));
      row = null;
    } else if (token.type === 'fence' || token.type === 'code_block') code.push(token.content);
    else if (token.type === 'html_block') paragraphs.push(...textOfHtml(token.content));
    else if (token.type === 'inline') {
      const text = inlineText(token);
      if (text === '') continue;
      if (level !== null) headings.push({ title: text, level, paragraph: paragraphs.length });
      else if (row) row.push(text);
      else paragraphs.push(text);
    }
  }
  // A document of headings or code alone still has text.
  if (paragraphs.length > 0) return { paragraphs, headings };
  return headings.length > 0
    ? { paragraphs: headings.map(({ title }) => title), headings: headings.slice(0, 1) }
    : { paragraphs: code, headings };
}

function inlineText(token: Token): string {
  let lines = [''];
  for (const child of token.children ?? []) {
    if (child.type === 'text' || child.type === 'code_inline') lines.push(`${lines.pop() ?? ''}${child.content}`);
    else if (child.type === 'softbreak' || child.type === 'hardbreak') lines.push('');
  }
  lines = lines.map((line) => collapseSpace(line));
  return joinLines(lines);
}

function textOfHtml(html: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    parts.push(html.slice(at, open < 0 ? html.length : open));
    const close = open < 0 ? -1 : html.indexOf('>', open);
    if (close < 0) break;
    at = close + 1;
  }
  return parts.map((part) => collapseSpace(part)).filter((part) => part !== '');
}

function splitFrontMatter(text: string): { body: string; fields: Map<string, string> } {
  const fields = new Map<string, string>();
  if (!text.startsWith('---\n')) return { body: text, fields };
  const end = text.slice(0, 20_000).search(/\n(?:---|\.\.\.)[ \t]*(?:\n|$)/);
  if (end < 0) return { body: text, fields };
  const block = text.slice(4, end + 1);
  // A rule at the top of a text is not front matter.
  if (!/^[\w-]+[ \t]*:/m.test(block)) return { body: text, fields };
  for (const line of block.split('\n')) {
    const [, key = '', value = ''] = /^([\w-]{1,40})[ \t]*:[ \t]*(\S.*)$/.exec(line.slice(0, 1000)) ?? [];
    const plain = value.trim().replace(/^(["'])(.*)\1$/, '$2');
    if (key !== '' && plain !== '') fields.set(key.toLowerCase(), plain);
  }
  const next = text.indexOf('\n', end + 1);
  return { body: next < 0 ? '' : text.slice(next + 1), fields };
}

function isoDate(value: string | undefined): string | null {
  const day = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ]|$)/.exec(value ?? '');
  if (!day) return null;
  const iso = `${day[1]}-${day[2]}-${day[3]}`;
  return Number.isNaN(Date.parse(iso)) ? null : iso;
}
