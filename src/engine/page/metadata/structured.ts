/** Text in JSON-LD, for pages that show little of their text. */
import { countWords } from '../blocks.ts';
import { parseTree, textOf } from '../tree.ts';
import { type JsonObject, typesOf } from './json-ld.ts';

export type StructuredText = { kind: 'article' | 'product'; paragraphs: string[]; words: number };

const block = /<(?:p|br|div|li|h[1-6]|tr)\b[^<>]*>/gi;

function paragraphsOf(value: string): string[] {
  const lines = value.replace(block, '\n$&');
  const text = /<[a-z/][^<>]*>|&[a-z#]\w{0,40};/i.test(lines)
    ? parseTree(lines)
        .childNodes.map((node) => textOf(node))
        .join('')
    : lines;
  return text
    .split(/\n+/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

export function structuredText(objects: readonly JsonObject[]): StructuredText | null {
  let best: StructuredText | null = null;
  for (const object of objects) {
    const types = typesOf(object);
    const isProduct = types.some((type) => /^Product(?:Group)?$/.test(type));
    const value = types.some((type) => /Article$|BlogPosting|Posting$/.test(type))
      ? object.articleBody
      : isProduct
        ? object.description
        : undefined;
    if (typeof value !== 'string' || value.length < 80 || value.length > 2_000_000) continue;
    const paragraphs = paragraphsOf(value);
    const words = paragraphs.reduce((sum, paragraph) => sum + countWords(paragraph).words, 0);
    if (words > (best?.words ?? 20)) best = { kind: isProduct ? 'product' : 'article', paragraphs, words };
  }
  return best;
}
