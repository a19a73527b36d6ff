import type { ExportFormat } from '#engine/export/shared/export-formats.ts';
import type { BatchFormat } from './batch-formats.ts';

/** `GET` returns a download to the content's owner. */
export function exportPath(contentId: string, format: ExportFormat): string {
  return `/api/exports/${contentId}/${format}`;
}

/** `POST` of `{ contentIds }`, JSON or a form, returns a zip with a file for each content, or the one file of a `whole` format. */
export function exportBatchPath(format: BatchFormat): string {
  return `/api/exports/batch/${format}`;
}
