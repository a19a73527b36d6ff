import { escapeUTF8 } from 'entities/escape';
import { languages } from '#lib/languages.ts';
import { factsLine, type NoteToExport } from './exported-note.ts';
import { notePlacesStyle, renderNoteWithPlaces } from './note-with-cited-sentences.ts';

const style = `:root{color-scheme:light dark}body{max-width:44rem;margin:3rem auto;padding:0 1.25rem;font:1.0625rem/1.75 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.3}h2{margin-top:2.2em;font-size:1.25rem}blockquote{margin:0;padding:.1rem 1rem;border-left:3px solid #8884}
a{color:inherit;text-decoration-color:#8888}.facts{color:#767676}li{margin:.35em 0}code,pre{font-family:ui-monospace,monospace}pre{overflow:auto}table{border-collapse:collapse}td,th{border:1px solid #8886;padding:.3em .6em}`;

export function writeHtml(note: NoteToExport): string {
  const facts = [factsLine(note)].filter((line) => line !== '').map(escapeUTF8);
  const source = note.sourceUrl && /^https?:/i.test(note.sourceUrl) ? escapeUTF8(note.sourceUrl) : null;
  if (source) facts.push(`<a href="${source}" rel="noopener noreferrer nofollow">${source}</a>`);
  return `<!doctype html>
<html lang="${languages[note.language].locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeUTF8(note.title)}</title>
<style>${style}${notePlacesStyle}</style>
</head>
<body>
<h1>${escapeUTF8(note.title)}</h1>
<p class="facts">${facts.join('<br>')}</p>
${renderNoteWithPlaces(note)}
</body>
</html>
`;
}
