import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSenseVoice, makeSenseVoiceTokens, makeSileroVad, makeTones } from '../../../../../tests/harness/files/make-onnx.ts';
import { type Recogniser, toFloats } from './recogniser.ts';
import { loadSenseVoice } from './sense-voice.ts';

let folder = '';
let recogniser: Recogniser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sense-voice-'));
  const paths: Record<string, string> = {};
  for (const [part, bytes] of Object.entries({ model: makeSenseVoice(), tokens: makeSenseVoiceTokens(), vad: makeSileroVad() })) {
    paths[part] = join(folder, part);
    writeFileSync(paths[part], bytes);
  }
  recogniser = await loadSenseVoice({ engine: 'sense-voice', paths, threads: 1 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [pause, low, high] = [0, 440, 3000];
const hear = (...parts: [hz: number, ms: number][]) =>
  recogniser.hear(new Int16Array(new Uint8Array(makeTones(parts.map(([hz, ms]) => ({ hz, ms })))).buffer));
const near =
  (expected: number, within = 150) =>
  (actual: number | undefined) =>
    actual !== undefined && Math.abs(actual - expected) <= within;

test('SenseVoice hears words at their times, in silence around them', async () => {
  for (let round = 0; round < 2; round++) {
    const { language, segments } = await hear([pause, 700], [low, 1500], [pause, 900], [high, 1200], [pause, 803]);
    expect([language, segments.map(({ text }) => text)]).toEqual(['en', ['low', 'high']]);
    const [first, second] = segments;
    expect([near(700)(first?.startMs), near(2200, 200)(first?.endMs)]).toEqual([true, true]);
    expect([near(3100)(second?.startMs), near(4300, 300)(second?.endMs)]).toEqual([true, true]);
  }
});

test('SenseVoice hears speech up to the end, and nothing beyond it', async () => {
  const { segments } = await hear([pause, 700], [low, 1511]);
  expect(segments.map(({ text }) => text)).toEqual(['low']);
  expect(segments[0]?.endMs).toBeLessThanOrEqual(2211);
  expect(near(2211, 100)(segments[0]?.endMs)).toBe(true);
});

test('SenseVoice hears nothing in silence, and forgets what it heard before', async () => {
  expect(await hear([pause, 3000])).toEqual({ language: null, segments: [] });
  expect((await hear([low, 30])).segments).toEqual([]);
  await hear([pause, 500], [low, 1000]);
  expect(await hear([pause, 2000])).toEqual({ language: null, segments: [] });
});

test('samples become numbers from minus one to one', () => {
  expect([...toFloats(Int16Array.of(0, 16_384, -32_768, 32_767))]).toEqual([0, 0.5, -1, 32_767 / 32_768]);
});
