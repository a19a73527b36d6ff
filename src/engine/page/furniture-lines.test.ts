import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { dropFurniture } from './furniture.ts';
import { parseTree } from './tree.ts';

/** The texts that stay if the scores keep all of them. */
function kept(html: string): string[] {
  const tree = cutBlocks(parseTree(`<body>${html}</body>`));
  const marks = tree.blocks.map(() => true);
  dropFurniture(tree, marks);
  return tree.blocks.filter(({ index }) => marks[index]).map(({ text }) => text);
}

/** Ten words each. */
const line = (index: number) => `Line ${index} tells how the town was built by hand.`;
const prose = (count: number) => Array.from({ length: count }, (_, index) => `<p>${line(index)}</p>`).join('');
const stays = (html: string) => kept(`${prose(12)}${html}`).length - 12;

test.each([
  ...[
    'related',
    'recommend',
    'recommended',
    'recommendation',
    'cross-sell',
    'crosssells',
    'upsell',
    'up-sells',
    'also-viewed',
    'alsolike',
  ],
  ...[
    'recentlyviewed',
    'similar',
    'alternative',
    'variation',
    'variations',
    'subscribe',
    'popup',
    'overlay',
    'banner',
    'call-to-action',
    'calltoaction',
  ],
  ...[
    'sizechart',
    'currency',
    'breadcrumbs',
    'menu',
    'filter',
    'filters',
    'badge',
    'share',
    'sharing',
    'social-links',
    'sociallinks',
  ],
  ...['comment-form', 'form-legal', 'credit', 'credits', 'sr-only', 'sronly', 'player', 'tuijian', 'fenxiang', 'guanggao'],
])('SUM-09 what is named “%s” is no text', (name) => {
  expect(stays(`<div class="x_${name} y"><p>Some words of it</p></div>`)).toBe(0);
  expect(stays(`<div class="x${name}"><p>Some words of it</p></div>`)).toBe(1);
  expect(stays(`<div class="${name}x"><p>Some words of it</p></div>`)).toBe(1);
});

test('SUM-09 a name counts in the first 300 characters, and for at most three tenths of the words', () => {
  expect(stays(`<div class="${'x'.repeat(295)} menu"><p>Some words of it</p></div>`)).toBe(0);
  expect(stays(`<div class="${'x'.repeat(296)} menu"><p>Some words of it</p></div>`)).toBe(1);
  const named = (words: number) => kept(`${prose(7)}<div class="menu"><p>${'word '.repeat(words)}</p></div>`).length;
  expect([named(30), named(31)]).toEqual([7, 8]);
  const form = (words: number) => kept(`${prose(8)}<form><p>${'word '.repeat(words)}</p></form>`).length;
  expect([form(20), form(21)]).toEqual([8, 9]);
});

test.each([
  'post-profile',
  'postprofile',
  'author-pane',
  'authorpane',
  'user-info',
  'userdetails',
  'user-extras',
  'userprofile',
  'message-user',
  'poster',
  'memberinfo',
])('SUM-09 three panes named “%s” lose their short lines', (name) => {
  const pane = (index: number) =>
    `<div class="${name}"><h4>User ${index}</h4><p>Posts: 13</p><p>${line(index)} And more of it.</p><p>${'word '.repeat(16)}</p></div>`;
  const panes = (count: number) => Array.from({ length: count }, (_, index) => pane(index)).join('');
  const lines = (count: number) => kept(`${prose(30)}${panes(count)}`).length - 30;
  expect([lines(2), lines(3)]).toEqual([8, 6]);
  expect(kept(`${prose(30)}${panes(3).replaceAll(name, `x${name}`)}`).length - 30).toBe(12);
});

test('SUM-09 panes with more than two fifths of the words are text', () => {
  const pane = (words: number) => `<aside><p>${'word '.repeat(words)}</p></aside>`;
  const all = (words: number) => kept(`${prose(6)}${pane(10).repeat(3)}<aside><p>${'word '.repeat(words)}</p></aside>`).length;
  expect([all(10), all(11)]).toEqual([6, 10]);
});

