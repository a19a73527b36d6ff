import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { escapeMarkdownText } from './escape-text.ts';
import { plainLine } from './plain-line.ts';

test('reads a line as it is shown: without marks and anchors, escapes decoded', () => {
  expect(plainLine('## 1\\. The *TOWN* [00:12](#t=12)')).toBe('1. The TOWN');
  expect(plainLine('> - [ ] ask **the keeper** about \\[this\\] [¶3](#p2) [?](#unverified)')).toBe('ask the keeper about [this]');
  expect(plainLine('3. see [the source](https://example.com/a)')).toBe('see the source');
});

test('returns an escaped text unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab1.)-+=*_`[]<>|~& '.split('')) }), (text) => {
      const plain = text.replace(/\s+/g, ' ').trim();
      expect(plainLine(escapeMarkdownText(plain))).toBe(plain);
    }),
  );
});

test('reads any line in linear time', () => {
  const kept = ['[', '![', '[a](', '[a](#t=', ']('];
  for (const [piece, shown] of [...kept.map((one) => [one, one]), [' ', ''], ['> ', ''], ['*', ''], ['`', ''], ['\\\\', '\\']])
    expectLinearTime((share) => {
      const times = 20_000 * share;
      expect(plainLine(`${piece?.repeat(times)}x`)).toBe(`${shown?.repeat(times)}x`);
    });
});
