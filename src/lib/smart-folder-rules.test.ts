import { expect, test } from 'vitest';
import { smartFolderLimits } from './input-limits.ts';
import { zSmartFolderRules } from './smart-folder-rules.ts';

const accepts = (rules: unknown) => zSmartFolderRules.safeParse(rules).success;
const many = (count: number) => Array.from({ length: count }, () => 'en');

test('COL-06 words of rules are kept without spaces around them, and of hosts and languages in lower case', () => {
  expect(zSmartFolderRules.parse({ sites: [' Example.ORG '], languages: ['EN '], text: ' Rye Barn ' })).toEqual({
    sites: ['example.org'],
    languages: ['en'],
    text: 'Rye Barn',
  });
  expect(zSmartFolderRules.parse({})).toEqual({});
});

test.each<[rules: object, isAccepted: boolean]>([
  [{ types: ['audio'] }, true],
  [{ types: [] }, false],
  [{ types: ['film'] }, false],
  [{ types: ['audio', 'audio', 'audio', 'audio', 'audio', 'audio'] }, false],
  [{ sites: [' '] }, false],
  [{ sites: [] }, false],
  [{ sites: ['a'.repeat(253)] }, true],
  [{ sites: ['a'.repeat(254)] }, false],
  [{ sites: many(smartFolderLimits.choices) }, true],
  [{ sites: many(smartFolderLimits.choices + 1) }, false],
  [{ languages: many(smartFolderLimits.choices) }, true],
  [{ languages: many(smartFolderLimits.choices + 1) }, false],
  [{ languages: [] }, false],
  [{ languages: ['e'] }, false],
  [{ languages: ['abcdefgh'] }, true],
  [{ languages: ['abcdefghi'] }, false],
  [{ languages: ['zh-CN'] }, false],
  [{ minutes: {} }, false],
  [{ minutes: { from: 0 } }, true],
  [{ minutes: { to: 100_000 } }, true],
  [{ minutes: { to: 100_001 } }, false],
  [{ minutes: { from: 100_001 } }, false],
  [{ minutes: { from: -1 } }, false],
  [{ minutes: { to: -1 } }, false],
  [{ minutes: { from: 1.5 } }, false],
  [{ added: { days: 1 } }, true],
  [{ added: { days: 0 } }, false],
  [{ added: { days: 36_500 } }, true],
  [{ added: { days: 36_501 } }, false],
  [{ published: { from: '2026-01-01', zone: 'UTC' } }, true],
  [{ published: { to: '2026-01-01', zone: 'UTC' } }, true],
  [{ published: { zone: 'UTC' } }, false],
  [{ published: { from: '2026-01-32', zone: 'UTC' } }, false],
  [{ published: { from: '2026-01-01', zone: '+08:00' } }, false],
  [{ published: { from: '2026-01-01' } }, false],
  [{ text: ' ' }, false],
  [{ text: 'x'.repeat(smartFolderLimits.textLength) }, true],
  [{ text: 'x'.repeat(smartFolderLimits.textLength + 1) }, false],
  [{ todo: 'open' }, true],
  [{ todo: 'some' }, false],
  [{ other: 1 }, false],
])('COL-06 the rules %j are accepted: %s', (rules, isAccepted) => {
  expect(accepts(rules)).toBe(isAccepted);
});
