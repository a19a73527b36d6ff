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
  ['My snake_case and foo_bar guide for everyone', null, 'My snake_case and foo_bar guide for everyone'],
  ['Vue3 - 从入门到精通 - 某某站', '某某站', 'Vue3 - 从入门到精通'],
  ['Vue3 - 从入门到精通 - 某某站', null, 'Vue3 - 从入门到精通'],
  ['山谷里的谷仓着火了_新闻频道_某某网', '某某网', '山谷里的谷仓着火了'],
  ['山谷里的谷仓着火了_新闻频道_某某网', null, '山谷里的谷仓着火了'],
])('a title loses the name of the site and no more: %s', (title, site, own) => {
  const declared = readDeclared(parseTree(`<html><head><title>${title}</title></head></html>`));
  expect(titleOf(declared, [], site, 'https://other.test/')).toBe(own);
});
