import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { finishProse } from './prose.ts';
import { parseTree } from './tree.ts';

const prose =
  '<p>The canal was dug by hand, stone by stone, and the town paid for all of it in the end, as it had said in the year before.</p>'.repeat(
    6,
  );
const caption = 'The canal on a quiet morning.';

/** `without`: a text that the scores left out. */
function kept(html: string, without = '', isThread = false): string[] {
  const { blocks } = cutBlocks(parseTree(`<body>${html}</body>`));
  const marks = blocks.map(({ text }) => text !== without);
  finishProse(blocks, marks, isThread);
  return blocks.filter(({ index }) => marks[index]).map(({ text }) => text);
}

test.each([
  `<figure><img src="a.jpg"><figcaption>${caption}</figcaption></figure>`,
  `<figure><a href="a.jpg"><picture></picture></a><figcaption><p>${caption}</p></figcaption></figure>`,
  `<div class="media"><div><img src="a.jpg"></div><p class="wp-caption-text image caption">${caption}</p></div>`,
])('SUM-09 the caption of a picture is not text of an article: %s', (html) => {
  expect(kept(`${prose}${html}${prose}`)).not.toContain(caption);
  expect(kept(`${prose}${html}${prose}`)).toHaveLength(12);
});

test.each([
  `<figure><blockquote>We dug it.</blockquote><figcaption>${caption}</figcaption></figure>`,
  `<figure><table><tr><td>1</td></tr></table><figcaption>${caption}</figcaption></figure>`,
  `<figure><pre>dig()</pre><figcaption>${caption}</figcaption></figure>`,
  `<table><caption class="caption">${caption}</caption><tr><td>1</td></tr></table>`,
  `<div><img src="a.jpg"></div><p class="captioned">${caption}</p>`,
])('SUM-09 words about another thing than a picture stay: %s', (html) => {
  expect(kept(`${prose}${html}${prose}`)).toContain(caption);
});

test('SUM-09 a gallery keeps its captions', () => {
  const pictures = `<figure><img src="a.jpg"><figcaption>${caption}</figcaption></figure>`.repeat(30);
  expect(kept(`${prose}${pictures}`).filter((text) => text === caption)).toHaveLength(30);
  const list = '<p>Locks</p>'.repeat(60);
  expect(kept(`${list}<figure><img src="a.jpg"><figcaption>${caption}</figcaption></figure>`)).toContain(caption);
});

test.each([
  'Read more: <a href="/b">The second lock</a>',
  '<a href="/b">Lesen Sie auch: Die zweite Schleuse</a>',
  '<strong>Mehr zum Thema:</strong>',
  '相关阅读：<a href="/b">第二座船闸</a>',
])('SUM-09 a line that leads out of an article is not its text: %s', (line) => {
  expect(kept(`${prose}<p>${line}</p>${prose}`)).toHaveLength(12);
  expect(kept(`${prose}<p>${line}</p>`)).toHaveLength(6);
});

test.each([
  'Read more of it in the town’s own books, which are long and full of numbers.',
  'Everybody <a href="/b">who paid for it</a> is named on a stone.',
])('SUM-09 a sentence stays, also with such words or a link: %s', (line) => {
  expect(kept(`${prose}<p>${line}</p>${prose}`)).toHaveLength(13);
});

const plea = 'Sign up for our newsletter and get the best stories every week.';

test('SUM-09 pleas behind the last paragraph are left out, in the middle the scores decide', () => {
  expect(kept(`${prose}<p>${plea}</p><p>The town, in May.</p>`)).toEqual([
    ...Array(6).fill(expect.any(String)),
    'The town, in May.',
  ]);
  expect(kept(`${prose}<p>${plea}</p>${prose}`)).toContain(plea);
});

const opening = 'How a town without money dug a canal, and what became of it.';

test('SUM-09 the sentence between title and text opens it', () => {
  const page = (line: string) => `<h1>The canal</h1><div>${line}</div><div>By Ada Quill, today</div>${prose}`;
  expect(kept(page(opening), opening)[1]).toBe(opening);
  expect(kept(page(`<a href="/b">${opening}</a>`), opening)).not.toContain(opening);
  expect(kept(page(plea), plea)).not.toContain(plea);
  expect(kept(`<h1>The canal</h1>${'<p>May</p>'.repeat(6)}<div>${opening}</div>${prose}`, opening)).not.toContain(opening);
  expect(kept(`<div>${opening}</div>${prose}`, opening)).not.toContain(opening);
});

test('SUM-09 a page that is not prose is left as it is', () => {
  const list = `<ul>${'<li>Lock of the canal</li>'.repeat(60)}</ul>`;
  expect(kept(`${list}<p>Read more: <a href="/b">The second lock</a></p>`)).toHaveLength(61);
});

