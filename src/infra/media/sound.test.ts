import { describe, expect, test } from 'vitest';
import type { MediaTools } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { makeMatroska } from '../../../tests/harness/files/make-matroska.ts';
import { makeMp3, makeMp4, makeWav } from '../../../tests/harness/files/make-media.ts';
import { countingWords, hearWords, makeVoice } from '../../../tests/harness/files/make-voice.ts';
import { testFolder } from '../../../tests/harness/files/test-folder.ts';
import { findTool } from '../process/tools.ts';
import { createMediaTools } from './create-media-tools.ts';

const never = new AbortController().signal;
const { pathOf, save } = testFolder('sound');

async function soundOf(media: MediaTools, path: string, signal = never): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of media.sound(path, signal)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    (value) => `no error but ${String(value).slice(0, 40)}`,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

const systemFfmpeg = findTool('ffmpeg') !== null && findTool('ffprobe') !== null;
const engines = systemFfmpeg ? (['native', 'system'] as const) : (['native'] as const);

describe.each(engines)('SUM-04 the sound of a file, by the %s engine', (engine) => {
  const media = createMediaTools({ engine });

  test('passes 16 kHz mono on sample by sample', async () => {
    const wav = makeVoice(countingWords(5), 5000);
    const sound = await soundOf(media, save(`same-${engine}.wav`, wav));
    expect(sound.equals(wav.subarray(44))).toBe(true);
  });

  test('resamples another rate and keeps the times of words', async () => {
    const words = countingWords(20);
    const sound = await soundOf(media, save(`rate-${engine}.wav`, makeVoice(words, 20_500, { sampleRate: 44_100 })));
    expect(Math.abs(sound.length / 32 - 20_500)).toBeLessThanOrEqual(2);
    const heard = hearWords(sound);
    expect(heard.map(({ word }) => word)).toEqual(words.map(({ word }) => word));
    for (const [index, { startMs }] of heard.entries())
      expect(Math.abs(startMs - (words[index]?.startMs ?? 0))).toBeLessThanOrEqual(10);
  });

  test('ignores the length that a header claims', async () => {
    const short = await soundOf(media, save(`lies-${engine}.wav`, makeWav(4, { sampleRate: 16_000, claimedBytes: 0xffffffff })));
    expect(short.length / 32_000).toBeCloseTo(4, 2);
    const mp3 = await soundOf(media, save(`plain-${engine}.mp3`, makeMp3(200)));
    expect(mp3.length / 32_000).toBeGreaterThan(4.9);
    expect(mp3.length / 32_000).toBeLessThan(5.5);
  });

  test('reports a file without sound, a page, a playlist and a missing file', async () => {
    const silent = pathOf(`silent-${engine}.mp4`);
    await makeMp4(silent, { seconds: 1 });
    expect(await codeOf(soundOf(media, silent))).toBe('media_no_audio');
    expect(await codeOf(soundOf(media, save(`page-${engine}.mp4`, '<html><body>Sign in</body></html>')))).toBe(
      'media_unreadable',
    );
    expect(await codeOf(soundOf(media, save(`list-${engine}.mp4`, '#EXTM3U\nhttp://127.0.0.1:9/a.ts\n')))).toBe('media_refused');
    expect(await codeOf(soundOf(media, save(`empty-${engine}.mp3`, '')))).toBe('media_unreadable');
    expect(await codeOf(soundOf(media, pathOf('nothing.mp3')))).toBe('file_missing');
  });

  test('ends when cancelled, also without a reader', async () => {
    const path = save(`long-${engine}.wav`, makeWav(600, { sampleRate: 16_000 }));
    const stop = new AbortController();
    const reading = media.sound(path, stop.signal)[Symbol.asyncIterator]();
    await reading.next();
    stop.abort();
    const rest = (async () => {
      for (let next = await reading.next(); !next.done; next = await reading.next());
    })();
    expect(await codeOf(rest)).toBe('cancelled');
    expect(await codeOf(soundOf(media, path, stop.signal))).toBe('cancelled');
  });
});

describe('SUM-04 the sound of odd files', () => {
  const media = createMediaTools({ engine: 'native' });

  test.each(engines)('a pause in the container is silence, so that times are those of the player (%s)', async (engine) => {
    const words = countingWords(6);
    const sound = makeVoice(words, 6000, { sampleRate: 8000 }).subarray(44);
    const file = makeMatroska({ seconds: 6, sound, pause: { afterSecond: 3, ms: 90_000 } });
    const heard = hearWords(await soundOf(createMediaTools({ engine }), save(`pause-${engine}.mkv`, file)));
    expect(heard.map(({ word }) => word)).toEqual(words.map(({ word }) => word));
    for (const [index, { startMs }] of heard.entries()) {
      const expected = (words[index]?.startMs ?? 0) + (index >= 3 ? 90_000 : 0);
      expect(Math.abs(startMs - expected)).toBeLessThanOrEqual(10);
    }
  });

  test('adds no days of silence for a forged clock', async () => {
    const sound = makeVoice(countingWords(6), 6000, { sampleRate: 8000 }).subarray(44);
    const file = makeMatroska({ seconds: 6, sound, pause: { afterSecond: 3, ms: 20 * 24 * 3_600_000 } });
    const heard = await soundOf(media, save('forged.mkv', file));
    expect(heard.length / 32_000).toBeCloseTo(6, 1);
    expect(hearWords(heard)).toHaveLength(6);
  });

  test('loses only a damaged stretch', async () => {
    const bytes = makeMp3(400);
    bytes.fill(0x55, 20_000, 24_000);
    const sound = await soundOf(media, save('damaged.mp3', bytes));
    expect(sound.length / 32_000).toBeGreaterThan(9);
  });

  test('reads no other file for a malicious one', async () => {
    const other = save('other.wav', makeWav(3));
    for (const [index, text] of [
      `#EXTM3U\n#EXTINF:3,\nfile://${other}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${other}'\n`,
      `\uFEFF#EXTM3U\n${other}\n`,
      `RIFF\0\0\0\0AVI LIST#EXTM3U\nfile://${other}\n`,
    ].entries()) {
      const code = await codeOf(soundOf(media, save(`poison-${index}.mp4`, text)));
      expect(['media_refused', 'media_unreadable']).toContain(code);
    }
  });
});
