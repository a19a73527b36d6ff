import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../scripts/lib/install.mjs', import.meta.url));
const { progressOf } = (await import(/* @vite-ignore */ script)) as { progressOf: (folder: string) => string };

test('the lines of an installation count what is unpacked, not the folders that npm makes first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-install-'));
  try {
    expect(progressOf(join(folder, 'not-there'))).toBe('looking up packages');
    // Of an earlier version, on its way out.
    mkdirSync(join(folder, '.one-a1b2'));
    const packages = ['one', '@scope/two', 'three'].map((name) => join(folder, name));
    for (const path of packages) mkdirSync(path, { recursive: true });
    expect(progressOf(folder)).toBe('0 of 3 packages unpacked');
    for (const [done, path] of packages.entries()) {
      writeFileSync(join(path, 'package.json'), '{}');
      if (done < 2) expect(progressOf(folder)).toBe(`${done + 1} of 3 packages unpacked`);
    }
    expect(progressOf(folder)).toMatch(/^all 3 packages unpacked, /);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
