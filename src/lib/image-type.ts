export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** The raster image type that the first bytes say, whatever a name or header claims; null for anything else, SVG included. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  return /^.{4}ftypavi[fs]/s.test(start) ? 'avif' : null;
}
