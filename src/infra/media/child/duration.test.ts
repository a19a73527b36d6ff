import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type MatroskaFile,
  type MatroskaTrack,
  makeMatroskaOf,
  writeHollowMatroska,
} from '../../../../tests/harness/files/make-matroska.ts';
import { makeMp3, makeWav } from '../../../../tests/harness/files/make-media.ts';
import { measureTimeline, type Timeline } from './duration.ts';
import { openMedia } from './open.ts';

let folder = '';
beforeAll(() => {
  Log.setLevel(AV_LOG_QUIET);
  folder = mkdtempSync(join(tmpdir(), 'child-duration-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const measure = async (path: string): Promise<Timeline> => await measureTimeline(await openMedia(path, { analyse: true }));

let files = 0;
async function timelineOf(bytes: Uint8Array): Promise<Timeline> {
  const path = join(folder, String(files++));
  writeFileSync(path, bytes);
  return await measure(path);
}
const lengthOf = async (file: MatroskaFile) => (await timelineOf(makeMatroskaOf(file))).durationSeconds;

/** Blocks of so many ms at the given times. */
function sound(times: readonly number[], more: { eachMs?: number; lengthMs?: number } = {}): MatroskaTrack {
  const { eachMs = 1000, lengthMs } = more;
  const blocks = times.map((atMs) => ({ atMs, bytes: Buffer.alloc(eachMs * 16), ...(lengthMs ? { lengthMs } : {}) }));
  return { type: 'audio', codec: 'A_PCM/INT/LIT', audio: { rate: 8000, channels: 1 }, blocks };
}

function video(times: readonly number[], lengthMs?: number): MatroskaTrack {
  const blocks = times.map((atMs) => ({ atMs, bytes: Buffer.alloc(96, 80), ...(lengthMs ? { lengthMs } : {}) }));
  return { type: 'video', codec: 'V_UNCOMPRESSED', video: { width: 8, height: 8 }, blocks };
}

const text = (times: readonly number[]): MatroskaTrack => ({
  type: 'subtitle',
  codec: 'S_TEXT/UTF8',
  blocks: times.map((atMs) => ({ atMs, bytes: Buffer.from('Hi'), lengthMs: 500 })),
});

const seconds = (count: number, from = 0) => Array.from({ length: count }, (_, index) => (from + index) * 1000);

describe('SUM-04 the length of a file', () => {
  test('is the end of its last packet, not what the header claims', async () => {
    for (const headerMs of [undefined, 500, 5000, 86_400_000])
      expect(await lengthOf({ tracks: [sound(seconds(5))], ...(headerMs === undefined ? {} : { headerMs }) })).toBe(5);
    expect(await lengthOf({ tracks: [sound(seconds(5), { eachMs: 500 })] })).toBe(4.5);
    expect(await lengthOf({ tracks: [sound([0, 1234], { eachMs: 10, lengthMs: 1111 })] })).toBe(2.345);
  });

  test('is that of the longest of sound and pictures, without texts', async () => {
    const tracks = [sound(seconds(3)), video(seconds(5), 1000), text([0, 9000])];
    expect(await lengthOf({ tracks })).toBe(5);
    expect(await lengthOf({ tracks: [sound(seconds(7)), video(seconds(5), 1000)] })).toBe(7);
  });

  test('counts packets that are not in order', async () => {
    expect(await lengthOf({ tracks: [video([0, 3000, 1000, 2000], 250)] })).toBe(3.25);
  });

  test('counts from where a clock that is a time of day begins', async () => {
    expect(await timelineOf(makeMatroskaOf({ tracks: [sound(seconds(4, 36_000))] }))).toEqual({
      durationSeconds: 4,
      originSeconds: 36_000,
    });
    expect(await timelineOf(makeMatroskaOf({ tracks: [sound(seconds(4, 10))] }))).toEqual({
      durationSeconds: 14,
      originSeconds: 0,
    });
    expect(await timelineOf(makeMatroskaOf({ tracks: [sound(seconds(4, 11))] }))).toEqual({
      durationSeconds: 4,
      originSeconds: 11,
    });
  });

  test('is that of the samples in a WAV and of the frames in an MP3', async () => {
    expect((await timelineOf(makeWav(2.5, { claimedBytes: 0xfffffff0 }))).durationSeconds).toBe(2.5);
    expect((await timelineOf(makeMp3(300))).durationSeconds).toBeCloseTo(300 * 0.026122, 1);
  });

  test('is unknown for a clock that jumps once', async () => {
    const day = 24 * 3_600_000;
    const jump = (toMs: number, lengthMs = 1000) => lengthOf({ tracks: [sound([0, 1000, 2000, toMs], { lengthMs })] });
    expect(await jump(day - 1000)).toBe(24 * 3600);
    expect(await jump(day + 1000)).toBeNull();
    // Packets that cover a tenth of the time are enough.
    expect(await jump(30 * 3_600_000 - 2_800_000, 2_800_000)).toBe(30 * 3600);
    expect(await jump(30 * 3_600_000 - 2_600_000, 2_600_000)).toBeNull();
  });

  test('is unknown beyond thirty days', async () => {
    const days = 30 * 24 * 3_600_000;
    const tracks = (toMs: number) => [sound([0, 1000, toMs], { lengthMs: 3_500_000 })];
    expect(await lengthOf({ tracks: tracks(days + 1), headerMs: days + 1 })).toBeNull();
  });

  test('takes a packet without a length for as long as the one before it, at most a second', async () => {
    expect(await lengthOf({ tracks: [video([0, 400, 800])] })).toBe(1.2);
    expect(await lengthOf({ tracks: [video([0, 400, 5000])] })).toBe(6);
    // No packet of sound lasts an hour.
    expect(await lengthOf({ tracks: [video([0, 400, 800], 3_600_000)] })).toBe(1.2);
    expect(await lengthOf({ tracks: [video([0, 400, 800], 3_599_000)] })).toBe(3599.8);
  });

  test('is that of the header without packets', async () => {
    const tracks = [sound([]), text([0, 1000])];
    expect(await lengthOf({ tracks, headerMs: 7000 })).toBe(7);
    expect(await lengthOf({ tracks, headerMs: 30 * 24 * 3_600_000 - 1 })).toBe(30 * 24 * 3600 - 0.001);
    expect(await lengthOf({ tracks, headerMs: 30 * 24 * 3_600_000 })).toBeNull();
  });
});

describe('SUM-04 the length of a large file', () => {
  const hollow = 65 * 1024 * 1024;
  const large = async (file: MatroskaFile, bytes = hollow) => {
    const path = join(folder, `large-${files++}.mkv`);
    writeHollowMatroska(path, file, bytes);
    return (await measure(path)).durationSeconds;
  };
  /** One packet in the middle claims a later time than the end: only who reads all meets it. */
  const sixty = [...seconds(60)];
  const tracks = [video(sixty, 1000), video([...seconds(20), 20_500, 30_000], 60_000)];

  test('is read from its end, if that confirms the header', async () => {
    expect(await large({ tracks, headerMs: 60_000 })).toBe(60);
    expect(await large({ tracks, headerMs: 61_900 })).toBe(60);
    expect(await large({ tracks, headerMs: 58_100 })).toBe(60);
  });

  test('is read in full, if the end does not confirm the header or there is none', async () => {
    expect(await large({ tracks, headerMs: 62_100 })).toBe(90);
    expect(await large({ tracks, headerMs: 57_900 })).toBe(90);
    expect(await large({ tracks })).toBe(90);
    // Nor is a smaller one trusted.
    expect(await large({ tracks, headerMs: 60_000 }, 1024)).toBe(90);
  });

  test('allows two hundredths of a long one', async () => {
    const long = [video(seconds(400), 1000), video([...seconds(20), 100_000], 400_000)];
    expect(await large({ tracks: long, headerMs: 407_900 })).toBe(400);
    expect(await large({ tracks: long, headerMs: 408_200 })).toBe(500);
  });
});
