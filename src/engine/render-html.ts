/** The allow-list is applied last, to the HTML that is shown. */
import sanitizeHtml from 'sanitize-html';
import { isOwnMark } from '#lib/markdown/anchors.ts';
import { renderMarkdown } from '#lib/markdown/parser.ts';

const textTags =
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code strong b em i s del sub sup table thead tbody tr th td a'.split(' ');
const articleTags = [
  ...textTags,
  'img',
  'figure',
  'figcaption',
  'dl',
  'dt',
  'dd',
  'kbd',
  'mark',
  'u',
  'span',
  'div',
  'section',
  'article',
  'tfoot',
  'caption',
];

function safeHref(href: string | undefined): string | null {
  if (!href) return null;
  if (isOwnMark(href)) return href;
  try {
    const url = new URL(href);
    return /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

function safeLink(_tag: string, attributes: Record<string, string>) {
  const href = safeHref(attributes.href);
  if (!href) return { tagName: 'a', attribs: {} as Record<string, string> };
  const attribs: Record<string, string> = href.startsWith('#')
    ? { href }
    : { href, rel: 'noopener noreferrer nofollow', target: '_blank' };
  return { tagName: 'a', attribs };
}

const shared: sanitizeHtml.IOptions = {
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 100,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'object', 'svg', 'math', 'title'],
};

/** Images become their description: a model's text must not make the browser send requests. */
export function renderNoteHtml(markdown: string): string {
  return sanitizeHtml(renderMarkdown(markdown), {
    ...shared,
    allowedTags: textTags,
    allowedAttributes: { a: ['href', 'rel', 'target'], code: ['class'], ol: ['start'], td: ['style'], th: ['style'] },
    allowedClasses: { code: [/^language-[\w+#-]{1,20}$/] },
    allowedStyles: { '*': { 'text-align': [/^(?:left|right|center)$/] } },
    transformTags: {
      a: safeLink,
      img: (_tag, attributes) => ({ tagName: 'em', attribs: {}, text: attributes.alt ?? '' }),
    },
  });
}

/** Keeps http(s) images. */
export function sanitiseArticleHtml(html: string): string {
  return sanitizeHtml(html, {
    ...shared,
    allowedTags: articleTags,
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'referrerpolicy'],
      code: ['class'],
      ol: ['start'],
      td: ['colspan', 'rowspan', 'style'],
      th: ['colspan', 'rowspan', 'style'],
    },
    allowedClasses: { code: [/^language-[\w+#-]{1,20}$/] },
    allowedStyles: { '*': { 'text-align': [/^(?:left|right|center)$/] } },
    transformTags: {
      a: safeLink,
      img: (_tag, attributes) => {
        const src = safeHref(attributes.src);
        if (!src?.startsWith('http')) return { tagName: 'span', attribs: {} as Record<string, string> };
        const attribs: Record<string, string> = { ...attributes, src, loading: 'lazy', referrerpolicy: 'no-referrer' };
        return { tagName: 'img', attribs };
      },
    },
  });
}

export function renderArticleHtml(markdown: string): string {
  return sanitiseArticleHtml(renderMarkdown(markdown));
}
