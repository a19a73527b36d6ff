import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { toMarkdown } from './markdown.ts';
import { parseTree } from './tree.ts';

/** The Markdown of a body; blocks that hold “no:” are left out. */
function markdownOf(html: string): string {
  const tree = cutBlocks(parseTree(`<body>${html}</body>`));
  const kept = tree.blocks.map(({ text }) => !text.includes('no:'));
  return toMarkdown(tree, kept, 'https://a.example/x/y');
}

test.each<[title: string, html: string, markdown: string]>([
  ['paragraphs', '<p>One</p><p>two</p>three<div>four</div>', 'One\n\ntwo\n\nthree\n\nfour'],
  ['blocks that are left out', '<p>One</p><p>no: two</p><div><p>three</p></div>', 'One\n\nthree'],
  ['headings', '<h1>One</h1><h3>two <br> three</h3><h6>- four</h6><h2></h2>', '# One\n\n### two three\n\n###### - four'],
  ['breaks', '<p>One<br>two <br> three</p>four<br>five', 'One  \ntwo  \nthree\n\nfour  \nfive'],
  ['emphasis', '<p><b>One</b> <i> two </i><s>three</s> <strong>a<br>b</strong><em></em></p>', '**One** *two* ~~three~~ a  \nb'],
  [
    'code in a line',
    '<p>Use <code>a  b</code>, <kbd>`</kbd> or <tt>a``b</tt><code> </code></p>',
    'Use `a b`, `` ` `` or ``` a``b ```',
  ],
  [
    'links',
    '<p>See <a href="/b c">one</a>, <a href="#x">two</a>, <a>three</a>, <a href="(d)"> four </a>and <a href="e"> </a><a href="mailto:x">five</a></p>',
    'See [one](https://a.example/b%20c), two, three, [four](https://a.example/x/%28d%29) and five',
  ],
  [
    'signs in a text',
    '<p>a*b [c] `d` &lt;e&gt; _f_ g_h ~~i~~ \\</p>',
    'a\\*b \\[c\\] \\`d\\` \\<e> \\_f\\_ g_h \\~\\~i\\~\\~ \\\\',
  ],
  [
    'signs at the start of a line',
    '<p># a</p><p>- b</p><p>+ c</p><p>&gt; d</p><p>1. e</p><p>12) f</p><p>k<br>===<br>---</p><p>#g</p><p>-h</p><p>1.5 i</p><p>j # k</p>',
    '\\# a\n\n\\- b\n\n\\+ c\n\n\\> d\n\n1\\. e\n\n12\\) f\n\nk  \n\\===  \n\\---\n\n#g\n\n-h\n\n1.5 i\n\nj # k',
  ],
  ['a list', '<ul><li>One</li><li>no: x</li><li>two</li><p>three</p></ul>', '- One\n- two\n- three'],
  [
    'a numbered list',
    '<ol start="9"><li>One</li><li>two</li></ol><ol start="x"><li>three</li></ol>',
    '9. One\n10. two\n\n1. three',
  ],
  [
    'lists from zero and below',
    '<ol start="0"><li>One</li></ol><ol start="-2"><li>two</li></ol><ol start=" 7 "><li>three</li></ol>',
    '0. One\n\n1. two\n\n7. three',
  ],
  [
    'lists in a list',
    '<ol><li>One<ul><li>two</li><li>three<ol><li>four</li></ol></li></ul></li><li>five</li></ol>',
    '1. One\n   - two\n   - three\n     1. four\n2. five',
  ],
  ['a loose list', '<ul><li><p>One</p><p>two</p></li><li>three</li></ul>', '- One\n\n  two\n\n- three'],
  ['a menu', '<menu><li>One</li></menu>', '- One'],
  ['a list with text of its own', '<ul> One <li>two</li> <!-- x --> <li>three</li></ul>', '- One\n- two\n- three'],
  [
    'a quotation',
    '<blockquote><p>One<br>two</p><p>three</p></blockquote><blockquote></blockquote>',
    '> One  \n> two\n>\n> three',
  ],
  [
    'a list of terms',
    '<dl><dt>One</dt><dd>two</dd><dt><b>three</b></dt><dd>four</dd></dl>',
    '**One**\n\ntwo\n\n**three**\n\nfour',
  ],
  ['a rule', '<p>One</p><hr><p>two</p>', 'One\n\ntwo'],
  ['code', '<pre>\n\na  b\n  c\n\n</pre>', '```\na  b\n  c\n```'],
  ['code in a language', '<pre><code class="x language-C++ y">a<br>b</code></pre>', '```c++\na\nb\n```'],
  ['code in a language of its box', '<div class="highlight-source-Shell"><pre>a</pre></div>', '```shell\na\n```'],
  ['code by a brush', '<pre class="brush: js; x">a</pre>', '```js\na\n```'],
  ['code in no language', '<pre class="lang-plain">a</pre><pre class="slang-x">b</pre>', '```\na\n```\n\n```\nb\n```'],
  ['code with fences', '<pre>a ``` b ```` c</pre>', '`````\na ``` b ```` c\n`````'],
  [
    'a table',
    '<table><caption>Cap</caption><thead><tr><th>A</th><th>B|C</th></tr></thead><tbody><tr><td>1</td></tr><tr><td>no: x</td></tr></tbody><tfoot><tr><td>2<br>3</td><td><b>4</b></td></tr></tfoot></table>',
    'Cap\n\n| A | B\\|C |\n| --- | --- |\n| 1 |  |\n| 2 3 | **4** |',
  ],
  ['a table of one column', '<table><tr><td>1</td></tr><tr><td>2</td></tr></table>', '1\n\n2'],
  ['a table of one row', '<table><tr><td>1</td><td>2</td></tr></table>', '1\n\n2'],
  [
    'a table with a heading in it',
    '<table><tr><td><h2>1</h2></td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
    '## 1\n\n2\n\n3\n\n4',
  ],
  ['blocks in lines', '<a href="/b"><div>One</div><div>two</div></a><span><p>three</p></span>', 'One\n\ntwo\n\nthree'],
  [
    'formulas',
    '<p><math alttext="a^2"><mi>a</mi></math> <math display="block"><mi>b</mi><annotation encoding="application/x-TeX"> b_1 </annotation></math> <math><mi>c</mi></math></p>',
    '$a^2$ $$b_1$$ c',
  ],
  ['what is not shown', '<p>One<script>x</script><style>y</style></p><noscript>z</noscript>', 'One'],
])('SUM-05 writes %s as Markdown', (_, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

const words = 'A paragraph of more than five words.';

test.each<[title: string, image: string, address: string | null]>([
  ['its source', '<img src="a.png">', '/x/a.png'],
  ['a lazy source', '<img src="data:image/gif;base64,R0" data-src="b.png">', '/x/b.png'],
  ['a lazy source before its source', '<img src="a.png" data-original="/b.png">', '/b.png'],
  ['no placeholder', '<img src="/img/spacer.gif" srcset="c.png 1x, d.png 2x">', '/x/d.png'],
  ['no loading sign', '<img src="/loading-small.svg" data-echo="e.png">', '/x/e.png'],
  ['a source that only sounds like one', '<img src="/loadings/a.png">', '/loadings/a.png'],
  ['a lazy set', '<img data-srcset="a.png 100w, b.png 300w, c.png 200w" src="d.png">', '/x/b.png'],
  ['a set without spaces', '<img srcset="a.png 1x,b.png 3x,c.png 2x">', '/x/b.png'],
  ['a set with commas in addresses', '<img srcset="a,1.png 1x, b,2.png 2x">', '/x/b,2.png'],
  ['a set without sizes', '<img srcset="a.png, b.png">', '/x/a.png'],
  ['a picture’s sources', '<picture><source srcset="p.webp 2x"><img alt="x"></picture>', '/x/p.webp'],
  ['an attribute that is no address', '<img data-src="true" src="a.png">', '/x/a.png'],
  ['nothing', '<img alt="x">', null],
  ['another kind of address', '<img src="ftp://a.example/a.png">', null],
  ['a picture that is small', '<img src="a.png" width="31">', null],
  ['a picture that is low', '<img src="a.png" height=" 31px ">', null],
  ['a picture of some size', '<img src="a.png" width="32" height="100%">', '/x/a.png'],
])('SUM-05 takes the address of a picture from %s', (_, image, address) => {
  const picture = address === null ? '' : `\n\n![${image.includes('alt') ? 'x' : ''}](https://a.example${address})`;
  expect(markdownOf(`<p>${words}</p>${image}<p>${words}</p>`)).toBe(`${words}${picture}\n\n${words}`);
});

test('SUM-05 keeps pictures between texts that stay, and in elements that mostly stay', () => {
  const image = '<img src="a.png" alt="[b]  c">';
  const written = '![\\[b\\] c](https://a.example/x/a.png)';
  expect(markdownOf(`<p>${words}</p>${image}<p>no: ${words}</p>`)).not.toContain(written);
  expect(markdownOf(`<p>no: ${words}</p>${image}<p>${words}</p>`)).not.toContain(written);
  expect(markdownOf(`<p>${words} ${image}</p>`)).toBe(`${words} ${written}`);
  expect(markdownOf(`<p>no: ${words} ${image}</p><p>${words}</p>`)).toBe(words);
  expect(markdownOf(`<figure>${image}<figcaption>no: ${words}</figcaption></figure><p>${words}</p>`)).toBe(
    `${written}\n\n${words}`,
  );
  expect(markdownOf(`<header><div>${image}</div></header><p>${words}</p>`)).toBe(words);
});
