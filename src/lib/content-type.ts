export const contentTypes = ['longVideo', 'shortVideo', 'audio', 'online', 'local'] as const;
export type ContentType = (typeof contentTypes)[number];

/** A video keeps the title that its site gives it; a file, a page or a recording may be renamed. */
export const hasEditableTitle = (type: ContentType): boolean => type !== 'longVideo' && type !== 'shortVideo';

/** Uploads are `local`; links are `audio`, a video by its length, else `online`. A video of unknown length is long. */
export function contentTypeOf(
  source: { isFile: boolean; kind: string | null; durationMs: number | null },
  shortVideoMs: number,
): ContentType {
  if (source.isFile) return 'local';
  if (source.kind === 'audio') return 'audio';
  if (source.kind === 'video') return source.durationMs !== null && source.durationMs < shortVideoMs ? 'shortVideo' : 'longVideo';
  return 'online';
}
