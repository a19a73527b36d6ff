/** Files made of one note. The only file of this feature that both sides import. */

/** What a note is exported as: name, MIME type and file ending of each format. */
export const exportFormats = {
  md: { mime: 'text/markdown; charset=utf-8', extension: 'md' },
  html: { mime: 'text/html; charset=utf-8', extension: 'html' },
  pdf: { mime: 'application/pdf', extension: 'pdf' },
  docx: { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extension: 'docx' },
} as const;

export type ExportFormat = keyof typeof exportFormats;

/** `GET` gives the file to the content's owner, as a download. */
export function exportPath(contentId: string, format: ExportFormat): string {
  return `/api/exports/${contentId}/${format}`;
}
