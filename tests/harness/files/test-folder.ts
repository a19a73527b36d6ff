/** A folder for the files of one test file, made before its tests and removed after them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Call it at the top of a test file. Both functions give the path of a file in the folder; `save` writes it. */
export function testFolder(name: string) {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), `${name}-`));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const pathOf = (file: string): string => join(folder, file);
  const save = (file: string, bytes: Uint8Array | string): string => {
    writeFileSync(pathOf(file), bytes);
    return pathOf(file);
  };
  return { pathOf, save };
}
