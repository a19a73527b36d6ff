import { escapeUTF8 } from 'entities/escape';
import { cutText } from '#lib/text/cut-text.ts';

export type Preview = {
  title: string;
  description: string;
  /** An absolute URL. */
  url: string;
  /** An absolute URL; null without a picture. */
  image: string | null;
  /** An absolute URL. */
  feed?: string;
  type: 'website' | 'article';
};

const longestDescription = 300;

/** Title, description and picture as browsers and link previews read them. */
export function headTags({ title, description, url, image, feed, type }: Preview): string {
  const about = cutText(description.replace(/\s+/g, ' ').trim(), longestDescription);
  const tags: [kind: 'property' | 'name', name: string, content: string | null][] = [
    ['name', 'description', about],
    ['property', 'og:site_name', 'Gleaner'],
    ['property', 'og:type', type],
    ['property', 'og:title', title],
    ['property', 'og:description', about],
    ['property', 'og:url', url],
    ['property', 'og:image', image],
    ['name', 'twitter:card', image === null ? 'summary' : 'summary_large_image'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', about],
    ['name', 'twitter:image', image],
  ];
  return [
    `<title>${escapeUTF8(title)}</title>`,
    ...tags.flatMap(([kind, name, content]) =>
      content === null || content === '' ? [] : [`<meta ${kind}="${name}" content="${escapeUTF8(content)}">`],
    ),
    `<link rel="canonical" href="${escapeUTF8(url)}">`,
    ...(feed
      ? [`<link rel="alternate" type="application/atom+xml" title="${escapeUTF8(title)}" href="${escapeUTF8(feed)}">`]
      : []),
  ].join('\n');
}
