import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vite';
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

const valuesOf = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted((a, b) => a.localeCompare(b));
const singularOf = (key: string) => key.replace(/_other$/, '_one');

const others = interfaceLanguages.filter((language) => language !== 'zh');

let chinese: [string, string][] = [];
const translated = new Map<string, Map<string, string>>();

beforeAll(async () => {
  chinese = await readWords('zh');
  for (const language of others) translated.set(language, new Map(await readWords(language)));
});

const wordsIn = (language: string) => translated.get(language) ?? new Map<string, string>();

test('SHL-07 every file of words is there in every language of the interface', () => {
  const reference = filesOf(defaultLanguage);
  expect(reference.length).toBeGreaterThan(20);
  for (const language of interfaceLanguages)
    expect(filesOf(language), language).toEqual(
      reference.map((path) => path.replace(new RegExp(`/${defaultLanguage}(?=\\.ts$|/)`), `/${language}`)).sort(),
    );
});

test.each(others)('SHL-07 every Chinese text has one in %s with the same values, and the other way round', (language) => {
  const words = wordsIn(language);
  for (const [key, text] of chinese) {
    expect(words.get(key), key).toBeTypeOf('string');
    expect(valuesOf(words.get(key) ?? ''), key).toEqual(valuesOf(text));
    if (key.endsWith('_other')) expect(words.has(singularOf(key)), singularOf(key)).toBe(true);
  }
  const known = new Set(chinese.flatMap(([key]) => [key, singularOf(key)]));
  expect([...words.keys()].filter((key) => !known.has(key))).toEqual([]);
});

test('SHL-07 no Chinese text shouts', () => {
  for (const [key, text] of chinese) expect(text, key).not.toMatch(/[!！]/);
});

test('SHL-07 Chinese follows the glossary', () => {
  for (const [key, text] of chinese) expect(text, key).not.toMatch(/您|账户|帐号|未核实|没有读到/);
});

test.each(others)('SHL-07 texts in %s hold no Chinese and do not shout', (language) => {
  for (const [key, text] of wordsIn(language)) {
    expect(text, key).not.toMatch(/!/);
    expect(text, key).not.toMatch(/\p{Script=Han}/u);
  }
});

/** Numbers that are never one: a site that lists less than it counts has more. Limits are constants. */
const alwaysMany = new Set(['listings.partly']);

test('SHL-07 English has both forms of a noun after a number', () => {
  const numbered = /\{\{(?:count|formatted|number|total|listed|done)\}\} (?:more |whole |of the )?(?!(?:is|was)\b)[a-z]+s\b/;
  expect('{{count}} lines in the transcript').toMatch(numbered);
  const wrong = [...wordsIn('en')].filter(
    ([key, text]) => !key.endsWith('_other') && !alwaysMany.has(key) && numbered.test(text),
  );
  expect(wrong).toEqual([]);
});

/** Words that the glossary calls otherwise, British spellings, and forms that nobody says. */
const unspoken =
  /\b(?:captions?|records?|contents|fetch(?:ed|ing)?|cancelled|colours?|licences?|favourites?|e-mail|whoever|cannot|(?:could|did|does|do|is|are|was|were|has|have) not)\b/i;

test('SHL-07 English follows the glossary and is written as people speak', () => {
  for (const text of ['Whoever cancelled it', 'It could not be read', '2 records']) expect(text).toMatch(unspoken);
  expect([...wordsIn('en')].filter(([, text]) => unspoken.test(text))).toEqual([]);
});

test('every error code and every progress code has its words in both languages', () => {
  for (const errors of [zhErrors, enErrors]) for (const code of errorCodes) expect(errors[code].length, code).toBeGreaterThan(5);
  for (const progress of [zhProgress, enProgress])
    for (const code of zProgressCode.options) expect(progress[code].length, code).toBeGreaterThan(1);
});

type Thrown = { code: string /** Null: not written out where it is thrown. */; params: string[] | null };
type Node = { type?: string; [key: string]: unknown };

/** The codes that a file gives to `new AppError`, with the names of their values. */
function thrownIn(source: string): Thrown[] {
  const found: Thrown[] = [];
  const property = (object: Node, name: string) => (object.properties as Node[]).find(({ key }) => (key as Node)?.name === name);
  const isOpen = (object: Node) => (object.properties as Node[]).some(({ type }) => type === 'SpreadElement');
  const paramsOf = (options: Node | undefined): Thrown['params'] => {
    if (options === undefined) return [];
    if (options.type !== 'ObjectExpression') return null;
    const params = property(options, 'params')?.value as Node | undefined;
    if (params === undefined) return isOpen(options) ? null : [];
    if (params.type !== 'ObjectExpression' || isOpen(params)) return null;
    return (params.properties as Node[]).map(({ key }) => String((key as Node).name));
  };
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, arguments: given } = node as Node;
    if (type === 'NewExpression' && (callee as Node).name === 'AppError') {
      const [code, options] = given as Node[];
      if (typeof code?.value === 'string') found.push({ code: code.value, params: paramsOf(options) });
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: 'ts' }));
  return found;
}

test('every error is thrown with the values that its words name', () => {
  const named = new Map(errorCodes.map((code) => [code as string, valuesOf(enErrors[code])]));
  expect(thrownIn(`new AppError('a', { params: { minutes } }); new AppError('b'); new AppError('c', how)`)).toEqual([
    { code: 'a', params: ['minutes'] },
    { code: 'b', params: [] },
    { code: 'c', params: null },
  ]);
  const missing = globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      if (![...source.matchAll(/new AppError\(\s*'(\w+)'/g)].some(([, code = '']) => named.get(code)?.length)) return [];
      return thrownIn(source).flatMap(({ code, params }) => {
        const left = params === null ? [] : (named.get(code) ?? []).filter((value) => !params.includes(value));
        return left.map((value) => `${path}: ${code} without ${value}`);
      });
    });
  expect(missing).toEqual([]);
});
