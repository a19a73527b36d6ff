/** https://www.jsonfeed.org/version/1.1/, also version 1.0. */

import type { Feed, FeedItem } from './feed.ts';
import { feedDate } from './feed-date.ts';
import { type Person, paragraphsOf, readPerson, squeeze } from './fields.ts';
import { bestOffer } from './media-offer.ts';

const maxItems = 20_000;
const version = /^\s*\{[\s\S]{0,3000}"version"\s{0,9}:\s{0,9}"https?:(?:\\?\/){2}(?:www\.)?jsonfeed\.org(?:\\?\/)version/i;

export const looksLikeJsonFeed = (head: string): boolean => version.test(head);

/** Null if it is not a JSON feed; fields of a wrong type are left out. */
export function parseJsonFeed(source: string): Feed | null {
  if (!looksLikeJsonFeed(source.slice(0, 4096))) return null;
  const root = recordOf(jsonOf(source));
  if (!root) return null;
  const author = authorOf(root);
  return {
    title: lineOf(root.title),
    link: lineOf(root.home_page_url),
    id: lineOf(root.feed_url),
    author,
    language: lineOf(root.language),
    image: lineOf(root.icon) ?? lineOf(root.favicon),
    movedTo: null,
    items: recordsOf(root.items)
      .slice(0, maxItems)
      .map((item) => itemOf(item, author)),
  };
}

function itemOf(item: Record<string, unknown>, inherited: Person | null): FeedItem {
  const media = recordsOf(item.attachments).flatMap((attachment) => {
    const url = lineOf(attachment.url);
    return url ? [{ url, type: lineOf(attachment.mime_type), duration: attachment.duration_in_seconds }] : [];
  });
  const chosen = bestOffer(media);
  const text = textOf(item.content_text) ?? textOf(item.summary);
  return {
    title: lineOf(item.title),
    link: lineOf(item.url) ?? lineOf(item.external_url),
    date: feedDate(textOf(item.date_published) ?? '') ?? feedDate(textOf(item.date_modified) ?? ''),
    enclosure: chosen ? { url: chosen.url, type: chosen.type } : null,
    id: typeof item.id === 'number' ? String(item.id) : lineOf(item.id),
    author: authorOf(item) ?? inherited,
    duration: typeof chosen?.duration === 'number' ? String(chosen.duration) : null,
    description: textOf(item.content_html) ?? (text ? paragraphsOf(text) : null),
    image: lineOf(item.image) ?? lineOf(item.banner_image),
    transcripts: [],
    chaptersUrl: null,
    chapters: [],
  };
}

/** Version 1.0 has one author, 1.1 several. */
function authorOf(value: Record<string, unknown>): Person | null {
  const people = [...recordsOf(value.authors), ...recordsOf([value.author])];
  return people.map(({ name }) => readPerson(textOf(name) ?? '')).find((person) => person !== null) ?? null;
}

function jsonOf(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return null;
  }
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

function recordsOf(value: unknown): Record<string, unknown>[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.map(recordOf).filter((entry) => entry !== null);
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
const lineOf = (value: unknown): string | null => squeeze(textOf(value) ?? '') || null;
