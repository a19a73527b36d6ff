import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeWhisper } from '../../../../../tests/harness/files/make-ggml.ts';
import { makeTones } from '../../../../../tests/harness/files/make-onnx.ts';
import { loadWhisper } from './whisper.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whisper-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const outputs = () => readdirSync(tmpdir()).filter((name) => name.startsWith('gleaner-') && name.endsWith('.jsonl'));
function save(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, bytes);
  return path;
}
const load = (path: string) => loadWhisper({ engine: 'whisper', paths: { model: path }, threads: 1 });
const tone = (ms: number) => new Int16Array(new Uint8Array(makeTones([{ hz: 440, ms }])).buffer);

test('whisper hears each piece for itself, within its length, wherever its model lies', async () => {
  const before = outputs();
  const recogniser = await load(save("odd: name's/w,[x];=.bin", makeWhisper(' bon "jour"')));
  expect(await recogniser.hear(tone(5000))).toEqual({
    language: null,
    segments: [{ startMs: 0, endMs: 2000, text: 'bon "jour"' }],
  });
  // A piece that is shorter than what it claims to hear.
  expect((await recogniser.hear(tone(1500))).segments).toEqual([{ startMs: 0, endMs: 1500, text: 'bon "jour"' }]);
  expect(outputs().filter((name) => !before.includes(name))).toEqual([]);
});

test('a file that is no model of whisper is broken', async () => {
  await expect(load(save('w.bin', 'not a model'))).rejects.toMatchObject({ code: 'model_broken' });
  await expect(load(join(folder, 'missing'))).rejects.toMatchObject({ code: 'model_broken' });
});
