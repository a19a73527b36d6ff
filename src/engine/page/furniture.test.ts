import { expect, test } from 'vitest';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { chooseBlocks } from './block-model.ts';
import { cutBlocks } from './blocks.ts';
import { dropFurniture } from './furniture.ts';
import { slotsOf } from './slots.ts';
import { parseTree } from './tree.ts';

/** The texts that stay if the scores keep all of them but those `without`. */
function kept(html: string, without: (text: string) => boolean = () => false): string[] {
  const tree = cutBlocks(parseTree(`<body>${html}</body>`));
  const marks = tree.blocks.map(({ text }) => !without(text));
  dropFurniture(tree, marks);
  return tree.blocks.filter(({ index }) => marks[index]).map(({ text }) => text);
}

const lines = Array.from({ length: 6 }, (_, i) => `Line ${i} tells how the canal was dug by hand, and who paid for it.`);
const prose = lines.map((line) => `<p>${line}</p>`).join('');

test.each([
  'related',
  'product-recommendations',
  'cross-sell',
  'also-bought',
  'recently-viewed block',
  'alternative-products',
  'newsletter',
  'cta',
  'disclaimer',
  'size-guide',
  'breadcrumb',
  'post_share',
  'signature',
  'audio-embed-overlay',
  'xiangguan',
])('SUM-09 what a page names “%s” is not its text', (name) => {
  expect(kept(`${prose}<div class="${name}"><p>The other canal, in six pictures</p></div>`)).toEqual(lines);
  expect(kept(`${prose}<div id="${name}"><p>The other canal, in six pictures</p></div>`)).toEqual(lines);
});

test('SUM-09 the choice of blocks leaves furniture out, whatever its scores', () => {
  const tree = cutBlocks(
    parseTree(`<body>${prose}<div class="also-bought"><p>The other canal, in six pictures</p></div></body>`),
  );
  const chosen = chooseBlocks(
    tree,
    slotsOf(tree),
    tree.blocks.map(() => 0.9),
  );
  expect(tree.blocks.filter(({ index }) => chosen.kept[index]).map(({ text }) => text)).toEqual(lines);
});

test('SUM-09 a name for furniture around most of the text, or inside of a word, says nothing', () => {
  expect(kept(`<div class="page related">${prose}</div>`)).toEqual(lines);
  expect(kept(`${prose}<div class="unrelated shareholders"><p>The canal has many owners.</p></div>`)).toHaveLength(7);
  expect(kept(`<main class="with-banner"><p>One line.</p></main>${prose}`)).toHaveLength(7);
});

test('SUM-09 commands of a card are left out, what opens a part of the text is its heading', () => {
  const card = (name: string): string =>
    `<li><h3>${name}</h3><p>Sunday at nine</p><button>Save this event: ${name}</button><button><span>Share this event</span></button></li>`;
  expect(kept(`<ul>${card('The mill')}${card('The lock')}</ul>`)).toEqual([
    'The mill',
    'Sunday at nine',
    'The lock',
    'Sunday at nine',
  ]);
  const opened = [
    '<h3><button>Who paid for it?</button></h3>',
    '<button aria-expanded="true">Who dug it?</button>',
    '<button aria-controls="a">How deep is it?</button>',
    '<dl><dt><button>How long is it?</button></dt><dd>Nine miles.</dd></dl>',
  ];
  expect(kept(opened.join('<p>The town.</p>'))).toHaveLength(8);
});

test.each([
  'Read more',
  'Add to cart',
  'Buy it now »',
  'toggle caption',
  'Weiterlesen',
  'Jetzt kaufen',
  '查看更多',
  '加入购物车',
  '返回顶部',
  'Home > Water > Canals > The Tollen',
  '首页 → 水利 → 运河',
])('SUM-09 a line to press is not text: %s', (line) => {
  expect(kept(`${prose}<p><a href="/x">${line}</a></p>`)).toEqual(lines);
  expect(kept(`${prose}<div><p>${line.replace(/[>→]/g, 'and')}, said the miller to those who came</p></div>`)).toHaveLength(7);
});

test('SUM-09 the heading and the cell that read like a command stay', () => {
  expect(kept(`${prose}<h2>Sign in</h2><table><tr><td>Print</td></tr></table>`)).toHaveLength(8);
});

test('SUM-09 a small form and a dialog are left out, a form around the text is not', () => {
  expect(kept(`${prose}<form><p>Your name and where you live</p></form>`)).toEqual(lines);
  expect(kept(`${prose}<div role="dialog"><p>You are leaving the canal</p></div><dialog open><p>Or not</p></dialog>`)).toEqual(
    lines,
  );
  expect(kept(`<form>${prose}</form>`)).toEqual(lines);
});

