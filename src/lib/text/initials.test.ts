import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['小麦', '小'],
  ['王 小明', '王'],
  ['Ada Lovelace', 'AL'],
  ['  ada   king  lovelace ', 'AL'],
  ['reader', 'R'],
  ['reader@example.org', 'RO'],
  ['👩‍🌾 farm', '👩‍🌾F'],
  ['   ', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
