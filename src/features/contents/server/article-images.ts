/** Serves one image at a time, and only the article's, so that it is no open image proxy. */

import { createHash } from 'node:crypto';
import type { ImageType } from '#lib/image-type.ts';

/** No part of the pattern can start inside itself, so matching takes linear time. */
const IMAGE =
  /!\[((?:\\.|[^[\]\\\n]){0,1000})\]\(\s*<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]*")?\s*\)/g;

/** In order, each once. The index is the image's number in its path. */
export function imageAddresses(markdown: string): string[] {
  const found = new Set<string>();
  for (const match of markdown.matchAll(IMAGE)) if (match[2]) found.add(match[2]);
  return [...found];
}

export function withImagePaths(markdown: string, contentId: string): string {
  const places = new Map(imageAddresses(markdown).map((address, place) => [address, place]));
  return markdown.replace(
    IMAGE,
    (_whole, alt: string, address: string) => `![${alt}](/api/contents/${contentId}/images/${places.get(address)})`,
  );
}

const imageTypes = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;

export function imageKeysOf(sourceId: string, address: string): string[] {
  return imageTypes.map((type) => imageKeyOf(sourceId, address, type));
}

export function imageKeyOf(sourceId: string, address: string, type: ImageType): string {
  return `images/${sourceId}/${createHash('sha256').update(address).digest('hex')}.${type}`;
}
