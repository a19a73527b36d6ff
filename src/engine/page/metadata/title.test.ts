import { expect, test } from 'vitest';
import { parseTree } from '../tree.ts';
import { readDeclared } from './declared.ts';
import { titleOf } from './title.ts';

test.each<[title: string, site: string | null, own: string]>([
  ['How to bake - a guide for you - Example Board', 'Example Board', 'How to bake - a guide for you'],
  ['Ownership | Borrowing rules and lifetimes | Example Docs', 'Example Docs', 'Ownership | Borrowing rules and lifetimes'],
  ['The barn | Example: news of the valley', 'Example', 'The barn'],
  ['Example Board - The barn and the rye', 'Example Board', 'The barn and the rye'],
  ['What is a_b in C | Example Board', 'Example Board', 'What is a_b in C'],
  ['Barn fire - The Guardian', 'Guardian', 'Barn fire'],
  ['“The barn burns” «  the adaquill.net blog', null, '“The barn burns”'],
  ['The barn called « Old Rye » is sold', null, 'The barn called « Old Rye » is sold'],
  ['The word « rye » told to all » Blog of Ada', null, 'The word « rye » told to all'],
  ['My snake_case and foo_bar guide for everyone', null, 'My snake_case and foo_bar guide for everyone'],
  ['Vue3 - 从入门到精通 - 某某站', '某某站', 'Vue3 - 从入门到精通'],
  ['Vue3 - 从入门到精通 - 某某站', null, 'Vue3 - 从入门到精通'],
  ['山谷里的谷仓着火了_新闻频道_某某网', '某某网', '山谷里的谷仓着火了'],
  ['山谷里的谷仓着火了_新闻频道_某某网', null, '山谷里的谷仓着火了'],
])('a title loses the name of the site and no more: %s', (title, site, own) => {
  const declared = readDeclared(parseTree(`<html><head><title>${title}</title></head></html>`));
  expect(titleOf(declared, [], site, 'https://other.test/')).toBe(own);
});

type Told = {
  title?: string;
  headings?: string[];
  metas?: Record<string, string>;
  headline?: string;
  site?: string | null;
  url?: string;
};

function ownTitle({ title = '', headings = [], metas = {}, headline, site = null, url = 'https://other.test/' }: Told) {
  const head = Object.entries(metas).map(([name, content]) => `<meta name="${name}" content="${content}">`);
  const html = `<html><head><title>${title}</title>${head.join('')}</head><body>${headings.map((text) => `<h1>${text}</h1>`).join('')}</body></html>`;
  const objects =
    headline === undefined
      ? []
      : [
          { '@type': 'WebSite', headline: 'No' },
          { '@type': 'NewsArticle', headline },
        ];
  return titleOf(readDeclared(parseTree(html)), objects, site, url);
}

