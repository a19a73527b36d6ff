import { parseHttpUrl } from '#lib/urls.ts';
import { attr, parseTree, walkElements } from '../page/tree.ts';
import { decodeText } from '../text/charset.ts';

const feedTypes = /^application\/(?:(?:rss|atom|rdf)\+xml|feed\+json)$|^(?:application|text)\/xml$/i;
/** A feed of a page's comments is not the feed of its site. */
const comments = /comment|评论|回复/i;
const mostFeeds = 3;

/** Addresses of the feeds that a page names in its head, the best first. Errors: `page_too_complex`. */
export function findFeeds(page: { bytes: Uint8Array; contentType: string | null; url: string }): string[] {
  const document = parseTree(decodeText(page.bytes, { contentType: page.contentType, sniff: 'html' }).text);
  const found: { href: string; title: string }[] = [];
  let base = page.url;
  walkElements(document, (element) => {
    const href = attr(element, 'href');
    if (element.tagName === 'base' && href !== null && URL.canParse(href, page.url)) base = new URL(href, page.url).href;
    if (element.tagName !== 'link' || href === null) return undefined;
    const rel = (attr(element, 'rel') ?? '').toLowerCase().split(/\s+/);
    const isFeed = rel.includes('feed') || (rel.includes('alternate') && feedTypes.test((attr(element, 'type') ?? '').trim()));
    if (isFeed) found.push({ href, title: attr(element, 'title') ?? '' });
    return undefined;
  });
  const addresses = found
    .sort((a, b) => Number(isOfComments(a)) - Number(isOfComments(b)))
    .flatMap(({ href }) => (URL.canParse(href, base) ? (parseHttpUrl(new URL(href, base).href)?.href ?? []) : []));
  return [...new Set(addresses)].slice(0, mostFeeds);
}

function isOfComments({ href, title }: { href: string; title: string }): boolean {
  return comments.test(title) || comments.test(href);
}
