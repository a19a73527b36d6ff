import { afterEach, expect, test } from 'vitest';
import { addWords, hasWords, read, showLanguage, type Translation } from '#ui/i18n.ts';

/** The same calls, without the catalogue that the application has. */
type Loose = {
  t: (select: (words: Record<string, Record<string, string>>) => string | undefined, values?: object) => string;
} & Pick<Translation, 'named' | 'language'>;
const words = () => read() as unknown as Loose;

afterEach(() => showLanguage('zh'));

addWords('zh', { fruit: { count_other: '{{count}} 个苹果', name: '苹果 {{of}}', only: '只有中文' } });
addWords('en', { fruit: { count_one: '{{count}} apple', count_other: '{{count}} apples', name: 'Apple {{of}}' } });

test('SHL-07 values are filled in, and numbers counted as the language counts and writes them', () => {
  expect(words().t(($) => $.fruit?.count, { count: 1 })).toBe('1 个苹果');
  expect(words().t(($) => $.fruit?.name, { of: '$& {{of}}' })).toBe('苹果 $& {{of}}');
  showLanguage('en');
  expect(words().t(($) => $.fruit?.count, { count: 1 })).toBe('1 apple');
  expect(words().t(($) => $.fruit?.count, { count: 1234 })).toBe('1,234 apples');
  expect(words().t(($) => $.fruit?.name, {})).toBe('Apple ');
});

test('SHL-07 what a language lacks is said in the reference, and words that are not there are none', () => {
  showLanguage('en');
  expect(words().t(($) => $.fruit?.only)).toBe('只有中文');
  // Its area is not loaded: the selector itself fails.
  expect(words().t(($) => ($.chat as Record<string, string>).open)).toBe('');
  expect(words().named('fruit.name', { of: 'tree' })).toBe('Apple tree');
  expect(words().named('fruit.nothing')).toBeNull();
  expect(words().named('constructor.name')).toBeNull();
  expect([hasWords('en', 'fruit'), hasWords('en', 'chat')]).toEqual([true, false]);
});

test('SHL-07 words of an area join those that are there', () => {
  addWords('zh', { fruit: { more: '更多' } });
  expect([words().t(($) => $.fruit?.more), words().t(($) => $.fruit?.only)]).toEqual(['更多', '只有中文']);
});
