/** The library's five kinds of content. */
export type ContentType = 'longVideo' | 'shortVideo' | 'audio' | 'online' | 'local';

/** A video shorter than this is a short one: ten minutes, in milliseconds. */
const SHORT_VIDEO_MS = 10 * 60_000;

/** Files people bring are `local`; links are what they lead to: audio, video by length, everything else `online`. */
export function contentTypeOf(source: { isFile: boolean; kind: string | null; durationMs: number | null }): ContentType {
  if (source.isFile) return 'local';
  if (source.kind === 'audio') return 'audio';
  if (source.kind === 'video')
    return source.durationMs !== null && source.durationMs < SHORT_VIDEO_MS ? 'shortVideo' : 'longVideo';
  return 'online';
}
