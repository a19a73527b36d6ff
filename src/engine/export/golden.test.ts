/**
 * The notes of `tests/golden/lib/notes.txt` as files of each kind. `vitest run --project unit src/engine/export/golden.test.ts -u`
 * writes a new record, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { NoteToExport } from './exported-note.ts';
import { renderNoteWithPlaces } from './note-with-cited-sentences.ts';
import { writeCards } from './write-cards.ts';
import { writeExport } from './write-export.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/${name}`, import.meta.url));
const notes = readFileSync(fileOf('lib/notes.txt'), 'utf8').split('\n=====\n');

const noteOf = (markdown: string): NoteToExport => ({
  title: 'A *barn* & https://a.example',
  author: null,
  siteName: 'Mills',
  sourceUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
  publishedAt: '2026-11-20T08:00:00.000Z',
  language: 'en',
  pageUrl: 'https://notes.example/content/1',
  markdown,
});

/** The body of a Word file, a paragraph in a line, with the properties that its marks and its place need. */
function wordsOf(docx: Uint8Array): string {
  const body = strFromU8(unzipSync(docx)['word/document.xml'] ?? new Uint8Array()).replace(
    /^[\s\S]*<w:body>|<w:sectPr>[\s\S]*$/g,
    '',
  );
  return body
    .replace(/<w:rFonts [^>]*>|<w:rStyle [^>]*>|<w:color [^>]*>| xml:space="preserve"|<\/?w:r>|r:id="[^"]*"/g, '')
    .replaceAll('</w:p>', '</w:p>\n');
}

/** Nothing is known but the title, and nothing can be opened. */
const bare = { siteName: null, sourceUrl: null, publishedAt: null, language: 'zh', pageUrl: null, title: ' A\n barn ' } as const;

const said = (id: number, startMs: number | null, text: string) => ({ id, startMs, endMs: startMs && startMs + 900, text });
const lines = {
  '#t=5': [said(0, 4000, 'Before <it>.'), said(1, 5000, 'The barn & the mill stand.'), said(2, 6000, 'After it.')],
  '#t=12.5': [said(3, 12_000, 'Nobody knows.')],
  '#p123': [said(122, null, 'Before.'), { ...said(123, null, 'A point. Another sentence.'), page: 7, speaker: 'Ada' }],
};
const player = { video: { player: 'youtube', id: 'abcdefghijk' }, frame: 'a"b', origin: 'https://o.example' } as const;

const withoutStyle = (html: string) => html.replace(/<style>[\s\S]*?<\/style>/g, '');
const pageOf = async (note: NoteToExport) => withoutStyle(String(await writeExport({ note, format: 'html' })));
const typstOf = async (note: NoteToExport) =>
  String(await writeExport({ note, format: 'pdf' }))
    .split('\n')
    .slice(8)
    .join('\n');
const chapterOf = async (note: NoteToExport) => String(await writeExport({ note, format: 'chapter' }));

test.each<[name: string, write: (note: NoteToExport) => Promise<string>, more?: Partial<NoteToExport>]>([
  ['md', async (note) => String(await writeExport({ note, format: 'md' }))],
  ['md-bare', async (note) => String(await writeExport({ note, format: 'md' })), bare],
  ['html', pageOf],
  ['html-bare', pageOf, bare],
  ['html-cited', async (note) => renderNoteWithPlaces(note), { lines }],
  ['html-cited-bare', async (note) => renderNoteWithPlaces(note), { ...bare, lines }],
  ['html-played', async (note) => renderNoteWithPlaces(note), { lines, player, sourceUrl: 'http://a.example/b' }],
  ['typst', typstOf],
  ['typst-bare', typstOf, bare],
  ['chapter', chapterOf, { sourceUrl: 'http://a.example/b?c=d&e' }],
  ['docx', async (note) => wordsOf((await writeExport({ note, format: 'docx' })) as Uint8Array)],
  ['cards', async (note) => JSON.stringify(writeCards(note), null, 1)],
  ['cards-bare', async (note) => JSON.stringify(writeCards(note), null, 1), bare],
])('CON-09 writes notes as %s as on record', async (name, write, more = {}) => {
  const files: string[] = [];
  // What has no address is the same in most notes: one of each kind is enough.
  const shown = name.includes('-') ? [...notes.slice(0, 2), ...notes.slice(-1)] : notes;
  for (const note of shown) files.push(await write({ ...noteOf(note), ...more }));
  await expect(`${files.join('\n=====\n')}\n`).toMatchFileSnapshot(fileOf(`export/${name}.record.txt`));
});
