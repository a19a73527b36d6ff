import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const paragraph = (name: string): string =>
  `<p>The ${name} paragraph tells how the canal was dug by hand, stone by stone, and who paid for the work.</p>`;
const read = (body: string) =>
  readPage({
    bytes: new TextEncoder().encode(`<!doctype html><html><head><title>The canal</title></head><body>${body}</body></html>`),
    contentType: 'text/html; charset=utf-8',
    url: 'https://example.org/canal',
  });
const order = (text: string): string[] => text.match(/first|second|third|fourth/g) ?? [];

test('SUM-09 parts that React streams are read where they belong', () => {
  const page = read(
    `<main><article><h1>The canal</h1><!--$-->${paragraph('first')}<!--/$--><!--$?--><template id="B:1"></template><p>Loading …</p><!--/$-->${paragraph('fourth')}</article></main>
     <div hidden id="S:0">${paragraph('second')}<template id="P:2"></template></div>
     <script>$RC("B:1","S:0")</script>
     <div hidden id="S:2">${paragraph('third')}</div><script>$RS("S:2", "P:2")</script>`,
  );
  expect(order(page.text)).toEqual(['first', 'second', 'third', 'fourth']);
  expect(page.text).not.toContain('Loading');
  expect(order(page.markdown)).toEqual(['first', 'second', 'third', 'fourth']);
});

test('SUM-09 a streamed part goes to the place of its number when no script says where', () => {
  const page = read(
    `<main><article><h1>The canal</h1><template id="B:3"></template>${paragraph('second')}</article></main><div hidden id="S:3">${paragraph('first')}</div>`,
  );
  expect(order(page.text)).toEqual(['first', 'second']);
});

test('SUM-09 a streamed part without a place is shown, other hidden parts are not', () => {
  const page = read(
    `<main>${paragraph('first')}</main><div hidden id="S:0">${paragraph('second')}</div><div hidden id="T:0">${paragraph('third')}</div>`,
  );
  expect(order(page.text)).toEqual(['first', 'second']);
});

test('SUM-09 a place inside its own part moves nothing', () => {
  const page = read(
    `<main>${paragraph('first')}</main><div hidden id="S:0"><template id="B:0"></template>${paragraph('second')}</div>`,
  );
  expect(order(page.text)).toEqual(['first', 'second']);
});

test('SUM-09 a streamed part of a named application goes to its place too', () => {
  const page = read(
    `<main>${paragraph('first')}<!--$?--><template id="shop-B:0"></template><p>Loading …</p><!--/$-->${paragraph('third')}</main>
     <div hidden id="shop-S:0">${paragraph('second')}</div><script>$RC("shop-B:0","shop-S:0")</script>`,
  );
  expect(order(page.text)).toEqual(['first', 'second', 'third']);
  expect(page.text).not.toContain('Loading');
});
