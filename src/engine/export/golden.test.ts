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

test.each([
  ['md', async (note: NoteToExport) => String(await writeExport({ note, format: 'md' }))],
  ['html', async (note: NoteToExport) => renderNoteWithPlaces(note)],
  [
    'typst',
    async (note: NoteToExport) =>
      String(await writeExport({ note, format: 'pdf' }))
        .split('\n')
        .slice(8)
        .join('\n'),
  ],
  [
    'chapter',
    async (note: NoteToExport) =>
      String(await writeExport({ note, format: 'chapter' }))
        .split('\n')
        .slice(5)
        .join('\n'),
  ],
  ['docx', async (note: NoteToExport) => wordsOf((await writeExport({ note, format: 'docx' })) as Uint8Array)],
  ['cards', async (note: NoteToExport) => JSON.stringify(writeCards(note), null, 1)],
])('CON-09 writes notes as %s as on record', async (name, write) => {
  const files: string[] = [];
  for (const note of notes) files.push(await write(noteOf(note)));
  await expect(`${files.join('\n=====\n')}\n`).toMatchFileSnapshot(fileOf(`export/${name}.record.txt`));
});
