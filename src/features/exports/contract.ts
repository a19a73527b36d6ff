/** Files made of one note. */
import type { ExportFormat } from '#engine/export/shared/export-formats.ts';

/** `GET` gives the file to the content's owner, as a download. */
export function exportPath(contentId: string, format: ExportFormat): string {
  return `/api/exports/${contentId}/${format}`;
}
