export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

export function sniffIcon(bytes: Uint8Array): ImageType | 'ico' | null {
  if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 1 && bytes[3] === 0 && bytes.length > 22) return 'ico';
  return sniffImage(bytes);
}

/** Null for SVG and for everything else that is not a raster image. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  return /^.{4}ftypavi[fs]/s.test(start) ? 'avif' : null;
}
