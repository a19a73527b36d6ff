import { expect, test } from 'vitest';
import { flagNames, flagOf } from './class-flags.ts';
import { findElement, parseTree } from './tree.ts';

function flagsOf(html: string): string {
  const element = findElement(parseTree(`<body>${html}</body>`), ({ attrs }) => attrs.some(({ name }) => name === 'data-own'));
  const flags = element ? flagOf(element) : 0;
  return flagNames.filter((_, bit) => Math.floor(flags / 2 ** bit) % 2 === 1).join(' ');
}

const ofClass = (name: string) => flagsOf(`<div data-own class="${name}"></div>`);

test.each<[flag: string, names: string]>([
  [
    'nav',
    'nav navs navbar navigation navlist global-nav mainnav subnav primarynavbar megamenu menus menubar breadcrumb breadcrumbs crumb crumbs tabs tab pager pagination paginator toc tableofcontents skip skiplink sitemap jump jumpto nav1 my_nav x导航 daohang weizhi',
  ],
  [
    'footer',
    'foot footer footnotebar footnotesbar copyright colophon legal bottom subfooter siteinfo links-list linklist youlian friendlink myfooter2',
  ],
  [
    'side',
    'side sidebar aside widget widgets rail secondary right rightcol rightcolumn rightside rightbar colright complementary mysidebarx',
  ],
  [
    'related',
    'related recommendation recomm similar more more-news morestories also popular trending hot latest recent recently upsell cross-sell up-next readnext next prev previous outbrain taboola you-may suggested suggestions ranking tuijian xiangguan',
  ],
  [
    'ad',
    'ad ads advert adverts advertisement advertising adslot ad-box adwrap ad-container sponsor sponsored promo promos promotion banner dfp gpt adsense guanggao cta marketing offer offers deals',
  ],
  ['comment', 'comments commentx disqus respond pinglun livefyre discussion feedback review ratings testimonial'],
  [
    'share',
    'share sharing social sns follow follow-us addthis addtoany like votes voting upvote reactions facebook twitter whatsapp bshare jiathis fenxiang action buttons btn btns',
  ],
  [
    'head',
    'head masthead top topbar site-title sitename logo brand utility search searchbox login account cart basket user-bar userlinks',
  ],
  [
    'overlay',
    'cookies consent gdpr privacy-notice modal pop-up popups overlay dialog lightbox drawer offcanvas tooltip toast newsletter subscribe subscription paywall onetrust interstitial alert-bar notification announcement',
  ],
  [
    'meta',
    'metadata byline author authors author-box bio profile avatar user userinfo user-card date dates time timestamp published tag tags category categories label stats count counter counters badge info source poster postbit credits caption signature sig edited edit permalink postprofile joined',
  ],
  [
    'content',
    'content contents contentbody content-main article articletext post-content entry entrycontent story storybody bodytext body-content text prose richtext rte markdown main main-content copy wysiwyg zhengwen neirong newstext page-content document docs xartibody',
  ],
  [
    'product',
    'product products pdp desc descriptions specs specification feature features overview details accordion tabpanel attributes benefit ingredients faq highlights summary',
  ],
  [
    'thread',
    'posts post post-item message messages topic topicbody thread threads reply replies answer answercell question questions cooked postbody post_message bbwrapper js-post-body usertext md conversation forum postcontent',
  ],
  ['card', 'card cards tile items item grid list lists listing result row gallery carousel slider slides swiper'],
  [
    'hero',
    'hero jumbotron intro introduction lead lede dek standfirst subtitle subhead sub-headline tagline section block module container wrapper',
  ],
])('SUM-05 sees the place %s in the names of an element', (flag, names) => {
  for (const name of names.split(' ')) expect(ofClass(name).split(' '), name).toContain(flag);
});

test.each([
  'navy',
  'unavailable',
  'sider',
  'adding',
  'headway',
  'metal',
  'contented',
  'producer',
  'threadbare',
  'cardio',
  'heroic',
  'lastly',
])('SUM-05 sees no place in the name %s', (name) => {
  expect(ofClass(name)).toBe('');
});

test.each<[html: string, flags: string]>([
  ['<nav data-own>', 'tNav'],
  ['<header data-own>', 'tHeader'],
  ['<footer data-own>', 'tFooter'],
  ['<aside data-own>', 'tAside'],
  ['<menu data-own>', 'tAside'],
  ['<main data-own>', 'tMain'],
  ['<article data-own>', 'tArticle'],
  ['<form data-own>', 'tForm'],
  ['<fieldset data-own>', 'tForm'],
  ['<table data-own>', 'tTable'],
  ['<ul data-own>', 'tList'],
  ['<ol data-own>', 'tList'],
  ['<dl data-own>', 'tList'],
  ['<figure data-own>', 'tFigure'],
  ['<figcaption data-own>', 'tFigure'],
  ['<dialog data-own>', 'tDialog'],
  ['<section data-own>', 'tSection'],
  ['<details data-own>', 'tSection'],
  ['<blockquote data-own>', 'tQuote'],
  ['<pre data-own>', 'tPre'],
  ['<code data-own>', 'tPre'],
  ['<button data-own>', 'tButton'],
  ...[
    ['navigation', 'tNav'],
    ['menu', 'tNav'],
    ['menubar', 'tNav'],
    ['tablist', 'tNav'],
    ['banner', 'tHeader'],
    ['contentinfo', 'tFooter'],
    ['complementary', 'tAside'],
    [' MAIN ', 'tMain'],
    ['article', 'tArticle'],
    ['dialog', 'tDialog'],
    ['alertdialog', 'tDialog'],
    ['search', 'head'],
    ['button', 'tButton'],
    ['none', ''],
  ].map(([role, flag]): [string, string] => [`<div data-own role="${role}">`, flag ?? '']),
  ['<div data-own itemprop="articleBody">', 'tItemprop'],
  ['<div data-own itemprop="reviewBody">', 'tItemprop'],
  ['<div data-own itemprop="name">', ''],
  ['<div data-own id="sideBar">', 'side'],
  ['<div data-own aria-label="Related">', 'related'],
  ['<div data-own data-testid="navBar">', 'nav'],
  ['<div data-own data-component="nav"  data-module="ad" data-widget="hero" data-block="card">', 'nav ad card hero'],
  ['<div data-own title="nav">', ''],
  [`<div data-own class="${'x'.repeat(297)} nav">`, ''],
  ['<nav data-own class="x  y\nhero" role="main">', 'hero tNav tMain'],
])('SUM-05 sees in %s the place %j', (html, flags) => {
  expect(flagsOf(html)).toBe(flags);
});
