import type { NoteToExport } from './exported-note.ts';
import { toExportedNote } from './exported-note.ts';

/** HTML, Word, or the source of the PDF. Errors: `export_failed`. */
export async function writeExport({
  note,
  format,
}: {
  note: NoteToExport;
  format: 'html' | 'docx' | 'typst';
}): Promise<string | Uint8Array> {
  switch (format) {
    case 'html':
      return (await import('./write-html.ts')).writeHtml(note);
    case 'docx':
      return await (await import('./write-docx.ts')).writeDocx(toExportedNote(note));
    case 'typst':
      return (await import('./write-typst.ts')).writeTypst(toExportedNote(note));
  }
}
