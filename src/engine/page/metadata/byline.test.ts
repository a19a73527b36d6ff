import { describe, expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import { findByline } from './byline.ts';
import { blogOwner, sourceOf } from './chinese-byline.ts';
import { cleanName } from './names.ts';

describe('SUM-09 the author of a Chinese page', () => {
  test.each([
    ['作者：张三 来源：新华网', '张三'],
    ['2004年7月16日08:19 [ 黄宇 ] 来源：人民网', '黄宇'],
    ['顶端新闻·河南商报记者马俊峰/文受访者供图', '马俊峰'],
    ['在线荐稿记者博客联系记者\n某某商报记者马俊峰/文', '马俊峰'],
    ['记者在现场看到，人很多。本报记者 李四 王五', '李四 王五'],
    ['李小明/文', '李小明'],
    ['由海姑娘张贴 @ 2005-06-14', '海姑娘'],
    ['云中漫步 发表于 2011-03-02 10:20', '云中漫步'],
    ['发布机构：吉林省人民政府', '吉林省人民政府'],
  ])('is found before the text: %s', (lead, author) => {
    expect(findByline({ lead, below: '', tail: '', after: '' })).toBe(author);
  });

  test.each([
    ['正文的最后一句。（记者 胡晓蓉）', '', '胡晓蓉'],
    ['正文的最后一句。\n记者 刘涛', '', '刘涛'],
    ['正文的最后一句。\n李小明/文', '', '李小明'],
    ['正文的最后一句。（周晓河 文）', '', '周晓河'],
    ['正文的最后一句。（周晓河文/图）', '', '周晓河'],
    ['正文的最后一句。（某某法院 周晓河）', '', '周晓河'],
    ['特此通告。\n某某市人民政府\n2022年1月27日', '', '某某市人民政府'],
    ['正文的最后一句。', '责任编辑：肖春 王芳', '肖春 王芳'],
    ['The last sentence.\nWords by Ada Quill.', '', 'Ada Quill'],
    ['The last sentence.\nWords by Ada Quill Jr.', '', 'Ada Quill Jr.'],
  ])('is found after it: %s', (tail, after, author) => {
    expect(findByline({ lead: '', below: '', tail, after })).toBe(author);
  });

  test.each(['高中语文', '古诗文', '温州图文', '某某法院 宣传科', '某某法院 宣传中心'])('is not （%s）', (words) => {
    expect(findByline({ lead: '', below: '', tail: `正文的最后一句。（${words}）`, after: '' })).toBeNull();
  });

  test('is the reporter named above before who signs below', () => {
    expect(findByline({ lead: '本报记者 李四', below: '', tail: '正文的最后一句。（王五 文）', after: '' })).toBe('李四');
  });

  test('is the owner of a blog where nothing else says it', () => {
    expect(blogOwner('[太小心]的博客')).toBe('太小心');
    expect(blogOwner('今天的天气 - 老王的博客 - 某某网')).toBe('老王');
    expect(blogOwner('博客大全')).toBeNull();
  });
});

test.each([
  ['来源：新华网 2022-02-13', '新华网'],
  ['稿件来源: 《南方周末》', '南方周末'],
  ['来源：新京报作者：张三', '新京报'],
  ['来源：网络', null],
  ['没有出处的一行', null],
])('SUM-09 the outlet of a Chinese page: %s', (lead, site) => {
  expect(sourceOf(lead)).toBe(site);
});

test.each([
  '1,204 views',
  '12 comments',
  '3 min read',
  '阅读 300',
  'Community',
  'Editorial Team',
  'Senior Research Executive',
  '本报记者',
  '2024-01-02',
])('SUM-09 a counter, an office or a word of the site is nobody: %s', (text) => {
  expect(cleanName(text)).toBeNull();
});

test.each(['Ada Quill', '林小河', 'Anna Wolf, editor'])('SUM-09 a name stays: %s', (text) => {
  expect(cleanName(text)).toBe(text);
});

const read = (head: string, body: string) =>
  readPage({
    bytes: new TextEncoder().encode(
      `<!doctype html><html><head><title>The canal</title>${head}</head><body><main><h1>The canal</h1>${body}${'<p>The canal was dug by hand, stone by stone, and the town paid for all of it.</p>'.repeat(5)}</main></body></html>`,
    ),
    contentType: 'text/html; charset=utf-8',
    url: 'https://www.rivernews.example/canal',
  });
const data = (author: unknown) => `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', author })}</script>`;

test('SUM-09 the name of the site is not its author', () => {
  const site = '<meta property="og:site_name" content="River News">';
  expect(read(site + data({ name: 'River News' }), '').author).toBeNull();
  expect(read(`${site}<meta name="author" content="River News">`, '').author).toBeNull();
  expect(read(site, '<p class="byline">River News</p>').author).toBeNull();
  expect(read('<meta name="author" content="某某日报">', '').author).toBeNull();
  expect(read(site + data({ name: 'River News' }), '<p class="byline">By Ada Quill</p>').author).toBe('Ada Quill');
});

test('SUM-09 a blog names its owner in its title', () => {
  expect(read('<title>秋天 - 老王的博客</title>', '').author).toBeNull();
  const page = readPage({
    bytes: new TextEncoder().encode(
      `<title>秋天的运河 - 老王的博客</title><p>${'运河由人工挖成，镇上的人一起付了钱。'.repeat(8)}</p>`,
    ),
    contentType: 'text/html; charset=utf-8',
    url: 'https://blog.example/1',
  });
  expect(page.author).toBe('老王');
});

test('SUM-09 a Chinese page without a declared name is of the outlet it names', () => {
  const page = read('', '<p>2022-02-13 来源：新华日报</p>');
  expect(page.siteName).toBe('新华日报');
  expect(read('<meta property="og:site_name" content="River News">', '<p>来源：新华日报</p>').siteName).toBe('River News');
});

test('SUM-09 a name is found where the data names it by reference, in microdata, on a card or as a link', () => {
  const graph = JSON.stringify({
    '@graph': [
      { '@type': 'Article', author: { '@id': '#ada' } },
      { '@type': 'Person', '@id': '#ada', name: 'Ada Quill' },
    ],
  });
  expect(read(`<script type="application/ld+json">${graph}</script>`, '').author).toBe('Ada Quill');
  expect(read('', '<div itemprop="author" itemscope><meta itemprop="name" content="Ada Quill"></div>').author).toBe('Ada Quill');
  const card = '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ada Quill">';
  expect(read(card, '').author).toBe('Ada Quill');
  expect(read(card.replace('Written by', 'Time to read'), '').author).toBeNull();
  expect(read('', '<p><a href="/authors/ada">Ada Quill</a></p>').author).toBe('Ada Quill');
});

test('SUM-09 the name of an account counts where no other is there', () => {
  expect(read(data({ name: 'ada.quill' }), '<p class="author-name">Ada Quill</p>').author).toBe('Ada Quill');
  expect(read(data({ name: 'ada.quill' }), '').author).toBe('ada.quill');
});

test('SUM-09 links to several people far from the title name nobody', () => {
  const people = ['Ada Quill', 'Ben Reed'].map((name) => `<p><a href="/authors/x">${name}</a></p>`).join('');
  const far = '<p>The mill still stands where the water falls, and nobody has asked for it since then.</p>'.repeat(12);
  expect(read('', far + people).author).toBeNull();
});
