import type { NoteToExport } from './exported-note.ts';
import { toExportedNote } from './exported-note.ts';
import type { ExportFormat } from './shared/export-formats.ts';
import { noteFileMarkdown } from './shared/note-file.ts';

type Writer = (note: NoteToExport) => Promise<string | Uint8Array>;

/** Part of a file that holds many notes. */
export type NotePart = 'chapter';

const writers: Record<ExportFormat | NotePart, Writer> = {
  md: async (note) => noteFileMarkdown(note),
  html: async (note) => (await import('./write-html.ts')).writeHtml(note),
  /** Typst source, from which the server makes the PDF. */
  pdf: async (note) => (await import('./write-typst.ts')).writeTypst(toExportedNote(note)),
  docx: async (note) => (await import('./write-docx.ts')).writeDocx(toExportedNote(note)),
  chapter: async (note) => (await import('./write-chapter.ts')).writeChapter(note),
};

/** Runs as a computation (`computations.ts`), in which every failure becomes `export_failed`. */
export function writeExport({
  note,
  format,
}: {
  note: NoteToExport;
  format: ExportFormat | NotePart;
}): Promise<string | Uint8Array> {
  return writers[format](note);
}
