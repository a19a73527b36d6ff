/** Makes a small square from an image and writes it as JSON to stdout. Started by `createAvatarPainter` only. */
import { buffer } from 'node:stream/consumers';
import { writeStdout } from '../../process/write-stdout.ts';
import { warmTask } from '../child-messages.ts';
import { middleSquare } from './middle-square.ts';

// Output of libraries would corrupt the reply.
for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => {};

if (process.argv[2] === warmTask) {
  await Promise.allSettled([import('@napi-rs/canvas')]);
  process.exit(0);
}

writeStdout(Buffer.from(JSON.stringify(await middleSquare(await buffer(process.stdin)))));
// Ends decoding that is still running.
process.exit(0);
