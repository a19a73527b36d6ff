/** The library's five kinds of content. */
export const contentTypes = ['longVideo', 'shortVideo', 'audio', 'online', 'local'] as const;
export type ContentType = (typeof contentTypes)[number];

/**
 * Files people bring are `local`; links are what they lead to: audio, video by length, everything else `online`.
 * A video is short when it lasts less than `shortVideoMs`; one whose length nobody says is long.
 */
export function contentTypeOf(
  source: { isFile: boolean; kind: string | null; durationMs: number | null },
  shortVideoMs: number,
): ContentType {
  if (source.isFile) return 'local';
  if (source.kind === 'audio') return 'audio';
  if (source.kind === 'video') return source.durationMs !== null && source.durationMs < shortVideoMs ? 'shortVideo' : 'longVideo';
  return 'online';
}
