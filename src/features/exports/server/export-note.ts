import type { NoteToExport } from '#engine/export/exported-note.ts';
import type { ExportFormat } from '#engine/export/shared/export-formats.ts';
import type { NoteCards } from '#engine/export/write-cards.ts';
import type { NotePart } from '#engine/export/write-export.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { citedLines, segmentsOf } from '#features/transcripts/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { pageUrlElsewhere } from '#lib/own-page-address.ts';

type How = { origin: string; signal: AbortSignal; urgent: boolean };

/** `origin`: this server's, for links back when others can open it. Errors: `note_missing`, `export_failed`. */
export async function exportNote(
  services: Services,
  content: OwnedContent,
  format: ExportFormat | NotePart,
  { origin, signal, urgent }: How,
): Promise<string | Uint8Array> {
  const note: NoteToExport = {
    ...toExport(content, origin),
    ...(format === 'html' ? { lines: citedLines(content.note ?? '', await segmentsOf(services.db, content)) } : {}),
  };
  const written = await services.compute('writeExport', { note, format }, { signal, urgent });
  return format === 'pdf' ? services.writePdf(String(written), signal) : written;
}

/** Errors: `note_missing`, `export_failed`. */
export function cardsOfNote(services: Services, content: OwnedContent, { origin, signal, urgent }: How): Promise<NoteCards> {
  return services.compute('writeCards', toExport(content, origin), { signal, urgent });
}

function toExport(content: OwnedContent, origin: string): NoteToExport {
  const { id, title, author, siteName, sourceUrl, publishedAt, noteLanguage: language, note: markdown } = content;
  if (markdown === null) throw new AppError('note_missing');
  const pageUrl = pageUrlElsewhere(origin, id);
  return { title, author, siteName, sourceUrl, publishedAt, language, markdown, pageUrl };
}
