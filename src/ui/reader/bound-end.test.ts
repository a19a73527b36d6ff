import { expect, test } from 'vitest';
import { boundEnd } from './bound-end.ts';

const endOf = (text: string) => text.slice(boundEnd(text));

test('CON-02 a reference is bound to the last two characters before it, or to the last word', () => {
  expect(endOf('村里把粮食放在河边的石头谷仓里 ')).toBe('仓里 ');
  expect(endOf('每袋都称过重。')).toBe('过重。');
  expect(endOf('他说“十分之一太多了。” ')).toBe('多了。” ');
  expect(endOf('The keeper weighed each sack. ')).toBe('sack. ');
  expect(endOf('都用上了 AI ')).toBe('AI ');
  expect(endOf('都用上了AI ')).toBe('了AI ');
  expect(endOf('𠮷野家在这里 ')).toBe('这里 ');
  expect(endOf('里 ')).toBe('里 ');
});

test('CON-02 nothing is bound that would leave a narrow column', () => {
  expect(endOf(`see https://example.org/${'a'.repeat(40)} `)).toBe('');
  expect(endOf(`well${'.'.repeat(60)}`)).toBe('');
  expect(endOf('   ')).toBe('');
  expect(endOf('')).toBe('');
});
