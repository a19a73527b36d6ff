import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { zProgressCode } from '#engine/domain.ts';
import { errors as enErrors } from '#i18n/words/en/errors.ts';
import { progress as enProgress } from '#i18n/words/en/progress.ts';
import { errors as zhErrors } from '#i18n/words/zh/errors.ts';
import { progress as zhProgress } from '#i18n/words/zh/progress.ts';
import { errorCodes } from '#lib/app-error.ts';
import { defaultLanguage, interfaceLanguages } from '#lib/languages.ts';

const root = dirname(import.meta.dirname);

function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither text nor a group`);
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

const filesOf = (language: string) =>
  globSync(['src/**/words/**/*.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => new RegExp(`/words/(?:.+/)?${language}(?:\\.ts$|/)`).test(path))
    .sort();

async function readWords(language: string): Promise<[string, string][]> {
  const areas: Record<string, unknown> = {};
  for (const path of filesOf(language)) Object.assign(areas, await import(pathToFileURL(join(root, path)).href));
  return leaves(areas);
}

const valuesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
const singularOf = (key: string) => key.replace(/_other$/, '_one');

let chinese: [string, string][] = [];
let english = new Map<string, string>();

beforeAll(async () => {
  chinese = await readWords('zh');
  english = new Map(await readWords('en'));
});

test('SHL-07 every file of words is there in every language of the interface', () => {
  const reference = filesOf(defaultLanguage);
  expect(reference.length).toBeGreaterThan(20);
  for (const language of interfaceLanguages)
    expect(filesOf(language), language).toEqual(
      reference.map((path) => path.replace(new RegExp(`/${defaultLanguage}(?=\\.ts$|/)`), `/${language}`)).sort(),
    );
});

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

test('SHL-07 English has both forms of a noun after a number', () => {
  const numbered = /\{\{(?:count|formatted|number|total|listed|done)\}\} (?:more |whole |of the )?(?!was\b)[a-z]+s\b/;
  expect('{{count}} places in the source').toMatch(numbered);
  const wrong = [...english].filter(([key, text]) => !key.endsWith('_other') && !alwaysMany.has(key) && numbered.test(text));
  expect(wrong).toEqual([]);
});

test('every error code and every progress code has its words in both languages', () => {
  for (const errors of [zhErrors, enErrors]) for (const code of errorCodes) expect(errors[code].length, code).toBeGreaterThan(5);
  for (const progress of [zhProgress, enProgress])
    for (const code of zProgressCode.options) expect(progress[code].length, code).toBeGreaterThan(1);
});
