/** Styles that the browser would reckon anew for a whole page whenever anything comes or goes on it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));

function* linesOf(...endings: string[]): Generator<string> {
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!endings.some((ending) => path.endsWith(ending))) continue;
    for (const line of readFileSync(join(source, path), 'utf8').split('\n')) yield `${path}: ${line.trim()}`;
  }
}

test('no class asks every ancestor what it holds, nor for what something inside is not', () => {
  const costly = [...linesOf('.ts', '.tsx', '.css')].filter((line) => /in-\[:has\(|\bhas-\[[^\s'"]*:not\(/.test(line));
  expect(costly).toEqual([]);
});

test('marks of highlights are styled only where words can be marked', () => {
  const styled = [...linesOf('.css')].filter((line) => /::highlight\(/.test(line));
  expect(styled.length).toBeGreaterThan(0);
  expect(styled.filter((line) => !/: &::highlight\(/.test(line))).toEqual([]);
});
