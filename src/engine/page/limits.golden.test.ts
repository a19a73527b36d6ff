/**
 * Up to which size, length, share or distance the texts around an article are left out: each rule with numbers below, at and
 * beyond its limit.
 */
import { expect, test } from 'vitest';
import { goldenFile } from '../../../tests/harness/files/line-record.ts';
import { type BlockTree, cutBlocks } from './blocks.ts';
import { dropCopies } from './copies.ts';
import { dropFurniture } from './furniture.ts';
import { isCaption } from './picture-captions.ts';
import { finishProse } from './prose.ts';
import { readPage } from './read-page.ts';
import { slotsOf } from './slots.ts';
import { dropTitle } from './title-heading.ts';
import { parseTree } from './tree.ts';

const words = (count: number, word = 'boat'): string => Array.from({ length: count }, () => word).join(' ');
const han = (count: number): string => '船'.repeat(count);
const p = (text: string): string => `<p>${text}</p>`;
/** So many words, of which some are a link. */
const linked = (count: number, links: number): string => `${words(count - links)} <a href="/x">${words(links)}</a>`;
const paragraphs = (count: number, length = 30): string => p(`${words(length - 1)} lock.`).repeat(count);
const chinese = (count: number, length = 60): string => p(`${han(length - 1)}闸。`).repeat(count);

type Change = (tree: BlockTree, kept: boolean[]) => void;
const prose: Change = ({ blocks }, kept) => finishProse(blocks, kept);
const furniture: Change = (tree, kept) => dropFurniture(tree, kept);
const captions: Change = ({ blocks }, kept) => {
  for (const block of blocks) if (isCaption(block)) kept[block.index] = false;
};

const copies: Change = (tree, kept) => dropCopies(tree, slotsOf(tree), kept);
const title: Change = (tree, kept) => dropTitle(tree, kept, 'abcdefghijklmnopqrst');
const none: Change = () => undefined;

/** How many of the blocks that say “@” (or are labels, or a title) stay; those that say “!” are left out by the scores. */
function staying(html: string, change: Change): string {
  const tree = cutBlocks(parseTree(`<body>${html.replaceAll('@', 'Quill')}</body>`));
  const kept = tree.blocks.map(({ text }) => !text.includes('!'));
  const own = tree.blocks.filter(({ text }) => /Quill|赞|^abc/.test(text));
  change(tree, kept);
  const stays = own.filter(({ index }) => kept[index]).length;
  return own.length === 0 ? 'is not read' : stays === own.length ? 'stays' : stays === 0 ? 'goes' : `${stays} of ${own.length}`;
}

type Rule = [rule: string, numbers: readonly number[], html: (number: number) => string, change?: Change];

