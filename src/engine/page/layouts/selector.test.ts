import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { attr, type Element } from '../tree.ts';
import { outermost, selects } from './selector.ts';

const page = `<main id="m" class="a  wide" lang="de-CH"><article id="x" class="md big"><h1 id="h" itemprop="name">One</h1>
<p id="p" data-kind=""><b id="b" class="mdx">bold</b></p></article></main><h1 id="other" title="a b">Two</h1>`;

function found(selector: string): string[] {
  const document = parse(page) as unknown as Parameters<typeof outermost>[0];
  const wanted = selects(selector);
  const ids: string[] = [];
  // Returning false goes on inside an element that was found.
  outermost(document, (element: Element) => {
    if (wanted(element)) ids.push(attr(element, 'id') ?? element.tagName);
    return false;
  });
  return ids;
}

test.each<[string, string[]]>([
  ['h1', ['h', 'other']],
  ['#h', ['h']],
  ['.md', ['x']],
  ['.wide', ['m']],
  ['article.md', ['x']],
  ['main.md', []],
  ['.md.big', ['x']],
  ['main h1', ['h']],
  ['main article b', ['b']],
  ['article main b', []],
  ['main p, #other', ['p', 'other']],
  ['[itemprop]', ['h']],
  ['[itemprop=name]', ['h']],
  ['[itemprop="name"]', ['h']],
  ["[title='a']", []],
  ['[itemprop=other]', []],
  ['[data-kind]', ['p']],
  ['[lang^=de]', ['m']],
  ['[lang^="CH"]', []],
  ['[lang*=CH]', ['m']],
  ['h1[itemprop=name]', ['h']],
])('the selector %s finds %j', (selector, ids) => {
  expect(found(selector)).toEqual(ids);
});

test('of what is found within each other the outermost is given', () => {
  const document = parse('<div id="a"><div id="b"></div></div><p><div id="c"></div>') as unknown as Parameters<
    typeof outermost
  >[0];
  expect(outermost(document, selects('div')).map((element) => attr(element, 'id'))).toEqual(['a', 'c']);
});
