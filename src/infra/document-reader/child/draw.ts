/** Draws the top of a PDF's first page. Writes a JPEG in base64 to stdout, or nothing. Started by `createPagePainter` only. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { writeStdout } from '../../process/write-stdout.ts';
import { fromInput, warmTask } from '../child-messages.ts';
import { drawTop } from './draw-top.ts';

// Output of libraries would corrupt the reply.
for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => {};

if (process.argv[2] === warmTask) process.exit(0);

const path = process.argv[2] ?? fromInput;
const jpeg = await drawTop(path === fromInput ? await buffer(process.stdin) : await readFile(path)).catch(() => null);
if (jpeg) writeStdout(Buffer.from(jpeg.toString('base64')));
process.exit(0);
