import { expect, test } from 'vitest';
import { readXhtml } from './xhtml.ts';

const body = (markup: string) => readXhtml(`<html><head><title>no</title></head><body>${markup}</body></html>`);
const paragraph = (text: string) => ({ type: 'paragraph', text });

test('paragraphs end where blocks begin and end, and what is not shown is not said', () => {
  expect(body('before<p>one\n  two</p>between<div>three<br/>four</div>after')).toEqual(
    ['before', 'one two', 'between', 'three four', 'after'].map(paragraph),
  );
  expect(body('a<script>b<p>c</p></script>d<style>e</style><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>')).toEqual([
    paragraph('ad漢'),
  ]);
  // Unmatched end tags have no effect.
  expect(body('</script></blockquote></ul></table><p>kept</p>')).toEqual([paragraph('kept')]);
  expect(body('<script><svg></svg>quiet</script><p>said</p>')).toEqual([paragraph('said')]);
});

test('raised digits are not glued to what is before them', () => {
  expect(
    body('<p>From 2019<sup><a>12</a></sup> to 10<sup>6</sup> and 10<sup>-3</sup>, the 9<sup>th</sup> <sup>4</sup>He</p>'),
  ).toEqual([paragraph('From 2019¹² to 10⁶ and 10⁻³, the 9th 4He')]);
});

test('headings, quotes and code keep what they are until they end', () => {
  expect(body('<h2>Oven</h2>warm<H6>Small</H6>')).toEqual([
    { type: 'heading', level: 2, text: 'Oven' },
    paragraph('warm'),
    { type: 'heading', level: 6, text: 'Small' },
  ]);
  expect(body('<blockquote>a<blockquote>b</blockquote>c</blockquote>d')).toEqual([
    ...['a', 'b', 'c'].map((text) => ({ type: 'quote', text })),
    paragraph('d'),
  ]);
  expect(body('<pre>\n\n  one\n\u00a0two<br/>three  \n</pre>one\n two<p>a  b</p>')).toEqual([
    { type: 'code', text: '  one\n two\nthree' },
    paragraph('one two'),
    paragraph('a b'),
  ]);
});

test('items know their list and its depth; what follows in one is a paragraph', () => {
  const item = (text: string, depth: number, ordered: boolean) => ({ type: 'item', text, depth, ordered });
  expect(body('<ul><li>a<ol><li>b</li><li>c</li></ol></li><li><p>d</p><p>e</p></li></ul><li>f</li>g')).toEqual([
    item('a', 0, false),
    item('b', 1, true),
    item('c', 1, true),
    item('d', 0, false),
    paragraph('e'),
    item('f', 0, false),
    paragraph('g'),
  ]);
});

test('a table is its rows; one inside of it is text of its cell, and an empty one is none', () => {
  expect(
    body(
      '<table><tr><th>A</th><td> b <p>c</p></td></tr><tr><td></td></tr><tr><td><table><tr><td>d</td><td>e</td></tr></table></td></tr></table>f',
    ),
  ).toEqual([
    {
      type: 'table',
      rows: [['A', 'b c'], ['d e']],
    },
    paragraph('f'),
  ]);
  expect(body('<table><tr><td> </td></tr></table><table></table><p>g</p>')).toEqual([paragraph('g')]);
  expect(body('<tr><td>h</td></tr>')).toEqual([paragraph('h')]);
  expect(body('<table>i<tr>j<td>k</td></tr></table>')).toEqual([
    paragraph('i'),
    paragraph('j'),
    { type: 'table', rows: [['k']] },
  ]);
});
