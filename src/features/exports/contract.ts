import type { ExportFormat } from '#engine/export/shared/export-formats.ts';

/** `GET` returns a download, for the content's owner. */
export function exportPath(contentId: string, format: ExportFormat): string {
  return `/api/exports/${contentId}/${format}`;
}
