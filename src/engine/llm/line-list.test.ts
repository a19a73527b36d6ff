import { expect, test } from 'vitest';
import { withPlainReferences } from './line-list.ts';

test.each([
  ['It stands. `[L5]`, `[L6-L9]` and **[L2, L3]**', 'It stands. [L5], [L6-L9] and [L2, L3]'],
  ['【L3】 in bold: **【L3】**', '【L3】 in bold: 【L3】'],
  ['code ``[L5]`` and `[L5] a` stay', 'code ``[L5]`` and `[L5] a` stay'],
  ['***[L5]***', '***[L5]***'],
])('CON-11 a reference as code or in bold is a reference: %s', (text, expected) => {
  expect(withPlainReferences(text)).toBe(expected);
});
