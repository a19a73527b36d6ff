import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { run } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { withoutBareLinks } from './bare-addresses.ts';
import { noteWithoutBareLinks } from './note-bare-addresses.ts';

/** Like a program that makes a link of everything that looks like one. */
const eager = new MarkdownIt({ html: false, linkify: true });

function linksOf(markdown: string): string[] {
  const all = eager.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return all.flatMap((token) => (token.type === 'link_open' ? [String(token.attrGet('href'))] : []));
}

function wordsOf(markdown: string): string {
  const all = new MarkdownIt().parse(markdown, {}).flatMap((token) => token.children ?? []);
  return all.map((token) => token.content).join('');
}

describe('a plain address', () => {
  test.each([
    ['see https://evil.example/x?a=1&amp;b=2.', 'see `https://evil.example/x?a=1&b=2`.'],
    ['at WWW.evil.example, he said', 'at `WWW.evil.example`, he said'],
    ['ftp://evil.example and obsidian://open?vault=x', '`ftp://evil.example` and `obsidian://open?vault=x`'],
    ['mailto:a@evil.example', '`mailto:a@evil.example`'],
    ['见https://evil.example/路径，然后', '见`https://evil.example/`路径，然后'],
    ['https://a.example/snake\\_case\\_(x)', '`https://a.example/snake_case_(x)`'],
    ['(https://a.example/x)', '(`https://a.example/x`)'],
    ['**https://a.example/x** _https://a.example/y_', '**`https://a.example/x`** _`https://a.example/y`_'],
    ['\\[x\\](https://evil.example/)', '\\[x\\](`https://evil.example/`)'],
    ['`code` then https://evil.example', '`code` then ``https://evil.example``'],
    ['a ` then https://evil.example', 'a ` then ``https://evil.example``'],
    ['`https://evil.example', '`https\\://evil.example'],
    ['\\``https://a.example/`https://b.example/`', '\\``https://a.example/`https\\://b.example/`'],
    ['[a](b https://evil.example)', '[a](b `https://evil.example`)'],
  ])('%s is code for other programs', (text, expected) => {
    expect(withoutBareLinks(text)).toBe(expected);
    expect(linksOf(withoutBareLinks(text))).toEqual([]);
  });

  test.each([
    '[a link](https://example.org/a_(b)) and <https://example.org> and ![p](https://example.org/p.png "x")',
    'nothing to see: 10:30, a//b, http:',
    '`https://example.org`',
    '[a]: https://example.org\n\n[a]',
    '```\nhttps://example.org\n```',
    '- x\n\n      https://example.org\n',
    '- [12:34](#t=754.2) [¶3](#p2) [?](#unverified)',
  ])('%s stays as it is written', (text) => {
    expect(noteWithoutBareLinks(text)).toBe(text);
  });

  test('is found in every kind of text of a note, and in a table', () => {
    const url = 'https://evil.example/x';
    const note = `> ${url}\n\n## ${url} [0:10](#t=10)\n\n- a\n  - ${url}\n\n1. x\n   ${url} y\n\n| a | ${url} |\n|---|---|\n| ${url}\\|z | b |\n\n${url}\n===\n`;
    const safe = noteWithoutBareLinks(note);
    expect(linksOf(note)).toContain(url);
    expect(linksOf(safe)).toEqual(['#t=10']);
    expect(safe.match(/`https:\/\/evil\.example\/x/g)).toHaveLength(7);
    expect(safe).toContain('| `https://evil.example/x\\|z` | b |');
    expect(safe.split('\n')).toHaveLength(note.split('\n').length);
  });

  test('is found with any line ends', () => {
    const note = 'a\r\n\r\n```\rhttps://evil.example\r```\r\rb\rhttps://evil.example c\r\n';
    expect(noteWithoutBareLinks(note)).toBe(note.replace('https://evil.example c', '`https://evil.example` c'));
  });

  test('never becomes a link in any surroundings, and the words stay', () => {
    const piece = fc.constantFrom(
      'https://e.example/',
      'www.e.example',
      '`',
      '``',
      '\\`',
      '\\',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      ' ',
      '\\_',
      '_',
      '*',
      '.',
      'a',
      '见',
      '\\[',
      '&amp;',
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `x ${pieces.join('')}`;
        const safe = withoutBareLinks(text);
        // Text written as a link is the writer's own link.
        const written = new MarkdownIt().render(text).match(/<a /g)?.length ?? 0;
        expect(linksOf(safe).length).toBeLessThanOrEqual(written);
        // Emphasis marks within code are text, so they are not compared.
        const letters = (markdown: string) => wordsOf(markdown).replace(/[\\`_*]/g, '');
        expect(letters(safe)).toBe(letters(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test('is found in linear time in a hostile line', () => {
    for (const piece of [
      '[',
      '](',
      '[a](',
      '`',
      '` `` ',
      '<a',
      'https://',
      'https:// ',
      'a',
      'www.',
      '(https://a',
      '\\',
      '[](((',
      '"',
      ')',
      '.',
      '&amp;',
      '&',
    ])
      for (const gap of ['', ' ', ' [a'])
        expectLinearTime((share) => withoutBareLinks(`https://x${gap}${run(piece, 30_000 * share)}`));
  });
});
