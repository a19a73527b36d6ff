/** Reads Typst source and images from stdin, writes a PDF to stdout. Started by `createPdfWriter` only. */
import { existsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

const fonts = new URL('../../../../node_modules/@expo-google-fonts/noto-sans-sc/', import.meta.url);

/** The packaged font comes before the machine's fonts. */
const fontPaths = ['400Regular', '700Bold']
  .map((weight) => fileURLToPath(new URL(weight, fonts)))
  .filter((path) => existsSync(path));

const parts: Buffer[] = [];
for await (const part of process.stdin as AsyncIterable<Buffer>) parts.push(part);
const message = Buffer.concat(parts);
const end = message.indexOf(10);
const lengths = JSON.parse(message.toString('utf8', 0, end)) as { source: number; pictures: [name: string, bytes: number][] };
let at = end + 1;
function take(bytes: number): Buffer {
  at += bytes;
  return message.subarray(at - bytes, at);
}
const source = take(lengths.source).toString('utf8');

const workspace = process.cwd();
const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths }], workspace });
for (const [name, bytes] of lengths.pictures) compiler.mapShadow(join(workspace, name), take(bytes));
const compiled = compiler.compile({ mainFileContent: source });
const document = compiled.result;
if (!document) {
  const problem = compiled.takeError() ?? compiled.takeDiagnostics();
  process.stderr.write(JSON.stringify(problem?.shortDiagnostics ?? 'no document').slice(0, 2000));
  process.exit(1);
}
const pdf = compiler.pdf(document);
let written = 0;
while (written < pdf.length) {
  try {
    written += writeSync(1, pdf, written);
  } catch (error) {
    // EAGAIN: the pipe is full. Tries again, because the parent is reading.
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
  }
}
process.exit(0);
