import { describe, expect, test } from 'vitest';
import { countWords, cutBlocks } from './blocks.ts';
import { parseTree } from './tree.ts';

const filler = '<p>The canal was dug by hand, stone by stone, and the town paid for all of it in the end.</p>'.repeat(8);
const texts = (html: string): string[] => cutBlocks(parseTree(`<body>${html}</body>`)).blocks.map((block) => block.text);

describe('SUM-09 text hidden by a class', () => {
  test.each([
    'hide',
    'd-none',
    'screen-reader-text',
    'w-condition-invisible',
    'box hidden wide',
    'uk-hidden',
    'slds-hide',
    'govuk-visually-hidden',
    'visuallyHidden',
    'invisible',
    'nodisplay',
  ])('is left out: %s', (name) => {
    expect(texts(`${filler}<div class="${name}"><p>A secret line.</p></div>`)).not.toContain('A secret line.');
  });

  test.each([
    'hidden md:block',
    'd-none d-lg-flex',
    'hidden-xs',
    'tab-pane hide',
    'hidebound',
    'overflow-hidden',
    'elementor-invisible',
    'hide-on-mobile',
  ])('is not: %s', (name) => {
    expect(texts(`${filler}<div class="${name}"><p>An open line.</p></div>`)).toContain('An open line.');
  });

  test('is the page itself where nearly all of it is', () => {
    expect(
      texts(`<nav>${'<p>Menu with some words in it</p>'.repeat(30)}</nav><div class="hide">${filler.repeat(2)}</div>`),
    ).toContain('The canal was dug by hand, stone by stone, and the town paid for all of it in the end.');
  });
});

test.each([
  'id="onetrust-consent-sdk"',
  'id="CybotCookiebotDialog"',
  'class="box BorlabsCookieBox"',
  'id="tarteaucitronRoot" hidden',
  'id="cmpbox" role="document"',
  'class="cookies-popup"',
  'class="gdpr_banner-wrapper"',
  'role="dialog"',
  'role="alertdialog" class="welcome"',
])('what asks for consent to cookies is left out: %s', (name) => {
  const asking = `<div ${name}><p>We and our partners store cookies.</p></div>`;
  expect(texts(`${filler}${asking}`)).not.toContain('We and our partners store cookies.');
  expect(texts(asking)).toEqual([]);
  expect(texts(`<div class="about-${name.slice(4, 9)}"><p>An open line.</p></div>`)).toEqual(['An open line.']);
});

test('an article in a dialog is no question for consent', () => {
  const article = `<article><p>We and our partners bake cookies.</p></article>`;
  expect(texts(`${filler}<div role="dialog">${article}</div>`)).toContain('We and our partners bake cookies.');
  expect(texts(`${filler}<dialog open><p>We store cookies.</p></dialog>`)).not.toContain('We store cookies.');
});

test.each(['class="cmp-container"', 'class="cookie-recipes"', 'role="dialog"'])('another part stays: %s', (name) => {
  expect(texts(`${filler}<div ${name}><p>Bake them for ten minutes.</p></div>`)).toContain('Bake them for ten minutes.');
});

test('markup that a page writes as text for readers without scripts is not its text', () => {
  const pixel = '&lt;img width=1 height=1 src="https://count.example/a.gif?page=canal&amp;who=nobody"&gt;'.repeat(8);
  expect(texts(`<p>A short page about a canal.</p><noscript>${pixel}</noscript>`)).toEqual(['A short page about a canal.']);
});

test('what an element is called for people counts like its class', () => {
  const flagsOf = (html: string) => cutBlocks(parseTree(html)).blocks[0]?.flags;
  expect(flagsOf('<div aria-label="Related stories">One</div>')).toBe(flagsOf('<div class="related stories">One</div>'));
  expect(flagsOf('<div data-testid="newsletter">One</div>')).toBe(flagsOf('<div class="newsletter">One</div>'));
  expect(flagsOf('<div title="Related stories">One</div>')).toBe(flagsOf('<div>One</div>'));
});

test('a block knows its links and how much of it is bold', () => {
  const [block] = cutBlocks(
    parseTree('<p><b>Two</b> words and <a href="/a">one</a> <a href="/b">or <strong>more</strong></a> <a>none</a></p>'),
  ).blocks;
  expect(block).toMatchObject({ links: ['/a', '/b'], bold: 7, linkWords: 3 });
});

test.each([
  ['15家企业', { words: 1 + 3 * 0.6, cjk: 3 }],
  ['打开APP看更多', { words: 1 + 5 * 0.6, cjk: 5 }],
  ['two words', { words: 2, cjk: 0 }],
])('characters behind a number or a Latin word are counted one by one: %s', (text, counts) => {
  expect(countWords(text)).toEqual({ words: expect.closeTo(counts.words), cjk: counts.cjk });
});

describe('SUM-09 what a page hides', () => {
  test.each([
    ['<p aria-hidden="true">A line.</p>', false],
    ['<p aria-hidden="false">A line.</p>', true],
    ['<p hidden>A line.</p>', false],
    ['<p hidden="until-found">A line.</p>', true],
    ['<p style="color:red;display : none">A line.</p>', false],
    ['<p style="visibility:hidden">A line.</p>', false],
    ['<p style="no-display:none">A line.</p>', true],
  ])('%s: %s', (html, isRead) => {
    expect(texts(filler + html).includes('A line.')).toBe(isRead);
  });

  test('is read where a button opens it, one of several that it opens too', () => {
    const parts = ['one', 'two'].map((id) => `<div id="${id}" hidden><p>Part ${id}.</p></div>`).join('');
    const opened = (html: string) => texts(filler + html + parts).filter((text) => text.startsWith('Part'));
    expect(opened('<button aria-controls="one two">More</button>')).toEqual(['Part one.', 'Part two.']);
    expect(opened('<a href="#two">More</a>')).toEqual(['Part two.']);
    expect(opened('<a href="two">More</a>')).toEqual([]);
  });
});