const rules: readonly Rule[] = [
  [
    'words of a link to more',
    [44, 45, 46],
    (n) => paragraphs(4) + p(`<a href="/x">Read more ${words(n - 3)} @</a>`) + paragraphs(1),
  ],
  ['linked words of 20 in a line to more', [5, 6, 7], (n) => paragraphs(4) + p(`Read more @ ${linked(17, n)}`) + paragraphs(1)],
  [
    'letters before the end of “related stories”',
    [31, 32, 33],
    (n) => paragraphs(4) + p(`<a href="/x">${'a'.repeat(n - 16)} related stories @</a>`) + paragraphs(1),
  ],
  ['words of a plea below', [29, 30, 31], (n) => paragraphs(4) + p(`${words(n - 2)} newsletter @`)],
  ['linked words of 40 in a plea', [11, 12, 13], (n) => paragraphs(4) + p(`${linked(38, n)} newsletter @`)],
  [
    'letters up to the end of “newsletter” in a long plea',
    [23, 24, 25],
    (n) => paragraphs(4) + p(`${'a'.repeat(n - 11)} newsletter ${words(32)} @`),
  ],
  ['words of a plea of two kinds', [59, 60, 61], (n) => paragraphs(4) + p(`${words(n - 3)} newsletter copyright @`)],
  ['words of a long plea', [59, 60, 61], (n) => paragraphs(4) + p(`Newsletter ${words(n - 2)} @`)],
  ['Chinese characters of a plea', [24, 25, 26], (n) => chinese(4) + p(`${han(n - 3)}声明@`)],
  ['words of paragraphs above a plea', [24, 25], (n) => paragraphs(6, n) + p('Our newsletter @')],
  ['Chinese characters of paragraphs above a plea', [24, 25, 26], (n) => chinese(8, n) + p('声明@')],
  ['linked words of 30 in paragraphs above a plea', [8, 9, 10], (n) => p(linked(30, n)).repeat(6) + p('Our newsletter @')],
  [
    'linked words of 10 below “related”',
    [7, 8, 9],
    (n) => paragraphs(4) + p('Related') + p(`${linked(9, n - 1)} <a href="/y">@</a>`),
  ],
  ['characters above a heading of the law', [58, 59, 60, 61], (n) => chinese(1, n) + p('版权声明') + chinese(1, 33) + p('船船@')],
  ['characters above other stories', [99, 100, 101], (n) => chinese(1, n) + p('您可能喜欢') + p('<a href="/1">@</a>').repeat(3)],
  ['titles of other stories', [1, 2, 3], (n) => chinese(2) + p('您可能喜欢') + p('<a href="/1">@</a>').repeat(n)],
  [
    'teasers between three titles',
    [6, 7, 8],
    (n) => chinese(2) + p('您可能喜欢') + p('<a href="/1">@</a>').repeat(3) + p('船').repeat(n),
  ],
  ['words of a teaser', [59, 60, 61], (n) => chinese(4) + p('您可能喜欢') + p('<a href="/1">@</a>').repeat(3) + p(words(n))],
  [
    'linked words of 100 in a teaser',
    [29, 30, 31],
    (n) => chinese(4) + p('您可能喜欢') + p('<a href="/1">@</a>').repeat(3) + p(linked(100, n)),
  ],
  ['linked words of 10 in a title', [5, 6, 7], (n) => chinese(4) + p('您可能喜欢') + p(`@ ${linked(9, n)}`).repeat(3)],
  [
    'words of the first paragraph below a standfirst',
    [19, 20],
    (n) => `<h1>Boats</h1>${p(`!@ ${words(8)}.`)}${p(words(n))}${p('!x').repeat(11)}${paragraphs(4)}`,
  ],
  [
    'blocks between title and text',
    [10, 11, 12],
    (n) => `<h1>Boats</h1>${p(`!@ ${words(8)}.`)}${p('!x').repeat(n)}${paragraphs(4)}`,
  ],
  [
    'blocks between title and standfirst',
    [4, 5, 6],
    (n) => `<h1>Boats</h1>${p('!x').repeat(n)}${p(`!@ ${words(8)}.`)}${paragraphs(4)}`,
  ],
  ['words of a standfirst', [7, 8, 9, 89, 90, 91], (n) => `<h1>Boats</h1>${p(`!@ ${words(n - 1)}.`)}${paragraphs(9)}`],
  [
    'letters of a standfirst without a full stop',
    [159, 160, 161],
    (n) => `<h1>Boats</h1>${p(`!@ ${words(20)} ${'a'.repeat(n - 107)}`)}${paragraphs(9)}`,
  ],
  [
    'elements between a comment and its list',
    [3, 4, 5],
    (n) => `${paragraphs(5)}<div class="comments">${'<div>'.repeat(n)}${p('@')}${'</div>'.repeat(n)}</div>`,
  ],
  [
    'words of comments below 125',
    [124, 125, 126],
    (n) => `${paragraphs(5, 25)}<div class="comments">${p(`@ ${words(n - 1)}`)}</div>`,
  ],
  ['words of a text with comments', [24, 25, 26], (n) => `${paragraphs(4, n)}<div class="comments">${p('@')}</div>`],
  [
    'words of captions beside 210',
    [89, 90, 91],
    (n) =>
      `${paragraphs(7)}<figure><img src="a"><figcaption>@ ${words(29)}</figcaption></figure>`.concat(
        `<figure><img src="a"><figcaption>@ ${words(29)}</figcaption></figure><figure><img src="a"><figcaption>@ ${words(n - 61)}</figcaption></figure>`,
      ),
  ],
  ['words of a list beside 210', [89, 90, 91], (n) => `${paragraphs(7)}${p('boat').repeat(n - 1)}${p('Newsletter @')}`],
  [
    'words of a caption',
    [58, 59, 60],
    (n) => `<figure><img src="a"><figcaption>@ ${words(n - 1)}</figcaption></figure>`,
    captions,
  ],
  ['Chinese characters of a caption', [64, 65, 66, 67], (n) => `<div><img src="a">${p(`图为${han(n - 2)}@`)}</div>`, captions],
  [
    'nodes between a picture and its caption',
    [2, 3, 4],
    (n) => `<div><img src="a">${'<!--x-->'.repeat(n)}${p('图为@')}</div>`,
    captions,
  ],
  [
    'elements around a caption',
    [0, 1, 2, 3],
    (n) => `<div><img src="a">${'<div>'.repeat(n)}<p class="caption">@</p>${'</div>'.repeat(n)}</div>`,
    captions,
  ],
  ['words of a command', [29, 30, 31], (n) => `${paragraphs(4)}<button>@ ${words(n - 1)}</button>`, furniture],
  [
    'elements within a button',
    [3, 4, 5],
    (n) => `${paragraphs(4)}<button>${'<div>'.repeat(n)}@${'</div>'.repeat(n)}</button>`,
    furniture,
  ],
  [
    'elements between a heading and its button',
    [5, 6, 7],
    (n) => `${paragraphs(4)}<h3>${'<div>'.repeat(n)}<button>@</button>${'</div>'.repeat(n)}</h3>`,
    furniture,
  ],
  ['words of a command in words', [4, 5, 6], (n) => paragraphs(4) + p(`Click here to @${' a'.repeat(n - 4)}`), furniture],
  ['letters of a line of labels', [58, 60, 62], (n) => chinese(4) + p(`打印${' 赞'.repeat((n - 2) / 2)}`), furniture],
  ['words of a line of the program', [24, 25, 26], (n) => paragraphs(4) + p(`powered by wordpress ${words(n - 4)} @`), furniture],
  [
    'words of a path',
    [24, 25, 26],
    (n) => paragraphs(4) + p(`<a href="/">Home</a> &gt; <a href="/x">Boats</a> &gt; <a href="/y">${words(n - 3)} @</a>`),
    furniture,
  ],
  ['linked words of 10 in a path', [3, 4, 5], (n) => paragraphs(4) + p(`Home &gt; Boats &gt; @ ${linked(7, n)}`), furniture],
  ['links of a menu', [11, 12, 13], (n) => p('<a href="/x">@</a>').repeat(n) + paragraphs(4), furniture],
  ['words of each of 12 links', [3, 4], (n) => p(`<a href="/x">@ ${words(n - 1)}</a>`).repeat(12) + paragraphs(4), furniture],
  ['words of a text below a menu', [14, 15], (n) => p(words(n)) + p('<a href="/x">@</a>').repeat(12) + paragraphs(4), furniture],
  [
    'linked words of 20 in a text above a menu',
    [7, 8, 9],
    (n) => p(linked(20, n)) + p('<a href="/x">@</a>').repeat(12) + paragraphs(4),
    furniture,
  ],
  [
    'words of a note on an edit',
    [24, 25, 26],
    (n) => paragraphs(4) + p(`Last edited by @ today ${words(n - 5, 'a')}`),
    furniture,
  ],
  ['answers with the same subject', [2, 3], (n) => paragraphs(4) + p('Re: @').repeat(n), furniture],
  ['words of a subject', [24, 25, 26], (n) => paragraphs(9) + p(`Re: @ ${words(n - 2)}`).repeat(3), furniture],
  [
    'words of a copy nearby',
    [2, 3, 4],
    (n) => `<b>x</b>${p(`@ ${words(n - 1)}`)}${p('y')}<div>${p(`@ ${words(n - 1)}`)}</div>`,
    copies,
  ],
  [
    'words of a copy far away',
    [9, 10, 11],
    (n) => `${p(`@ ${words(n - 1)}`)}${'<i>z</i><hr>'.repeat(20)}<div>${p(`@ ${words(n - 1)}`)}</div>`,
    copies,
  ],
  [
    'blocks to a copy',
    [11, 12, 13],
    (n) =>
      `${p('@ of three')}${Array.from({ length: n - 1 }, (_, i) => `<i>z${i}</i><hr>`).join('')}<div>${p('@ of three')}</div>`,
    copies,
  ],
  ['letters of a heading like the title of 20', [11, 12, 13, 14], (n) => `<h1>${'abcdefghijklmnopqrst'.slice(0, n)}</h1>`, title],
  [
    'letters of hidden text beside 100',
    [39, 40, 41, 60, 70],
    (n) => `${p('a'.repeat(100))}<div class="hide">${'a'.repeat(n - 6)} @</div>`,
    none,
  ],
  [
    'letters of text for readers without scripts',
    [299, 300, 301],
    (n) => `${p('a')}<noscript>${p(`${'a'.repeat(n - 6)} @`)}</noscript>`,
    none,
  ],
  [
    'letters for readers without scripts beside 400',
    [319, 320, 321, 322],
    (n) => `${p('a'.repeat(400))}<noscript>${p(`${'a'.repeat(n - 6)} @`)}</noscript>`,
    none,
  ],
  ['words shown beside 500 hidden ones', [119, 120, 121], (n) => `${p(words(n))}<div hidden>${p(`@ ${words(499)}`)}</div>`, none],
  ['hidden words beside 30', [89, 90, 91], (n) => `${p(words(30))}<div hidden>${p(`@ ${words(n - 1)}`)}</div>`, none],
  ['hidden words beside 10', [69, 70, 71], (n) => `${p(words(10))}<div hidden>${p(`@ ${words(n - 1)}`)}</div>`, none],
];

