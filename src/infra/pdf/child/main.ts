/** Reads Typst source and images from stdin, writes a PDF to stdout. Started by `createPdfWriter` only. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { writeStdout } from '../../process/write-stdout.ts';

const fonts = new URL('../../../../node_modules/@expo-google-fonts/noto-sans-sc/', import.meta.url);

/** The packaged font comes before the machine's fonts. */
const fontPaths = ['400Regular', '700Bold']
  .map((weight) => fileURLToPath(new URL(weight, fonts)))
  .filter((path) => existsSync(path));

const message = await buffer(process.stdin);
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
writeStdout(compiler.pdf(document));
process.exit(0);