test('SUM-09 links that are left out already make no menu of the others', () => {
  const link = (name: string) => `<p><a href="/${name}">${name}</a></p>`;
  const names = Array.from({ length: 12 }, (_, i) => `Lock ${String.fromCharCode(65 + i)}`);
  const row = names.map(link).join('');
  expect(kept(row + prose)).toEqual(lines);
  const half = (text: string) => names.indexOf(text) % 2 === 1;
  expect(kept(row + prose, half)).toEqual([...names.filter((name) => !half(name)), ...lines]);
});

test('SUM-09 a row of short links before the text is a menu, a list of links behind it is not', () => {
  const cells = Array.from({ length: 14 }, (_, i) => `<td><a href="/${i}">Part ${i}</a></td>`).join('');
  expect(kept(`<table><tr>${cells}</tr></table>${prose}`)).toEqual(lines);
  expect(kept(`${prose}<table><tr>${cells}</tr></table>`)).toHaveLength(20);
  expect(kept(`<table><tr>${cells}</tr></table>`)).toHaveLength(14);
});

test('SUM-09 a code to embed a player is no text, in an example it is', () => {
  const code = '&lt;iframe src="https://player.example/1"&gt;&lt;/iframe&gt;';
  expect(kept(`${prose}<div>Embed ${code}</div>`)).toEqual(lines);
  expect(kept(`${prose}<pre>${code}</pre>`)).toHaveLength(7);
});

test('SUM-09 counters beside each post are left out, who wrote it and what stands once stay', () => {
  const post = (name: string, text: string): string =>
    `<div class="post"><dl class="postprofile"><h4>${name}</h4><dd>Posts: 138</dd><dd>Joined: 4 July 2012</dd></dl><div>${text}</div></div>`;
  const posts = lines.map((line, i) => post(`user${i}`, line));
  expect(kept(posts.join(''))).toEqual(lines.flatMap((line, i) => [`user${i}`, line]));
  expect(kept(posts.slice(0, 2).join(''))).toHaveLength(8);
  const asides = lines.map((line) => `<section><p>${line}</p><aside><p>Member since 2012</p></aside></section>`);
  expect(kept(asides.join(''))).toEqual(lines);
  expect(kept(`${prose}<aside><p>The canal is nine miles long.</p></aside>`)).toHaveLength(7);
});

test('many named elements take linear time', () => {
  const trees = new Map(
    [1, 1 / 8].map((share) => [
      share,
      cutBlocks(
        parseTree(
          `<body>${`<div class="related"><aside><p>One line</p></aside></div><p>${lines[0]}</p>`.repeat(2000 * share)}</body>`,
        ),
      ),
    ]),
  );
  expectLinearTime((share) => {
    const tree = trees.get(share);
    if (tree)
      dropFurniture(
        tree,
        tree.blocks.map(() => true),
      );
  });
});

test('SUM-09 what a forum adds to each post is not what people wrote', () => {
  const post = (line: string): string =>
    `<div><h3>Re: Which oil for the lock?</h3><p>${line}</p><dl><dt>gate.zip</dt><dd>(75.31 KiB) Downloaded 442 times</dd></dl><div>Last edited by ada on 12 Sep 2024, 11:14, edited 4 times in total.</div></div>`;
  expect(kept(lines.map(post).join(''))).toEqual(lines.flatMap((line) => [line, 'gate.zip']));
  expect(kept(`${prose}<h3>Re: the lock</h3><p>Last edited by the town, it now has nine pages.</p>`)).toHaveLength(8);
  const thread = lines.map((line) => `<h3>回复: 门轴用什么油</h3><p>${line}</p>`).join('');
  expect(kept(`<h1>门轴用什么油</h1>${thread}`)).toEqual(['门轴用什么油', ...lines]);
});

test('SUM-09 answers behind “Re:” or “回复：”, and lines about who edited a text, are what people wrote', () => {
  const answer = '<p>问：路灯不亮。</p><p>回复：已联系城管部门，本周五之前修复完毕。</p>';
  expect(kept(prose + answer.repeat(3))).toHaveLength(12);
  expect(kept(prose + ['the oil', 'the rope', 'the gate'].map((of) => `<p>Re: ${of}</p>`).join(''))).toHaveLength(9);
  for (const line of [
    'Edited and introduced by Ada Quill',
    'Edited in Paris by Ada Quill, 1923.',
    'Last updated on the eve of the war.',
  ])
    expect(kept(`${prose}<p>${line}</p>`)).toHaveLength(7);
  for (const line of [
    'Edited 3 times by ada',
    'Last edited by ada; 12-09-2024 at 11:14 AM.',
    'Zuletzt bearbeitet von ada am 12. Mai 2024',
  ])
    expect(kept(`${prose}<p>${line}</p>`)).toEqual(lines);
});
