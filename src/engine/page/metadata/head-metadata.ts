import { detectLanguage } from '../../text/language.ts';
import { parseTree } from '../tree.ts';
import { absoluteUrl, readDeclared } from './declared.ts';

export type HeadMetadata = {
  title: string | null;
  siteName: string | null;
  description: string | null;
  coverUrl: string | null;
  /** Language code such as `en`; null when in doubt. */
  language: string | null;
};

/** Reads the head alone, so that large pages cost little. Errors: `page_too_complex`. */
export function readHeadMetadata(html: string, url: string): HeadMetadata {
  const end = html.search(/<\/head\s*>|<body[\s>]/i);
  const { metas, title: ownTitle, htmlLang } = readDeclared(parseTree(end < 0 ? html.slice(0, 200_000) : html.slice(0, end)));
  const first = (...names: string[]) => {
    for (const name of names) {
      const value = metas.get(name)?.trim();
      if (value) return value.slice(0, 1000);
    }
    return null;
  };
  const title = first('og:title', 'twitter:title') ?? ownTitle;
  const description = first('og:description', 'description', 'twitter:description');
  return {
    title,
    siteName: first('og:site_name', 'application-name'),
    description,
    coverUrl: absoluteUrl(first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'), url),
    language: headLanguage(`${title ?? ''} ${description ?? ''}`, htmlLang),
  };
}

/** A text with fewer words says nothing about its language. */
const leastWords = 3;

/** A Chinese text overrules the declared language, as templates often claim English. */
function headLanguage(text: string, declared: string | null): string | null {
  const claimed = /^[a-z]{2,3}(?![a-z])/i.exec(declared ?? '')?.[0].toLowerCase() ?? null;
  const words = text.match(/\p{Script=Han}|\p{Script=Latin}{2,}/gu)?.length ?? 0;
  if (words < leastWords) return claimed;
  if (detectLanguage(text) === 'zh') return claimed === 'ja' ? claimed : 'zh';
  return claimed === null || claimed === 'zh' ? 'en' : claimed;
}
