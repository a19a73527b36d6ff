import { expect, test } from 'vitest';
import { withoutLinks, writtenLinks } from './links-in-text.ts';

const linksIn = (text: string) => writtenLinks(text).map(({ start, end, url }) => `${start}-${end} ${url.href}`);
const at = 'https://a.example/';

test.each<[text: string, links: string[]]>([
  [`see ${at}b and HTTP://c.example/d`, [`4-23 ${at}b`, '28-46 http://c.example/d']],
  [`看${at}b，再看（${at}c）。`, [`1-20 ${at}b`, `24-43 ${at}c`]],
  [`<${at}b> "${at}c" '${at}d' \`${at}e\``, [`1-20 ${at}b`, `23-42 ${at}c`, `45-64 ${at}d`, `67-86 ${at}e`]],
  [`${at}bhttps://c.example/`, [`0-19 ${at}b`, '19-37 https://c.example/']],
  [
    `${at}?u=https://c.example/ ${at}x/https://d.example/`,
    [`0-39 ${at}?u=https://c.example/`, `40-78 ${at}x/https://d.example/`],
  ],
  [`(${at}b). [c](${at}c), ${at}d?! ${at}e**`, [`1-20 ${at}b`, `27-46 ${at}c`, `49-68 ${at}d`, `71-90 ${at}e`]],
  [
    `${at}b_(c) (${at}d_(e)) ${at}f[0] ${at}g{1}}`,
    [`0-23 ${at}b_(c)`, `25-48 ${at}d_(e)`, `50-72 ${at}f[0]`, `73-95 ${at}g%7B1%7D`],
  ],
  [`_${at}b_ ${at}c_`, [`1-20 ${at}b`, `22-42 ${at}c_`]],
  ['https:// http://', []],
  ['a.example b.example:80/c?d#e', ['0-9 https://a.example/', '10-28 https://b.example:80/c?d#e']],
  ['see a.example', []],
  ['a.example1 -a.example', []],
  ['a_b.example', []],
  ['', []],
])('SUM-09 finds the links in %j', (text, links) => {
  expect(linksIn(text)).toEqual(links);
});

test('SUM-09 takes links out of a text, with lines that held nothing else', () => {
  const text = `One ${at}b and ${at}c\n ${at}b \n\n${at}d\ntwo ${at}b`;
  expect(withoutLinks(text, [`${at}b`])).toBe(`One  and ${at}c\n\n${at}d\ntwo `);
  expect(withoutLinks(text, [`${at}b`, `${at}c`, `${at}d`])).toBe('One  and \n\ntwo ');
  expect(withoutLinks(text, [])).toBe(text);
  expect(withoutLinks('  no links \n', [at])).toBe('  no links \n');
});
