/** What the classes, ids, roles and tag of an element tell of its place in a page, as bits. */
import type { Element } from './tree.ts';

const groups: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'nav',
    /(?:^|[-_\s])(?:(?:global|main|sub|top|side|primary)?nav(?:bar|igation|list)?s?|(?:mega|sub|top|main)?menus?(?:bar)?|breadcrumbs?|crumbs?|tabs?|toolbar|pager|pagination|paginator|toc|tableofcontents|skip(?:link)?|sitemap|jump(?:to)?)(?:$|[-_\s\d])|导航|daohang|weizhi|position_nav/i,
  ],
  [
    'footer',
    /(?:^|[-_\s])(?:foot(?:er|notes?bar)?|copyright|colophon|legal|bottom|subfooter|siteinfo|links?-?list|youlian|friendlink)(?:$|[-_\s\d])|footer/i,
  ],
  [
    'side',
    /(?:^|[-_\s])(?:side(?:bar)?|aside|widgets?|rail|secondary|right(?:col(?:umn)?|side|bar)?|col-?right|complementary|sidenav)(?:$|[-_\s\d])|sidebar/i,
  ],
  [
    'related',
    /(?:^|[-_\s])(?:related|recommend(?:ed|ations?|s)?|recomm?|similar|more(?:-?(?:news|stories|posts|articles|from))?|also|popular|trending|hot|latest|recent(?:ly)?|upsell|cross-?sell|up-?next|read-?next|next|prev(?:ious)?|outbrain|taboola|teasers?|you-?may|suggest(?:ed|ions?)?|ranking|rank|tuijian|xiangguan)(?:$|[-_\s\d])|recommend|related/i,
  ],
  [
    'ad',
    /(?:^|[-_\s])(?:ads?|advert(?:isement|ising)?s?|ad-?(?:slot|unit|box|wrap(?:per)?|container)|sponsor(?:ed|s)?|promos?|promotions?|banners?|dfp|gpt|adsense|guanggao|cta|marketing|offers?|deals?)(?:$|[-_\s\d])/i,
  ],
  [
    'comment',
    /(?:^|[-_\s])(?:comments?(?:-?(?:list|area|body|section|box))?|disqus|respond|discussion|pinglun|livefyre|feedback|reviews?|ratings?|testimonials?)(?:$|[-_\s\d])|comment/i,
  ],
  [
    'share',
    /(?:^|[-_\s])(?:share|sharing|social|sns|follow(?:-?us)?|addthis|addtoany|likes?|votes?|voting|upvote|reactions?|facebook|twitter|whatsapp|bshare|jiathis|fenxiang|actions?|buttons?|btns?)(?:$|[-_\s\d])|share|social/i,
  ],
  [
    'head',
    /(?:^|[-_\s])(?:head(?:er)?|masthead|top(?:bar)?|site-?(?:header|title|name)|logo|brand|utility|search(?:-?(?:box|form|bar))?|login|sign-?(?:in|up)|account|cart|basket|user-?(?:bar|links|menu))(?:$|[-_\s\d])/i,
  ],
  [
    'overlay',
    /(?:cookie|consent|gdpr|privacy-?(?:notice|banner)|modal|pop-?up|overlay|dialog|lightbox|drawer|offcanvas|tooltip|toast|newsletter|subscri(?:be|ption)|paywall|signup|onetrust|interstitial|alert-?bar|notification|announcement)/i,
  ],
  [
    'meta',
    /(?:^|[-_\s])(?:meta(?:data)?|byline|author(?:s|-?(?:info|bio|box|name|card))?|bio|profile|avatar|users?(?:-?(?:info|name|card|details?))?|dates?|time(?:stamp)?|published|tags?|categor(?:y|ies)|labels?|stats?|count(?:er)?s?|badge|info|source|poster|postbit|credits?|caption|signature|sig|edit(?:ed)?|permalink|postprofile|rank|joined)(?:$|[-_\s\d])/i,
  ],
  [
    'content',
    /(?:^|[-_\s])(?:content(?:s|-?(?:body|main|area|wrap(?:per)?))?|article(?:-?(?:body|content|text|detail))?|post-?(?:body|content|text)|entry(?:-?content)?|story(?:-?body)?|body(?:text|-?content)?|text|prose|rich-?text|rte|markdown(?:-?body)?|main(?:-?content)?|copy|wysiwyg|zhengwen|neirong|detail|news_?(?:text|body|content)|page-?content|document|docs?)(?:$|[-_\s\d])|article-?body|artibody|post-?content|entry-?content|story-?body/i,
  ],
  [
    'product',
    /(?:^|[-_\s])(?:products?(?:-?(?:desc(?:ription)?|detail|info|content|single|main|page))?|pdp|desc(?:ription)?s?|specs?|specifications?|features?|overview|details?|accordion|tab-?(?:panel|content|pane)|attributes?|benefits?|ingredients|faqs?|highlights?|summary)(?:$|[-_\s\d])|product-?desc|description/i,
  ],
  [
    'thread',
    /(?:^|[-_\s])(?:posts?(?:-?(?:item|content|body|text|message|row))?|messages?(?:-?(?:body|content|text))?|topic(?:-?(?:body|post))?|thread|threads|reply|replies|answers?(?:-?cell)?|questions?|cooked|postbody|post_message|bbWrapper|js-post-body|usertext|md|comment-?(?:text|content|body|copy)|conversation|forum|postcontent)(?:$|[-_\s\d])/i,
  ],
  [
    'card',
    /(?:^|[-_\s])(?:cards?|tiles?|items?|grid|list(?:ing)?s?|teaser|results?|rows?|gallery|carousel|slider?s?|swiper|product-?(?:card|tile|item|grid|list))(?:$|[-_\s\d])/i,
  ],
  [
    'hero',
    /(?:^|[-_\s])(?:hero|jumbotron|intro(?:duction)?|lead|lede|dek|standfirst|subtitle|sub-?head(?:line|ing)?|tagline|section|block|module|container|wrapper)(?:$|[-_\s\d])/i,
  ],
];

