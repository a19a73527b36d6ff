import { expect, test } from 'vitest';
import { zProgressCode } from '#engine/domain.ts';
import { errorCodes } from '#lib/app-error.ts';
import { en } from '#web/i18n/en/catalogue.ts';
import { chat as enChat } from '#web/i18n/en/chat.ts';
import { collections as enCollections } from '#web/i18n/en/collections.ts';
import { content as enContent } from '#web/i18n/en/content.ts';
import { exports as enExports } from '#web/i18n/en/exports.ts';
import { highlights as enHighlights } from '#web/i18n/en/highlights.ts';
import { listings as enListings } from '#web/i18n/en/listings.ts';
import { prompts as enPrompts } from '#web/i18n/en/prompts.ts';
import { records as enRecords } from '#web/i18n/en/records.ts';
import { settings as enSettings } from '#web/i18n/en/settings.ts';
import { wish as enWish } from '#web/i18n/en/wish.ts';
import { zh } from '#web/i18n/zh/catalogue.ts';
import { chat as zhChat } from '#web/i18n/zh/chat.ts';
import { collections as zhCollections } from '#web/i18n/zh/collections.ts';
import { content as zhContent } from '#web/i18n/zh/content.ts';
import { exports as zhExports } from '#web/i18n/zh/exports.ts';
import { highlights as zhHighlights } from '#web/i18n/zh/highlights.ts';
import { listings as zhListings } from '#web/i18n/zh/listings.ts';
import { prompts as zhPrompts } from '#web/i18n/zh/prompts.ts';
import { records as zhRecords } from '#web/i18n/zh/records.ts';
import { settings as zhSettings } from '#web/i18n/zh/settings.ts';
import { wish as zhWish } from '#web/i18n/zh/wish.ts';

function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither text nor a group`);
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

const valuesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
const singularOf = (key: string) => key.replace(/_other$/, '_one');

const chinese = leaves({
  ...zh,
  chat: zhChat,
  collections: zhCollections,
  content: zhContent,
  exports: zhExports,
  listings: zhListings,
  prompts: zhPrompts,
  highlights: zhHighlights,
  records: zhRecords,
  settings: zhSettings,
  wish: zhWish,
});
const english = new Map(
  leaves({
    ...en,
    chat: enChat,
    collections: enCollections,
    content: enContent,
    exports: enExports,
    listings: enListings,
    prompts: enPrompts,
    highlights: enHighlights,
    records: enRecords,
    settings: enSettings,
    wish: enWish,
  }),
);

test('SHL-07 every Chinese text has an English one with the same values, and the other way round', () => {
  for (const [key, text] of chinese) {
    expect(english.get(key), key).toBeTypeOf('string');
    expect(valuesOf(english.get(key) ?? ''), key).toEqual(valuesOf(text));
    if (key.endsWith('_other')) expect(english.has(singularOf(key)), singularOf(key)).toBe(true);
  }
  const known = new Set(chinese.flatMap(([key]) => [key, singularOf(key)]));
  expect([...english.keys()].filter((key) => !known.has(key))).toEqual([]);
});

test('SHL-07 Chinese texts are Chinese, English ones hold no Chinese, neither shouts', () => {
  for (const [key, text] of chinese) expect(text, key).not.toMatch(/[!！]/);
  for (const [key, text] of english) {
    expect(text, key).not.toMatch(/!/);
    expect(text, key).not.toMatch(/\p{Script=Han}/u);
  }
});

/** Numbers that are never one: a site that lists less than it counts has more. Limits are constants. */
const alwaysMany = new Set(['listings.partly']);

test('SHL-07 English says “1 place” and “2 places”: a number before a noun has both forms', () => {
  const numbered = /\{\{(?:count|formatted|number|total|listed|done)\}\} (?:more |whole |of the )?(?!was\b)[a-z]+s\b/;
  expect('{{count}} places in the source').toMatch(numbered);
  const wrong = [...english].filter(([key, text]) => !key.endsWith('_other') && !alwaysMany.has(key) && numbered.test(text));
  expect(wrong).toEqual([]);
});

test('every error code and every progress code has its words in both languages', () => {
  for (const catalogue of [zh, en]) {
    for (const code of errorCodes) expect(catalogue.errors[code].length, code).toBeGreaterThan(5);
    for (const code of zProgressCode.options) expect(catalogue.progress[code].length, code).toBeGreaterThan(1);
  }
});
