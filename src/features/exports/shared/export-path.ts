import type { ExportFormat } from '#engine/export/shared/export-formats.ts';
import type { BatchFormat } from './batch-formats.ts';

/** `GET` returns a download, for the content's owner. */
export function exportPath(contentId: string, format: ExportFormat): string {
  return `/api/exports/${contentId}/${format}`;
}

/** `GET` returns a zip with a file for each content. */
export function exportBatchPath(contentIds: readonly string[], format: BatchFormat): string {
  return `/api/exports/batch/${format}?ids=${contentIds.join(',')}`;
}
