import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function checked(code: string, allowed: unknown[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-patterns-'));
  folders.push(folder);
  for (const part of ['src', 'scripts']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, 'src', 'some.ts'), code);
  writeFileSync(join(folder, 'scripts', 'allowed-patterns.json'), JSON.stringify(allowed));
  const script = join(import.meta.dirname, '..', 'scripts', 'check-patterns.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  return { code: status, output: stdout };
}

test.each([
  ['a quadratic literal', String.raw`export const end = /\s+$/;`],
  ['an exponential literal', 'export const words = /^(?:a|a)*$/;'],
  ['a quadratic constant', String.raw`export const end = new RegExp('\\s+$', 'u');`],
])('patterns: refuse %s', (_name, code) => {
  const { code: exit, output } = checked(code);
  expect(output).toContain('src/some.ts:1');
  expect(exit).toBe(1);
});

test('patterns: let linear ones pass', () => {
  const { code, output } = checked(String.raw`export const end = [/(?<!\s)\s+$/, /^\s+/, /a{0,9}/, /<[^<>]*>/g];`);
  expect(output).toContain('4 patterns, 3 with unbounded repeats, 0 unsound');
  expect(code).toBe(0);
});

test('patterns: let one with a reason pass, and refuse a reason without a pattern', () => {
  const known = { file: 'src/some.ts', pattern: String.raw`\s+$`, reason: 'a name of at most 80 characters' };
  expect(checked(String.raw`export const end = /\s+$/;`, [known]).code).toBe(0);
  expect(checked('export const end = /a/;', [known]).code).toBe(1);
});
