import { expect, test } from 'vitest';
import { cleanUsername } from './username.ts';

test.each([
  ['  Ada  L. ', 'Ada L.'],
  ['ad\u202ea\u200b\n\tx', 'ada x'],
  ['Zoe\u0301 👩‍🚀', 'Zoé 👩‍🚀'],
  ['小明', '小明'],
  ['\u200b\u2060', ''],
  [' \u0301 ', ''],
])('ACC-09 the name %j is kept as %j', (typed, name) => {
  expect(cleanUsername(typed)).toBe(name);
});
