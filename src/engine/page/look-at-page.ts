import { looksLikeFeed } from '../feeds/parse-feed.ts';
import { decodeText } from '../text/charset.ts';
import { type HeadMetadata, readHeadMetadata } from './metadata/head-metadata.ts';

/** Reads the first bytes of a page. Texts have at most 1,000 characters. Errors: `page_too_complex`. */
export function lookAtPage(page: { bytes: Uint8Array; contentType: string; url: string }): HeadMetadata & { isFeed: boolean } {
  const { text } = decodeText(page.bytes, { contentType: page.contentType, declared: 'html' });
  return { ...readHeadMetadata(text, page.url), isFeed: looksLikeFeed(page.bytes) };
}
