import { writeSync } from 'node:fs';

const pause = new Int32Array(new SharedArrayBuffer(4));

/** For children. Blocks while the parent does not read, so that output is not buffered in memory. */
export function writeStdout(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}