test('SUM-09 comments below an article go, a page that is mostly comments keeps them', () => {
  const comments = `<ol class="commentlist"><li>${prose.slice(0, prose.length / 3)}</li></ol>`;
  expect(kept(`${prose}${comments}`)).toHaveLength(6);
  expect(kept(`${prose}${comments.repeat(4)}`)).toHaveLength(14);
  expect(kept(`${prose}<ol class="commented-on">${prose}</ol>`)).toHaveLength(12);
});

test('SUM-09 many comments below a long article go, those of a thread stay', () => {
  const comments = `<div class="article_footer_comments"><div class="item"><div>${prose}${prose}${prose}</div></div></div>`;
  expect(kept(`${prose}${prose}${comments}`)).toHaveLength(12);
  expect(kept(`${prose}${prose}${comments}`, '', true)).toHaveLength(30);
  expect(kept(`${comments}${prose}${prose}`)).toHaveLength(30);
});

test.each([
  'id="comments"',
  'id="lista-komentarzy"',
  'class="commentaires"',
  'class="box comentarios-2"',
  'class="hozzaszolasok"',
])('SUM-09 comments are known by their name in other languages: %s', (name) => {
  expect(kept(`${prose}<div ${name}><p>We live there and saw it.</p></div>`)).toHaveLength(6);
});

test('SUM-09 a part that is called after its heading is no comment', () => {
  expect(kept(`${prose}<section id="respond-to-comments"><p>Answer each of them by mail.</p></section>`)).toHaveLength(7);
});

test('SUM-09 lines that are only links behind the last paragraph go, those between paragraphs stay', () => {
  const link = '<p><a href="/b">The second lock opens</a></p>';
  expect(kept(`${prose}${link}${link}`)).toHaveLength(6);
  expect(kept(`${prose}${link}${prose}`)).toHaveLength(13);
  expect(kept(`${prose}${link}<p>The End</p>`)).toHaveLength(8);
  const linked = (words: number) => `<p><a href="/b">${'lock '.repeat(words)}</a> opens</p>`;
  expect(kept(`${prose}${linked(9)}`)).toHaveLength(6);
  expect(kept(`${prose}${linked(8)}`)).toHaveLength(7);
  expect(kept(`${prose}<ul><li><a href="/b">The second lock opens</a></li></ul>`)).toHaveLength(7);
  expect(kept(`${prose}<p><a href="/b">Ada Quill</a></p>`)).toHaveLength(7);
  expect(kept(`${prose.slice(0, (prose.length / 6) * 4)}${link}`)).toHaveLength(5);
});

test.each([
  'In the end the town printed a newsletter of its own, and everybody who had dug at the canal got the first issue for nothing, and it is still read in every house along the water.',
  'Nobody holds the copyright of the plans, the mayor says, and whoever wants to build such a lock may do it as the town did, as long as the boats of the others can still go past it.',
])('SUM-09 a last paragraph about newsletters or the law is text: %s', (last) => {
  expect(kept(`${prose}<p>${last}</p>`)).toContain(last);
});

test.each([
  'Sign up for our newsletter to hear from the canal every week, with news of the locks, the boats and all of the people there.',
  '免责声明：本文来自某某号自媒体，不代表某某网的观点和立场，如有侵权，请联系我们删除，我们会在第一时间处理。',
  '<a href="/x">All that is new on the canal</a>',
])('SUM-09 a plea, a note of the law and the list of other stories below the text go: %s', (last) => {
  const html = `${prose}<p>Read more</p><p>${last}</p>`;
  expect(kept(html).join('\n')).not.toContain(last.replace(/<[^>]+>/g, ''));
});

test('SUM-09 the line of date and source between a Chinese title and its first paragraph is no text; later ones are', () => {
  const paragraph = '运河是一块石头一块石头用手挖出来的，全镇的人最后一起付清了这笔钱，就像前一年说好的那样。';
  const dateline = '2011年10月27日 08:30 来源：水乡网 作者：周晓河';
  const paragraphs = [1, 2, 3].map((n) => `<p>${n}${paragraph}</p>`).join('');
  expect(kept(`<h1>旧运河</h1><p>${dateline}</p>${paragraphs}`)).not.toContain(dateline);
  // Behind one that is left out anyway, the line is still the first.
  expect(kept(`<h1>旧运河</h1><p>别处的一句</p><p>${dateline}</p>${paragraphs}`, '别处的一句')).not.toContain(dateline);
  expect(kept(`<h1>旧运河</h1>${paragraphs}<p>${dateline}</p><p>${paragraph}</p>`)).toContain(dateline);
});
