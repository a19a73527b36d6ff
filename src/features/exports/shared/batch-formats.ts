/** What many notes are exported as, one file each. `isPro`: for members. `of`: what a content must have. */
export const batchFormats = {
  md: { name: 'Markdown', extension: 'md', isPro: false, of: 'note' },
  html: { name: 'HTML', extension: 'html', isPro: false, of: 'note' },
  json: { name: 'JSON', extension: 'json', isPro: false, of: 'note' },
  srt: { name: 'SRT', extension: 'srt', isPro: false, of: 'subtitles' },
  pdf: { name: 'PDF', extension: 'pdf', isPro: true, of: 'note' },
  docx: { name: 'Word', extension: 'docx', isPro: true, of: 'note' },
  opml: { name: 'OPML', extension: 'opml', isPro: true, of: 'note' },
} as const;

export type BatchFormat = keyof typeof batchFormats;

export const batchFormatNames = Object.keys(batchFormats) as BatchFormat[];

/** So many fit into an address. */
export const mostExportedAtOnce = 100;