test.each([
  ...[
    'Read more',
    'learn all',
    'See details',
    'view less',
    'Find out more',
    'explore more',
    'Buy now',
    'Order it now',
    'sign up today',
    'join now',
  ],
  ...[
    'Add to bag',
    'add to wishlist',
    'Add to wish list',
    'add to compare',
    'Get started',
    'get a quote',
    'login',
    'Log in',
    'Sign in',
    'signin',
  ],
  ...[
    'Save',
    'share',
    'print',
    'reply',
    'report',
    'like',
    'follow',
    'Back to top',
    'Skip to content',
    'skip to main content',
    'Quick view',
  ],
  ...[
    'Select options',
    'Enlarge image',
    'enlarge this image',
    'Advertisement',
    'Write a review',
    'Read more...',
    'Share!',
    'Reply: »',
  ],
  ...[
    'Mehr erfahren',
    'alle anzeigen',
    'Weitere laden',
    'jetzt buchen',
    'In den Warenkorb',
    'Anmelden',
    'Teilen',
    'Drucken',
    'Antworten',
    'Anzeige',
  ],
  ...[
    '阅读全文',
    '了解详情',
    '立即购买',
    '马上报名',
    '分享',
    '收藏',
    '点赞',
    '回复',
    '举报',
    '打印',
    '打印本页',
    '关闭窗口',
    '登录',
    '注册',
    '只看该作者',
    '倒序浏览',
  ],
])('SUM-09 the label “%s” is no text', (label) => {
  expect(stays(`<p>${label}</p>`)).toBe(0);
  for (const tag of ['h2', 'pre', 'dt']) expect(stays(`<${tag}>${label}</${tag}>`)).toBe(1);
  expect(stays(`<p>${label} – no</p>`)).toBe(1);
  expect(stays(`<p>No: ${label}</p>`)).toBe(1);
});

test.each(['Read more....', 'Share this', 'Click here to see all the pictures', 'Buy it', 'Get it started', '打印机'])(
  'SUM-09 “%s” is no label',
  (text) => {
    expect(stays(`<p>${text}</p>`)).toBe(1);
  },
);

test.each<[text: string, isLabels: boolean]>([
  ['【大 中 小】 【打印】 【关闭窗口】', true],
  ['微信 | QQ空间', true],
  ['上一页 下一页', true],
  ['首页', false],
  ['打印 水闸', false],
  ['QQ QQ', false],
  [`${'微博 '.repeat(20)}`, true],
  [`${'微博 '.repeat(20)}微信`, false],
])('SUM-09 tells whether “%s” is a line of labels: %s', (text, isLabels) => {
  expect(stays(`<p>${text}</p>`)).toBe(isLabels ? 0 : 1);
  expect(stays(`<table><tr><th>${text}</th></tr></table>`)).toBe(1);
});

test.each([
  ...[
    '引用地址：http://a.example',
    '本文引用通告地址',
    '引用链接',
    '引用(Trackback)',
    'Trackback URL: x',
    'trackback：x',
    'Trackback address: x',
  ],
  ...[
    'Powered by Discuz! X3',
    'powered by: phpBB',
    'Powered by WordPress',
    'Powered by Z-Blog',
    '页: [1]',
    '发送ABC到10086',
    '编辑短信A到1234',
  ],
])('SUM-09 the line “%s” is of the program behind the page', (text) => {
  expect(stays(`<p>${text}</p>`)).toBe(0);
  expect(stays(`<p>See ${text}</p>`)).toBe(1);
  for (const tag of ['pre', 'h2']) expect(stays(`<${tag}>${text}</${tag}>`)).toBe(1);
  expect(stays(`<p>${text} ${'word '.repeat(26)}</p>`)).toBe(1);
});

test.each(['Powered by wind', 'trackbacks: x', 'trackback', '页 [1]', '发送到10086', '编辑短信A到123'])(
  'SUM-09 the line “%s” is not of a program',
  (text) => {
    expect(stays(`<p>${text}</p>`)).toBe(1);
  },
);

