/** Pictures of an article come through this server, one by one and only those of the article: no open image proxy. */
import { createHash } from 'node:crypto';

/** No part of it can begin inside itself: the time it takes grows with the length of the text alone. */
const IMAGE =
  /!\[((?:\\.|[^[\]\\\n]){0,1000})\]\(\s*<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]*")?\s*\)/g;

/** Addresses of the pictures in an article, in order, each once. An image's number in a path is its place here. */
export function imageAddresses(markdown: string): string[] {
  const found = new Set<string>();
  for (const match of markdown.matchAll(IMAGE)) if (match[2]) found.add(match[2]);
  return [...found];
}

/** The article with every picture at a path of this server. */
export function withImagePaths(markdown: string, contentId: string): string {
  const places = new Map(imageAddresses(markdown).map((address, place) => [address, place]));
  return markdown.replace(
    IMAGE,
    (_whole, alt: string, address: string) => `![${alt}](/api/contents/${contentId}/images/${places.get(address)})`,
  );
}

const imageTypes = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;

/** Where a picture of a source is kept once it was fetched, for each type it may turn out to be. */
export function imageKeysOf(sourceId: string, address: string): string[] {
  const name = createHash('sha256').update(address).digest('hex');
  return imageTypes.map((type) => `images/${sourceId}/${name}.${type}`);
}
