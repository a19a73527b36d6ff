import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = dirname(import.meta.dirname);

function codesInTitles(code: string): string[] {
  return [...code.matchAll(/['"`]((?:[A-Z]{3}-\d{2} )+)/g)].flatMap(([, codes = '']) => codes.trim().split(' '));
}

test('finds the codes of a title', () => {
  expect(codesInTitles(`test('SUM-02 CON-08 reads', () => say('GPT-45'));\n])("LIB-01 %s", () => 1)`)).toEqual([
    'SUM-02',
    'CON-08',
    'LIB-01',
  ]);
});

test('every code in a test title is a promise that is written down, and every promise has a test', () => {
  const files = globSync(['src/**/*.test.{ts,tsx}', 'tests/**/*.{test,part}.{ts,tsx}'], { cwd: root });
  const used = new Set(
    files
      .filter((file) => !file.endsWith('promises.test.ts'))
      .flatMap((file) => codesInTitles(readFileSync(join(root, file), 'utf8'))),
  );
  const rows = readFileSync(join(root, 'docs/promises.md'), 'utf8').matchAll(/^\| ([A-Z]{3}-\d{2}) +\|/gm);
  const promised = [...rows].map(([, code = '']) => code);
  expect(new Set(promised).size).toBe(promised.length);
  expect([...used].sort()).toEqual(promised.sort());
});
