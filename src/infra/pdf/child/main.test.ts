import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makePicture } from '../../../../tests/harness/files/make-pictures.ts';
import { readPdf } from '../../document-reader/child/pdf.ts';
import { runProcess } from '../../process/run-process.ts';
import { createPdfWriter } from '../create-pdf-writer.ts';

const never = new AbortController().signal;
const entry = fileURLToPath(new URL('./main.ts', import.meta.url));
const textOf = async (pdf: Uint8Array) =>
  (await readPdf(Buffer.from(pdf))).blocks.map((block) => ('text' in block ? block.text : block.type));

test('a PDF has the words and pictures of its source', async () => {
  const write = createPdfWriter();
  const pictures = new Map([
    ['first.png', await makePicture('png', { width: 30, height: 20 })],
    ['second.png', await makePicture('png', { width: 21, height: 13 })],
  ]);
  const source = '= 陶窑\n\nThe kiln keeps its heat.\n\n#image("first.png", width: 20pt)\n#image("second.png", width: 20pt)';
  const pdf = Buffer.from(await write(source, never, pictures));
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-');
  expect(pdf.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
  const sizes = [...pdf.toString('latin1').matchAll(/\/Width (\d+)\s*\/Height (\d+)/g)].map(([, w, h]) => `${w}x${h}`);
  expect([...new Set(sizes)].toSorted()).toEqual(['21x13', '30x20']);
  expect(await textOf(pdf)).toEqual(['陶窑', 'The kiln keeps its heat.']);
  // Chinese is set in the packaged font, in both weights.
  expect(pdf.toString('latin1')).toMatch(/NotoSansSC-(?:Thin|Regular|Bold)/);
});

test('a source with a fault is no PDF, and is said to be faulty', async () => {
  const faulty = '#unheard-of()';
  await expect(createPdfWriter()(faulty, never)).rejects.toMatchObject({ code: 'export_failed' });
  const message = `${JSON.stringify({ source: faulty.length, pictures: [] })}\n${faulty}`;
  const { exitCode, stdout, stderr } = await runProcess(process.execPath, [entry], {
    signal: never,
    timeoutMs: 60_000,
    keepUser: true,
    input: message,
  });
  expect([exitCode, stdout.length]).toEqual([1, 0]);
  expect(stderr).toContain('unheard-of');
  expect(stderr.length).toBeLessThanOrEqual(2000);
});
