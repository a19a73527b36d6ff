import { expect, test } from 'vitest';
import { createFenceReader } from './code-fences.ts';

const kinds = (...lines: string[]) => lines.map(createFenceReader());

test('a block reaches from its fence to one of the same sign, at least as long', () => {
  expect(kinds('a', '```', 'b', '```', 'c')).toEqual(['text', 'fence', 'code', 'fence', 'text']);
  expect(kinds('~~~ js', '```', '```', '~~~', 'c')).toEqual(['fence', 'code', 'code', 'fence', 'text']);
  expect(kinds('```', '~~~', '```')).toEqual(['fence', 'code', 'fence']);
  expect(kinds('````', '```', '`````', 'c')).toEqual(['fence', 'code', 'fence', 'text']);
});

test('a fence may be indented, and what closes has no words', () => {
  expect(kinds('  - a', '    ```python', '    # b', '    ```  ', 'c')).toEqual(['text', 'fence', 'code', 'fence', 'text']);
  expect(kinds('```', '``` js', '```')).toEqual(['fence', 'code', 'fence']);
  expect(kinds('~~~', '~~~ js', '~~~')).toEqual(['fence', 'code', 'fence']);
});

test('two signs, code within a line and words before a fence open no block', () => {
  expect(kinds('``', '~~', '```a```', 'a ```', 'b')).toEqual(['text', 'text', 'text', 'text', 'text']);
  // Tildes have no such form within a line.
  expect(kinds('~~~a~~~', 'b')).toEqual(['fence', 'code']);
});

test('a block without an end goes on to the end', () => {
  expect(kinds('```', 'a', '', 'b')).toEqual(['fence', 'code', 'code', 'code']);
});

test('a line with the end of a Windows line is read alike', () => {
  expect(kinds('```js\r', 'a\r', '```\r', 'b\r')).toEqual(['fence', 'code', 'fence', 'text']);
});
