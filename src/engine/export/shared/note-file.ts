import { withoutBareLinks } from '#lib/markdown/bare-addresses.ts';
import type { LinkTarget } from '../../sites/shared/link-to-place.ts';
import { withAbsoluteAnchors } from './absolute-anchors.ts';

export type NoteFile = LinkTarget & {
  title: string;
  author: string | null;
  siteName: string | null;
  publishedAt: string | null;
  markdown: string;
};

export function noteFileMarkdown(note: NoteFile): string {
  const head = {
    title: note.title,
    source: note.sourceUrl,
    author: note.author,
    site: note.siteName,
    published: note.publishedAt,
  };
  const lines = Object.entries(head).flatMap(([name, value]) => (value ? [`${name}: ${JSON.stringify(oneLine(value))}`] : []));
  return `---\n${lines.join('\n')}\n---\n\n# ${plainTitle(note.title)}\n\n${noteFileBody(note)}`;
}

export function noteFileBody(note: LinkTarget & { markdown: string }): string {
  return withAbsoluteAnchors(note.markdown, note);
}

export type CommentedLink = {
  title: string | null;
  url: string | null;
  comment: string;
};

export function linkMarkdown({ title, url, comment }: CommentedLink): string {
  const name = plainTitle(title ?? '');
  const parts = [name && `# ${name}`, url === null ? '' : `<${url}>`, comment.trim()];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function plainTitle(title: string): string {
  return withoutBareLinks(oneLine(title).replace(/([\\[\]<>`*_])/g, '\\$1'));
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
