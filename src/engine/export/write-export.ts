import type { NoteToExport } from './exported-note.ts';
import { toExportedNote } from './exported-note.ts';
import type { ExportFormat } from './shared/export-formats.ts';
import { noteFileMarkdown } from './shared/note-file.ts';

type Writer = (note: NoteToExport) => Promise<string | Uint8Array>;

const writers: Record<ExportFormat, Writer> = {
  md: async (note) => noteFileMarkdown(note),
  html: async (note) => (await import('./write-html.ts')).writeHtml(note),
  /** Its Typst source. */
  pdf: async (note) => (await import('./write-typst.ts')).writeTypst(toExportedNote(note)),
  docx: async (note) => (await import('./write-docx.ts')).writeDocx(toExportedNote(note)),
};

/** Errors: `export_failed`. */
export function writeExport({ note, format }: { note: NoteToExport; format: ExportFormat }): Promise<string | Uint8Array> {
  return writers[format](note);
}
