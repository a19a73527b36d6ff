import { escapeUTF8 } from 'entities/escape';
import { languages, type NoteLanguage } from '#lib/languages.ts';
import { escapeMarkdownText } from '#lib/markdown/escape-text.ts';
import { formatClock } from '#lib/time.ts';
import { type LinkTarget, sourceLinkOf } from '../sites/shared/link-to-place.ts';
import { typstDocument, typstText } from './write-typst.ts';

export type IllustratedChapter = {
  title: string | null;
  startMs: number;
  /** `name` is a file beside the article. */
  picture: { name: string; atMs: number } | null;
  paragraphs: readonly { startMs: number; speaker: string | null; text: string }[];
};

export type IllustratedArticle = {
  title: string;
  language: NoteLanguage;
  sourceUrl: string | null;
  pageUrl: string | null;
  chapters: readonly IllustratedChapter[];
};

/** `pictureUrl` gives the address of a picture; null: the file's reader cannot open it, so the text has its moment only. */
export function illustratedMarkdown(article: IllustratedArticle, pictureUrl: (name: string) => string | null): string {
  const target = targetOf(article);
  const blocks = [`# ${escapeMarkdownText(article.title)}`];
  for (const { title, picture, paragraphs } of article.chapters) {
    if (title !== null) blocks.push(`## ${escapeMarkdownText(title)}`);
    if (picture) {
      const address = pictureUrl(picture.name);
      blocks.push(address === null ? markdownTime(picture.atMs, target) : `![${formatClock(picture.atMs)}](${address})`);
    }
    for (const { startMs, said } of spoken(paragraphs))
      blocks.push(`${escapeMarkdownText(said)} ${markdownTime(startMs, target)}`);
  }
  return `${blocks.join('\n\n')}\n`;
}

const style = `:root{color-scheme:light dark}body{max-width:44rem;margin:3rem auto;padding:0 1.25rem;font:1.0625rem/1.75 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.3}h2{margin-top:2.2em;font-size:1.25rem}figure{margin:1.2em 0}img{max-width:100%;height:auto;border-radius:4px}figcaption,.time{font-size:.85em;color:#767676}a{color:inherit;text-decoration-color:#8888}`;

/** `pictures`: JPEGs by name, which are embedded, so that the page loads nothing. */
export function illustratedHtml(article: IllustratedArticle, pictures: ReadonlyMap<string, Uint8Array>): string {
  const target = targetOf(article);
  const blocks: string[] = [];
  for (const { title, picture, paragraphs } of article.chapters) {
    if (title !== null) blocks.push(`<h2>${escapeUTF8(title)}</h2>`);
    const bytes = picture && pictures.get(picture.name);
    if (picture && bytes) {
      const time = formatClock(picture.atMs);
      const data = Buffer.from(bytes).toString('base64');
      blocks.push(`<figure><img src="data:image/jpeg;base64,${data}" alt="${time}"><figcaption>${time}</figcaption></figure>`);
    }
    for (const { startMs, said } of spoken(paragraphs)) blocks.push(`<p>${escapeUTF8(said)} ${htmlTime(startMs, target)}</p>`);
  }
  return `<!doctype html>
<html lang="${languages[article.language].locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escapeUTF8(article.title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeUTF8(article.title)}</h1>
${blocks.join('\n')}
</body>
</html>
`;
}

/** Refers to the pictures by their `name`. */
export function illustratedTypst(article: IllustratedArticle): string {
  const target = targetOf(article);
  const body: string[] = [];
  for (const { title, picture, paragraphs } of article.chapters) {
    if (title !== null) body.push(`heading(level: 1, ${typstText({ text: title })})`);
    if (picture)
      body.push(`figure(image("${picture.name}", width: 100%), caption: ${typstText({ text: formatClock(picture.atMs) })})`);
    for (const { startMs, said } of spoken(paragraphs)) {
      const href = linkTo(startMs, target);
      const time = typstText({ text: formatClock(startMs), ...(href === null ? {} : { href }) });
      body.push(`par({ ${typstText({ text: `${said} ` })}; ${time} })`);
    }
  }
  return typstDocument({ title: article.title, author: null, language: article.language }, body);
}

function targetOf({ sourceUrl, pageUrl }: IllustratedArticle): LinkTarget {
  return { sourceUrl, pageUrl };
}

function linkTo(ms: number, target: LinkTarget): string | null {
  return sourceLinkOf({ kind: 'time', ms }, target);
}

function markdownTime(ms: number, target: LinkTarget): string {
  const address = linkTo(ms, target);
  return `[${formatClock(ms)}]${address === null ? '' : `(${address})`}`;
}

function htmlTime(ms: number, target: LinkTarget): string {
  const address = linkTo(ms, target);
  if (address === null) return `<span class="time">${formatClock(ms)}</span>`;
  return `<a class="time" href="${escapeUTF8(address)}" rel="noopener noreferrer nofollow">${formatClock(ms)}</a>`;
}

function spoken(paragraphs: IllustratedChapter['paragraphs']): { startMs: number; said: string }[] {
  let last: string | null = null;
  return paragraphs.map(({ startMs, speaker, text }) => {
    const named = speaker !== null && speaker !== last ? `${speaker}: ${text}` : text;
    last = speaker;
    return { startMs, said: named };
  });
}
