/** A new format is a line here and its writer in `write-export.ts`. `name` is the same in every language. */
export const exportFormats = {
  md: { name: 'Markdown', mime: 'text/markdown; charset=utf-8', extension: 'md' },
  html: { name: 'HTML', mime: 'text/html; charset=utf-8', extension: 'html' },
  pdf: { name: 'PDF', mime: 'application/pdf', extension: 'pdf' },
  docx: {
    name: 'Word',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
  },
} as const;

export type ExportFormat = keyof typeof exportFormats;
