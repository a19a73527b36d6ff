import { attr, childrenOf, type Document, textOf, walkElements } from '../tree.ts';
import type { PageLayout } from './layout.ts';

/** The most specific hosts come first. */
export const pageLayouts: readonly PageLayout[] = [
  {
    id: 'wechat',
    host: /^mp\.weixin\.qq\.com$/,
    content: '#js_content',
    without: '.js_ad_link, mp-common-profile, .mp_profile_iframe_wrp, .weapp_text_link, [data-miniprogram-appid]',
    title: '#activity-name',
    author: '#js_author_name, .rich_media_meta_text, #js_name',
    read: (document) => ({ date: unixDate(scriptsOf(document), /\bct\s*=\s*["'](\d{10})["']/) }),
  },
  {
    id: 'zhihu-answer',
    host: /(?:^|\.)zhihu\.com$/,
    path: /^\/question\/\d+/,
    content: '.QuestionRichText, .AnswerItem .RichContent-inner',
    without: '.ContentItem-actions, .RichContent-actions, .ztext-empty-paragraph, noscript, .LinkCard, .Post-Author',
    title: '.QuestionHeader-title',
    author: '.AnswerItem .AuthorInfo-name',
    date: '.AnswerItem meta[itemprop=dateCreated]',
    html: zhihuData,
  },
  {
    id: 'zhihu-article',
    host: /^zhuanlan\.zhihu\.com$/,
    path: /^\/p\/\d+/,
    content: '.Post-RichText, .Post-RichTextContainer',
    without: '.ContentItem-actions, noscript, .LinkCard',
    title: '.Post-Title',
    author: '.Post-Author .AuthorInfo-name',
    date: '.ContentItem-time',
    html: zhihuData,
  },
  {
    id: 'github-thread',
    host: /^github\.com$/,
    path: /^\/[\w.-]+\/[\w.-]+\/(?:issues|pull|discussions)\/\d+/,
    content: '.markdown-body',
    without: '.email-hidden-toggle, .js-suggestion-comment, clipboard-copy',
    title: 'bdi.js-issue-title, .markdown-title, [data-testid=issue-title]',
    author: '[data-testid=issue-body-header-author], .gh-header-meta .author, .timeline-comment-header .author',
    date: '[data-testid=issue-body] relative-time, .gh-header-meta relative-time, relative-time',
  },
  {
    id: 'github-readme',
    host: /^github\.com$/,
    path: /^\/[\w.-]+\/[\w.-]+(?:\/?$|\/(?:tree|blob)\/)/,
    content: 'article.markdown-body, .readme .markdown-body',
    without: '.anchor, clipboard-copy',
  },
  {
    id: 'hacker-news',
    host: /^news\.ycombinator\.com$/,
    path: /^\/item$/,
    content: '.toptext, .commtext',
    without: '.reply',
    title: '.fatitem .titleline a, .fatitem a.titlelink',
    author: '.fatitem .hnuser',
    date: '.fatitem .age',
  },
  {
    id: 'reddit',
    host: /(?:^|\.)reddit\.com$/,
    path: /\/comments\//,
    content: '.link .usertext-body .md, .comment .usertext-body .md, [slot=text-body] .md, shreddit-comment [slot=comment]',
    title: '.link a.title, shreddit-post h1',
    author: '.link .tagline .author',
    date: '.link .tagline time',
    read: (document) => ({ author: attributeOf(document, 'shreddit-post', 'author') }),
  },
  {
    id: 'stack-exchange',
    host: /(?:^|\.)(?:stackoverflow|stackexchange|serverfault|superuser|askubuntu|mathoverflow)\.(?:com|net)$/,
    path: /^\/questions\/\d+/,
    content: '#question .js-post-body, .answer .js-post-body, #question .post-text, .answer .post-text',
    without: '.post-notice, .s-notice, .js-post-notice',
    title: '#question-header h1',
    // The editor of the question comes before its author.
    author: '#question .user-details[itemprop=author] a, #question .owner .user-details a',
    date: '#question time[itemprop=dateCreated], #question .post-signature.owner .relativetime',
  },
  {
    id: 'wikipedia',
    host: /\.(?:wikipedia|wikinews|wikibooks|wikivoyage)\.org$/,
    path: /^\/(?:wiki|zh-[a-z]+)\//,
    content: '#mw-content-text',
    without:
      '.navbox, .infobox, .sidebar, .reflist, .references, .mw-references-wrap, .mw-editsection, .mw-cite-backlink, .toc, #toc, .hatnote, .metadata, .ambox, .noprint, .sistersitebox, .catlinks, .printfooter, .mw-jump-link, .shortdescription, sup.reference, .vertical-navbox, .navigation-not-searchable, .portal-bar, .authority-control, .mw-empty-elt, #coordinates',
    title: '#firstHeading',
  },
  {
    id: 'substack',
    host: /\.substack\.com$/,
    path: /^\/p\//,
    content: '.available-content .body.markup, .available-content, .body.markup',
    without:
      '.subscription-widget-wrap, .subscribe-widget, .button-wrapper, .captioned-button-wrap, .image-link-expand, .paywall, .digest-post-embed',
    title: 'h1.post-title',
  },
];

function scriptsOf(document: Document): string {
  let text = '';
  walkElements(document, (element) => {
    if (element.tagName === 'script' && text.length < 2_000_000) text += `${textOf(element)}\n`;
    return undefined;
  });
  return text;
}

function unixDate(text: string, pattern: RegExp): string | null {
  const seconds = Number(pattern.exec(text)?.[1] ?? 0);
  return seconds > 0 ? new Date(seconds * 1000).toISOString() : null;
}

function attributeOf(document: Document, tag: string, name: string): string | null {
  let value: string | null = null;
  walkElements(document, (element) => {
    if (element.tagName !== tag) return undefined;
    value = attr(element, name);
    return false;
  });
  return value;
}

/** The page's data holds the whole text, also where the page shows a folded answer. */
function zhihuData(document: Document): string | null {
  let data: unknown = null;
  walkElements(document, (element) => {
    if (element.tagName !== 'script' || attr(element, 'id') !== 'js-initialData') return undefined;
    try {
      data = JSON.parse(childrenOf(element).map(textOf).join(''));
    } catch {}
    return false;
  });
  const entities = inside(data, 'initialState', 'entities');
  const texts = [...contents(inside(entities, 'articles')), ...contents(inside(entities, 'answers'))];
  return texts.length > 0 ? texts.map((text) => `<article>${text}</article>`).join('\n') : null;
}

function inside(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const key of path)
    current =
      typeof current === 'object' && current !== null ? Object.entries(current).find(([name]) => name === key)?.[1] : null;
  return current;
}

function contents(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((entry) => {
    const text = inside(entry, 'content');
    return typeof text === 'string' && text.length > 80 ? [text] : [];
  });
}
