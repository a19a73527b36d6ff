import { parseTree } from '../tree.ts';
import { absoluteUrl, readDeclared } from './declared.ts';

export type HeadMetadata = { title: string | null; siteName: string | null; description: string | null; coverUrl: string | null };

/** Reads the head alone, so that large pages cost little. Errors: `page_too_complex`. */
export function readHeadMetadata(html: string, url: string): HeadMetadata {
  const end = html.search(/<\/head\s*>|<body[\s>]/i);
  const { metas, title } = readDeclared(parseTree(end < 0 ? html.slice(0, 200_000) : html.slice(0, end)));
  const first = (...names: string[]) => {
    for (const name of names) {
      const value = metas.get(name)?.trim();
      if (value) return value.slice(0, 1000);
    }
    return null;
  };
  return {
    title: first('og:title', 'twitter:title') ?? title,
    siteName: first('og:site_name', 'application-name'),
    description: first('og:description', 'description', 'twitter:description'),
    coverUrl: absoluteUrl(first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'), url),
  };
}