test.each<[what: string, told: Told, own: string | null]>([
  ['a paper', { title: 'x', headings: ['y'], metas: { citation_title: ' A &amp;amp; B ' } }, 'A & B'],
  ['a heading that the title begins with', { title: 'The barn fire | News', headings: ['The barn fire'] }, 'The barn fire'],
  ['a heading of six letters', { title: 'Lisbon at night', headings: ['Lisbon'] }, 'Lisbon'],
  ['a heading of five letters', { title: 'Paris at night', headings: ['Paris'] }, 'Paris at night'],
  ['a heading inside of the title', { title: 'News: The barn fire of May', headings: ['The barn fire'] }, 'The barn fire'],
  [
    'a short heading inside of the title',
    { title: 'News of this week: barn fire', headings: ['barn'] },
    'News of this week: barn fire',
  ],
  ['the second heading', { title: 'The barn fire', headings: ['Menu of it all', 'The barn fire'] }, 'The barn fire'],
  ['the headline before others', { title: 'c', headline: 'a &amp; b', metas: { 'og:title': 'd' } }, 'a & b'],
  ['the shared title before the page’s', { title: 'Title', metas: { 'og:title': 'Shared' } }, 'Shared'],
  ['another shared title', { title: 'Title', metas: { 'dc.title': 'Core', 'twitter:title': 'Bird' } }, 'Core'],
  ['the bird’s title', { title: 'Title', metas: { 'twitter:title': 'Bird', 'parsely-title': 'Herb' } }, 'Bird'],
  ['the herb’s title', { title: 'Title', metas: { 'parsely-title': 'Herb' } }, 'Herb'],
  ['a lone heading that holds it', { title: 'Barn fire', headings: ['All of the barn fire'] }, 'All of the barn fire'],
  [
    'a lone heading that ends with the site’s name',
    { title: 'Barn fire » News » Valley Post', headings: ['Barn fireValley Post'], metas: { 'twitter:title': 'Barn fire' } },
    'Barn fire',
  ],
  ['a lone heading that is much longer', { title: 'Fire', headings: ['All there is about fire'] }, 'Fire'],
  ['two headings that hold it', { title: 'Barn fire', headings: ['All of the barn fire', 'More'] }, 'Barn fire'],
  ['a heading alone', { headings: ['The barn fire'] }, 'The barn fire'],
  ['nothing', {}, null],
  ['only the site’s name', { title: 'Example', site: 'example' }, 'Example'],
  ['the site’s name and a heading', { title: 'Example', site: 'Example', headings: ['Example', 'The barn'] }, 'The barn'],
  ['the host’s name', { title: 'Example', headings: ['Barn'], url: 'https://www.example.com/' }, 'Barn'],
  ['the host’s name and its ending', { title: 'example.com', headings: ['Barn'], url: 'https://www.example.com/' }, 'Barn'],
  ['a part of the host’s name', { title: 'Barn', headings: ['Fire'], url: 'https://bigbarn.co.uk/' }, 'Fire'],
  ['a short part of the host’s name', { title: 'Big', headings: ['Fire'], url: 'https://bigbarn.co.uk/' }, 'Big'],
  ['the host’s name and a bit', { title: 'Bigbarn Blog', headings: ['Fire'], url: 'https://bigbarn.co.uk/' }, 'Fire'],
  ['the host’s name and more', { title: 'Bigbarn Blogs!', headings: ['Fire'], url: 'https://bigbarn.co.uk/' }, 'Bigbarn Blogs!'],
  ['what is no address', { title: 'Example', headings: ['Barn'], url: 'example' }, 'Example'],
  ['an underscore between Chinese words', { title: '谷仓着火了的那一天_某某网' }, '谷仓着火了的那一天'],
  ['a dash between Chinese words', { title: '谷仓着火了的那一天-某某网' }, '谷仓着火了的那一天'],
  ['a short Chinese part', { title: '谷仓_山谷里的故事还在继续_某某网' }, '谷仓_山谷里的故事还在继续'],
  ['a very short Chinese title', { title: '谷仓_某某网' }, '谷仓_某某网'],
  ['a motto behind the site', { title: 'The barn fire | Example: news of the valley', site: 'Example' }, 'The barn fire'],
  ['a short part before the site', { title: 'Hay | Example', site: 'Example' }, 'Hay | Example'],
  ['the site and a short part', { title: 'Example | Hay', site: 'Example' }, 'Example | Hay'],
  ['two words before a dash', { title: 'Barn fire - The Post' }, 'Barn fire - The Post'],
  ['three words before a dash', { title: 'The barn fire - The Post' }, 'The barn fire'],
  [
    'six words behind a dash',
    { title: 'The barn fire - what we know so far today' },
    'The barn fire - what we know so far today',
  ],
  ['five words behind a dash', { title: 'The barn fire - what we know so far' }, 'The barn fire'],
  ['a dash without spaces', { title: 'The well-known barn fire' }, 'The well-known barn fire'],
])('SUM-09 a page’s title is found beside %s', (_, told, own) => {
  expect(ownTitle(told)).toBe(own);
});

test('a heading is no address where the page has none', () => {
  expect(ownTitle({ title: 'Barn fire - Example', headings: ['Barn fire'], url: 'file:///barn.html' })).toBe('Barn fire');
  expect(ownTitle({ title: 'Barn fire - Example', headings: ['Barn fire'], url: 'no address' })).toBe('Barn fire');
});

test.each<[heading: string, url: string, expected: string]>([
  ['the adaquill.net blog.', 'https://adaquill.net/barn', 'The barn burns'],
  ['Ada DevTools', 'https://ada.dev/tools', 'Ada DevTools'],
  ['Welcome to adaquill.net', 'https://www.adaquill.net/barn', 'The barn burns'],
  ['What adaquill.net was before the barn burned', 'https://adaquill.net/barn', 'What adaquill.net was before the barn burned'],
])('a heading that is the address of the site is no title: %s', (heading, url, expected) => {
  expect(ownTitle({ title: `The barn burns « ${heading}`, headings: [heading], url })).toBe(expected);
});
