/** Reads a document and writes the result as JSON to stdout. Started by `createDocumentReader` only. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { writeStdout } from '../../process/write-stdout.ts';
import { fromInput, warmTask } from '../child-messages.ts';
import { readDocument } from './read-document.ts';

// Output of libraries would corrupt the reply.
for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => {};

if (process.argv[2] === warmTask) {
  await Promise.allSettled([import('./pdf.ts'), import('./docx.ts'), import('./epub.ts')]);
  process.exit(0);
}

const path = process.argv[2] ?? fromInput;
writeStdout(Buffer.from(JSON.stringify(await readDocument(() => (path === fromInput ? buffer(process.stdin) : readFile(path))))));
process.exit(0);
