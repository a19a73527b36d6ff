import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const source = new URL('./write-stdout.ts', import.meta.url).href;

/** A child whose output does not block by itself; it writes so many numbers once it has said that it begins. */
function startWriter(count: number) {
  const script = `import { writeStdout } from ${JSON.stringify(source)};
    process.stdout.writable;
    process.stderr.write('begins\\n');
    writeStdout(new Uint8Array(Uint32Array.from({ length: ${count} }, (_, index) => index).buffer));
    process.exit(0);`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
}

test('output arrives whole, however late it is read', async () => {
  const child = startWriter(500_000);
  const ended = once(child, 'close');
  await once(child.stderr, 'data');
  const bytes = await buffer(child.stdout);
  const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  expect([bytes.length, numbers.findIndex((number, index) => number !== index)]).toEqual([2_000_000, -1]);
  expect(await ended).toEqual([0, null]);
});

test('output that nobody takes ends the child', async () => {
  const child = startWriter(500_000);
  child.stdout.destroy();
  const said = text(child.stderr);
  const [code] = await once(child, 'close');
  expect(code).not.toBe(0);
  expect(await said).toMatch(/EPIPE/);
});
