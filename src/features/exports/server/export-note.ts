/** One note as one file, or as its part of one. */
import type { NoteToExport } from '#engine/export/exported-note.ts';
import type { ExportFormat } from '#engine/export/shared/export-formats.ts';
import type { NotePart } from '#engine/export/write-export.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { citedLines, segmentsOf } from '#features/transcripts/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';

/** `origin`: of this server, for links back. Errors: `note_missing`, `export_failed`. */
export async function exportNote(
  services: Services,
  content: OwnedContent,
  format: ExportFormat | NotePart,
  { origin, signal, urgent }: { origin: string; signal: AbortSignal; urgent: boolean },
): Promise<string | Uint8Array> {
  if (content.note === null) throw new AppError('note_missing');
  const note: NoteToExport = {
    title: content.title,
    author: content.author,
    siteName: content.siteName,
    sourceUrl: content.sourceUrl,
    publishedAt: content.publishedAt,
    language: content.noteLanguage,
    markdown: content.note,
    ...(format === 'html' ? { lines: citedLines(content.note, await segmentsOf(services.db, content)) } : {}),
    pageUrl: `${origin}/content/${content.id}`,
  };
  const written = await services.compute('writeExport', { note, format }, { signal, urgent });
  return format === 'pdf' ? services.writePdf(String(written), signal) : written;
}