const tagGroups: readonly (readonly [name: string, tags: readonly string[]])[] = [
  ['tNav', ['nav']],
  ['tHeader', ['header']],
  ['tFooter', ['footer']],
  ['tAside', ['aside', 'menu']],
  ['tMain', ['main']],
  ['tArticle', ['article']],
  ['tForm', ['form', 'fieldset']],
  ['tTable', ['table']],
  ['tList', ['ul', 'ol', 'dl']],
  ['tFigure', ['figure', 'figcaption']],
  ['tDialog', ['dialog']],
  ['tSection', ['section', 'details']],
  ['tQuote', ['blockquote']],
  ['tPre', ['pre', 'code']],
  ['tButton', ['button']],
  ['tItemprop', []],
];

export const flagNames: readonly string[] = [...groups.map(([name]) => name), ...tagGroups.map(([name]) => name)];

function bit(name: string): number {
  const index = flagNames.indexOf(name);
  return 2 ** index;
}

export const flagBits = {
  nav: bit('nav'),
  footer: bit('footer'),
  main: bit('tMain'),
  article: bit('tArticle'),
  table: bit('tTable'),
  pre: bit('tPre'),
  itemprop: bit('tItemprop'),
  content: bit('content'),
} as const;

const tagBit = new Map<string, number>(tagGroups.flatMap(([name, tags]) => tags.map((tag) => [tag, bit(name)] as const)));
const roleBit = new Map<string, number>([
  ['navigation', bit('tNav')],
  ['menu', bit('tNav')],
  ['menubar', bit('tNav')],
  ['banner', bit('tHeader')],
  ['contentinfo', bit('tFooter')],
  ['complementary', bit('tAside')],
  ['main', bit('tMain')],
  ['article', bit('tArticle')],
  ['dialog', bit('tDialog')],
  ['alertdialog', bit('tDialog')],
  ['search', bit('head')],
  ['button', bit('tButton')],
  ['tablist', bit('tNav')],
]);

/** Ignored on `body`, which may carry them by accident (`has-sidebar`). */
export const boilerplateFlags = groups.reduce((all, [name]) => all | bit(name), 0);
export const tagFlags = tagGroups.reduce((all, [name]) => all | bit(name), 0);

const nameCache = new Map<string, number>();
const wordCache = new Map<string, number>();

function flagsOfName(name: string): number {
  const cached = nameCache.get(name);
  if (cached !== undefined) return cached;
  let flags = 0;
  for (const word of name.split(/\s+/)) if (word) flags |= flagsOfWord(word);
  if (nameCache.size > 20_000) nameCache.clear();
  nameCache.set(name, flags);
  return flags;
}

function flagsOfWord(word: string): number {
  const cached = wordCache.get(word);
  if (cached !== undefined) return cached;
  const words = word.replace(/([a-z])([A-Z])/g, '$1-$2');
  let flags = 0;
  for (const [group, pattern] of groups) if (pattern.test(words)) flags |= bit(group);
  if (wordCache.size > 20_000) wordCache.clear();
  wordCache.set(word, flags);
  return flags;
}

const namingAttributes = new Set([
  'class',
  'id',
  'aria-label',
  'data-testid',
  'data-component',
  'data-module',
  'data-widget',
  'data-block',
]);

export function flagOf(element: Element): number {
  let flags = tagBit.get(element.tagName) ?? 0;
  for (const { name, value } of element.attrs) {
    if (namingAttributes.has(name) && value) {
      flags |= flagsOfName(value.length > 300 ? value.slice(0, 300) : value);
    } else if (name === 'role') flags |= roleBit.get(value.trim().toLowerCase()) ?? 0;
    else if (name === 'itemprop') {
      if (/articleBody|description|text|reviewBody/i.test(value)) flags |= flagBits.itemprop;
    }
  }
  return flags;
}
