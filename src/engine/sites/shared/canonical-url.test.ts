import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectLinearTime } from '../../../../tests/harness/growth.ts';
import { canonicaliseUrl, findLinks } from './canonical-url.ts';

describe('findLinks', () => {
  test('SUM-01 finds the link inside share text of either language', () => {
    expect(findLinks('【这个讲座太好了】 https://example.com/talk?id=3&utm_source=app，快看！')).toEqual([
      'https://example.com/talk?id=3&utm_source=app',
    ]);
    expect(findLinks('See (https://example.com/a_(b)). Thanks')).toEqual(['https://example.com/a_(b)']);
  });

  test('SUM-01 keeps several links in order and each once', () => {
    expect(findLinks('https://a.example/1\nhttps://b.example/2 https://a.example/1#x')).toEqual([
      'https://a.example/1',
      'https://b.example/2',
    ]);
  });

  test('a bare domain counts only when there is no full link', () => {
    expect(findLinks('example.com/post')).toEqual(['https://example.com/post']);
    expect(findLinks('read notes.txt e.g. now')).toEqual([]);
  });

  test('excludes a closing bracket that was not opened in the link', () => {
    expect(findLinks('see (https://example.com/a_(b)) and https://example.com/c)).')).toEqual([
      'https://example.com/a_(b)',
      'https://example.com/c',
    ]);
  });

  test.each<[text: string, links: string[]]>([
    [
      'https://youtu.be/dQw4w9WgXcQhttps://youtu.be/9bZkp7q19f_',
      ['https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/9bZkp7q19f_'],
    ],
    ...[',', ';', '|', '，', '：', '｜', '…', '～'].map((mark): [string, string[]] => [
      `https://a.example/1${mark}https://b.example/2${mark}`,
      ['https://a.example/1', 'https://b.example/2'],
    ]),
    ['[A](https://a.example/1),[B](https://b.example/2)', ['https://a.example/1', 'https://b.example/2']],
    ['(https://a.example/1)和〈https://b.example/2〉', ['https://a.example/1', 'https://b.example/2']],
    ['**https://a.example/1**, _https://b.example/2_', ['https://a.example/1', 'https://b.example/2']],
    [
      'https://archive.example/2020/https://a.example/1 https://b.example/?url=https://c.example/x',
      ['https://archive.example/2020/https://a.example/1', 'https://b.example/?url=https://c.example/x'],
    ],
  ])('SUM-01 finds each link of %s', (text, links) => {
    expect(findLinks(text)).toEqual(links);
  });

  test('reads any text in linear time', () => {
    for (const [piece, end] of [
      ...['.', ')', ']', '?', ' '].map((piece) => [piece, /.*/s] as const),
      ...['(', '*a', 'a-', 'https://', 'a.', 'a:'].map((piece) => [piece, /[.:]$/] as const),
    ])
      expectLinearTime((share) => {
        const text = piece.repeat(50_000 * share);
        expect(findLinks(`https://example.com/${text} x`)).toEqual([`https://example.com/${text.replace(end, '')}`]);
      });
  });

  test('never throws and only gives http(s) addresses', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'binary' }), (text) => {
        for (const link of findLinks(text)) expect(new URL(link).protocol).toMatch(/^https?:$/);
      }),
    );
  });
});

describe('canonicaliseUrl', () => {
  test('SUM-09 equal links share one form', () => {
    const form = canonicaliseUrl('https://example.com/a?id=1');
    for (const link of [
      'https://EXAMPLE.com:443/a?id=1#t=3',
      'https://example.com./a?id=1&utm_medium=x&spm=1',
      'https://u:p@example.com/a?id=1',
    ])
      expect(canonicaliseUrl(link)).toBe(form);
    for (const link of ['https://example.com/a?', 'https://example.com/a?#part', 'https://example.com/a?fbclid=x'])
      expect(canonicaliseUrl(link)).toBe('https://example.com/a');
    expect(canonicaliseUrl('https://example.com/a?id=2')).not.toBe(form);
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (link) => {
        const once = canonicaliseUrl(link);
        expect(canonicaliseUrl(once)).toBe(once);
      }),
    );
  });
});
