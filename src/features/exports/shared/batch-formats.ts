/** Formats for many notes: a zip with a file each, or one file (`whole`). `isPro`: for members. `of`: what a content needs. */
export const batchFormats = {
  md: { name: 'Markdown', extension: 'md', isPro: false, of: 'note', whole: false },
  html: { name: 'HTML', extension: 'html', isPro: false, of: 'note', whole: false },
  json: { name: 'JSON', extension: 'json', isPro: false, of: 'note', whole: false },
  srt: { name: 'SRT', extension: 'srt', isPro: false, of: 'subtitles', whole: false },
  pdf: { name: 'PDF', extension: 'pdf', isPro: true, of: 'note', whole: false },
  docx: { name: 'Word', extension: 'docx', isPro: true, of: 'note', whole: false },
  opml: { name: 'OPML', extension: 'opml', isPro: true, of: 'note', whole: false },
  epub: { name: 'EPUB', extension: 'epub', isPro: true, of: 'note', whole: true },
  anki: { name: 'Anki', extension: 'apkg', isPro: true, of: 'note', whole: true },
} as const;

export type BatchFormat = keyof typeof batchFormats;

export const batchExtension = (format: BatchFormat): string =>
  batchFormats[format].whole ? batchFormats[format].extension : 'zip';

export const batchFormatNames = Object.keys(batchFormats) as BatchFormat[];

/** Written one after the other while they are sent. A PDF takes a process of its own. */
export const mostExportedAtOnce = (format: BatchFormat): number => (format === 'pdf' ? 500 : 10_000);