type PageRule = [rule: string, numbers: readonly number[], html: (number: number) => string];

const locked = (more: object, n = 0): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', isAccessibleForFree: false, wordCount: n, ...more })}</script>`;
const part = { hasPart: { isAccessibleForFree: false, cssSelector: '.locked' } };
const wall = '<div class="paywall"><p>For members</p></div>';

const pageRules: readonly PageRule[] = [
  ['declared words of 120', [239, 240, 241], (n) => locked({}, n) + paragraphs(4)],
  ['declared words of 120 with a wall', [132, 133, 134], (n) => locked({}, n) + paragraphs(4) + wall],
  ['declared words of a short text with a wall', [59, 60], (n) => locked({}, n) + paragraphs(2) + wall],
  [
    'served words of a locked part',
    [58, 59, 60, 61],
    (n) => `${locked(part)}${paragraphs(4)}<div class="locked">${paragraphs(1, n)}</div>`,
  ],
  [
    'words of an offer below',
    [44, 45, 46],
    (n) => `${paragraphs(4)}<div class="footer">${p(`Subscribe to continue reading, ${words(n - 4)}`)}</div>`,
  ],
  [
    'blocks of a wall',
    [25, 26, 27],
    (n) => `${paragraphs(4)}<div class="paywall"><p>For members</p>${'<h6>x</h6>'.repeat(n - 1)}</div>`,
  ],
  ['words of an error page', [149, 150, 151], (n) => `<title>Page not found</title>${p(`${words(n - 1)} lock.`)}`],
  [
    'words of a page that asks to sign in',
    [38, 39, 40, 41],
    (n) => `${p(`Please log in, ${words(n - 3)}`)}<input type="password">`,
  ],
];

function pageRead(html: string): string {
  const page = readPage({
    bytes: Buffer.from(`<!doctype html>${html}`),
    contentType: 'text/html; charset=utf-8',
    url: 'https://example.com/x',
  });
  return page.instead ?? (page.partial ? 'cut' : 'whole');
}

test('SUM-09 takes a page for cut off, an error or a question for a name up to the limits on record', async () => {
  const record = pageRules.map(
    ([rule, numbers, html]) => `${rule}: ${numbers.map((number) => `${number} ${pageRead(html(number))}`).join(', ')}\n`,
  );
  await expect(record.join('')).toMatchFileSnapshot(goldenFile('page/page-limits.record.txt'));
});

test('SUM-09 leaves texts around an article out up to the limits on record', async () => {
  const record = rules.map(
    ([rule, numbers, html, change = prose]) =>
      `${rule}: ${numbers.map((number) => `${number} ${staying(html(number), change)}`).join(', ')}\n`,
  );
  await expect(record.join('')).toMatchFileSnapshot(goldenFile('page/limits.record.txt'));
});
