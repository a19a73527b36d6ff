/** What a note is exported as. A new format is a line here and its writer in `write-export.ts`. */
export const exportFormats = {
  md: { mime: 'text/markdown; charset=utf-8', extension: 'md' },
  html: { mime: 'text/html; charset=utf-8', extension: 'html' },
  pdf: { mime: 'application/pdf', extension: 'pdf' },
  docx: { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extension: 'docx' },
} as const;

export type ExportFormat = keyof typeof exportFormats;
