import { attr, type Document, textOf, walkElements } from '../tree.ts';

export type JsonObject = { [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asList(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

export function typesOf(object: JsonObject): string[] {
  return asList(object['@type'])
    .filter((type): type is string => typeof type === 'string')
    .map((type) => type.replace(/^https?:\/\/schema\.org\//, ''));
}

/** All typed objects, outer ones first, at most a thousand. Broken scripts are skipped. */
export function readJsonLd(document: Document): JsonObject[] {
  const objects: JsonObject[] = [];
  const collect = (value: unknown, depth: number): void => {
    if (depth > 12 || objects.length >= 1000) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 500)) collect(item, depth + 1);
    } else if (isObject(value)) {
      if (value['@type'] !== undefined) objects.push(value);
      for (const inner of Object.values(value)) if (typeof inner === 'object') collect(inner, depth + 1);
    }
  };
  walkElements(document, (element) => {
    if (element.tagName !== 'script' || !/ld\+json/i.test(attr(element, 'type') ?? '')) return undefined;
    collect(parseLoosely(textOf(element)), 0);
    return undefined;
  });
  return objects;
}

/** Follows a reference `{"@id": …}` to the named object on the page, if there is one. */
export function resolved(value: unknown, objects: readonly JsonObject[]): unknown {
  if (!isObject(value) || typeof value['@id'] !== 'string' || value.name !== undefined) return value;
  return objects.find((object) => object['@id'] === value['@id'] && object.name !== undefined) ?? value;
}

function parseLoosely(text: string): unknown {
  const cleaned = text
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*(?:;\s*)?$/, '');
  for (const candidate of [
    cleaned,
    cleaned.replace(/\p{Cc}+/gu, ' '),
    cleaned.replace(/,\s*([}\]])/g, '$1').replace(/\p{Cc}+/gu, ' '),
  ]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {}
  }
  return null;
}

/** Types of a page or its content, not of its site, its maker or what stands around it. */
export const articleTypes =
  /^(?:.*Article|BlogPosting|Report|DiscussionForumPosting|SocialMediaPosting|QAPage|Question|VideoObject|Recipe|WebPage|ItemPage|Product|Review|HowTo|PodcastEpisode|Course|Event)$/;