test.each<[text: string, stays: boolean]>([
  ['Found a mistake? Mark it and press Ctrl+Enter.', false],
  ['Нашли ошибку? Выделите её и нажмите Ctrl + Enter', false],
  ['Iezīmē tekstu un spied Ctrl+Enter, lai to nosūtītu redaktoram!', false],
  ['Press Ctrl+Enter to run the cell.', true],
  ['Found a mistake? Write to us.', true],
])('SUM-09 a plea to report mistakes with two keys is no text, a manual’s line is: %s', (text, isText) => {
  expect(stays(`<p>${text}</p>`)).toBe(isText ? 1 : 0);
});

test.each([
  'Estimated reading time: 5 minutes',
  'Read time 4 mins',
  '12 min read',
  'ca. 3 Min. Lesezeit',
  'Lesezeit: ca. 3 Minuten',
  '阅读时间约 5 分钟',
])('SUM-09 how long reading takes is no text: %s', (text) => {
  expect(stays(`<p>${text}</p>`)).toBe(0);
  expect(stays(`<h2>${text}</h2>`)).toBe(1);
  expect(stays(`<p>${text} of it all, said by those who tried</p>`)).toBe(1);
});

const link = (text: string) => `<a href="/x">${text}</a>`;

test.each<[html: string, isTrail: boolean]>([
  [`${link('Home')} > ${link('Water')} > Canals`, true],
  [`${link('Home')} › ${link('Water')} › Canals`, true],
  [`${link('Home')} » ${link('Water')} »`, true],
  [`${link('Home')} / ${link('Water')} / Canals`, true],
  [`${link('Home')} :: ${link('Water')} :: Canals`, true],
  [`${link('Home')} > ${link('Water')}`, false],
  ['Home > Water > Canals', false],
  [`${link('Home')}>${link('Water')}>Canals`, false],
  [`${link('a'.repeat(31))} > ${link('Water')} > Canals`, false],
  [`${link('Home')} > ${link('a'.repeat(61))} > Canals`, false],
  [`${link(`Home > Water ${'word '.repeat(22)}`)} > Canals`, false],
])('SUM-09 tells whether %s is a trail of pages: %s', (html, isTrail) => {
  expect(stays(`<p>${html}</p>`)).toBe(isTrail ? 0 : 1);
});

test('SUM-09 a button of up to thirty words is a command, within four elements', () => {
  const button = (words: number) => stays(`<button>${'word '.repeat(words)}</button>`);
  expect([button(30), button(31)]).toEqual([0, 1]);
  const wrapped = (levels: number) =>
    stays(`<div role="button">${'<div>'.repeat(levels)}Some words of it${'</div>'.repeat(levels)}</div>`);
  expect([wrapped(0), wrapped(4), wrapped(5)]).toEqual([0, 0, 1]);
  expect(stays('<div role="link">Some words of it</div>')).toBe(1);
  expect(stays('<details><summary><button>Some words of it</button></summary></details>')).toBe(1);
});

test('SUM-09 a menu has at least twelve links of up to three words, before the text', () => {
  const links = (count: number, text = 'One two three') => `<ul>${`<li>${link(text)}</li>`.repeat(count)}</ul>`;
  const menu = (html: string) => kept(`${html}<p>${line(0)} ${line(1)}</p>`).length - 1;
  expect([menu(links(11)), menu(links(12)), menu(links(12, 'One two three four'))]).toEqual([11, 0, 12]);
  expect(menu(`${links(6)}<p>Words.</p>${links(6)}`)).toBe(13);
  expect(kept(`<p>${line(0)} ${line(1)}</p>${links(12)}`)).toHaveLength(13);
});

test('SUM-09 subjects of replies go where three are the same', () => {
  const replies = (prefix: string, count: number, subject = 'Oil?') =>
    kept(`${prose(3)}${`<p>${prefix}${subject}</p>`.repeat(count)}`).length - 3;
  for (const prefix of ['Re: ', 'RE：', 'AW: ', 'Antw: ', 'Sv:', 'Re[2]: '])
    expect([replies(prefix, 2), replies(prefix, 3)]).toEqual([2, 0]);
  for (const prefix of ['回复：', '回覆: ', '答复：']) {
    expect(replies(prefix, 3)).toBe(3);
    expect(replies(prefix, 3, line(0))).toBe(0);
  }
  expect([replies('Rex: ', 3), replies('Re ', 3), replies('Re: ', 3, 'word '.repeat(25))]).toEqual([3, 3, 3]);
});
