import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePdf } from '../../../../tests/harness/files/make-documents.ts';
import { runProcess } from '../../process/run-process.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'document-main-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pdf = makePdf({ pages: [Array.from({ length: 12 }, (_, index) => `A line about the kiln, number ${index}.`)] });

function start(entry: string, args: string[], input: Uint8Array = Buffer.alloc(0)) {
  const path = fileURLToPath(new URL(entry, import.meta.url));
  const options = { signal: new AbortController().signal, timeoutMs: 60_000, keepUser: true, input };
  return runProcess(process.execPath, [path, ...args], options);
}

test('the children read a document from a file or from their input', async () => {
  const path = join(folder, 'a.pdf');
  writeFileSync(path, pdf);
  const [file, input, noArgument, missing] = await Promise.all([
    start('./main.ts', [path]),
    start('./main.ts', ['-'], pdf),
    start('./main.ts', [], pdf),
    start('./main.ts', [join(folder, 'missing')]),
  ]);
  for (const { exitCode, stdout } of [file, input, noArgument]) {
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout.toString())).toMatchObject({ ok: true, value: { format: 'pdf', pages: 1 } });
  }
  expect(JSON.parse(missing.stdout.toString())).toMatchObject({ ok: false, code: 'document_unreadable', reason: 'damaged' });
  const pictures = await Promise.all([
    start('./draw.ts', [path]),
    start('./draw.ts', ['-'], pdf),
    start('./draw.ts', [], pdf),
    start('./draw.ts', ['-'], Buffer.from('%PDF-1.5\n')),
  ]);
  const starts = pictures.map(({ exitCode, stdout }) => [exitCode, stdout.toString('latin1', 0, 4)]);
  expect(starts).toEqual([
    [0, '/9j/'],
    [0, '/9j/'],
    [0, '/9j/'],
    [0, ''],
  ]);
});

test('the children only load their code when they warm up', async () => {
  for (const { exitCode, stdout, stderr } of await Promise.all([
    start('./main.ts', ['--warm'], pdf),
    start('./draw.ts', ['--warm'], pdf),
  ]))
    expect([exitCode, stdout.length, stderr]).toEqual([0, 0, '']);
});
