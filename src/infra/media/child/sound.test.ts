import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MatroskaTrack, makeMatroskaOf } from '../../../../tests/harness/files/make-matroska.ts';
import { writeSound } from './sound.ts';

let folder = '';
beforeAll(() => {
  Log.setLevel(AV_LOG_QUIET);
  folder = mkdtempSync(join(tmpdir(), 'child-sound-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function save(tracks: readonly MatroskaTrack[]): string {
  const path = join(folder, `${files++}.mka`);
  writeFileSync(path, makeMatroskaOf({ tracks }));
  return path;
}

async function soundOf(...tracks: MatroskaTrack[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  await writeSound(save(tracks), (bytes) => parts.push(Buffer.from(bytes)));
  return Buffer.concat(parts);
}

const second = 32_000;

/** A second of samples from `from` on, each one more than the one before; of several channels, each so much louder. */
type Steps = { rate?: number; channels?: number[]; samples?: number };
function steps(from: number, { rate = 16_000, channels = [0], samples = rate }: Steps = {}): Buffer {
  const values = Array.from({ length: samples }, (_, at) => channels.map((louder) => from + (at % 1000) + louder)).flat();
  return Buffer.from(Int16Array.from(values).buffer);
}

/** Blocks at the given times, each with one second of sound. */
const pcm = (times: readonly number[], more: Partial<MatroskaTrack> & { length?: number } = {}): MatroskaTrack => {
  const { length = 16_000, ...rest } = more;
  const blocks = times.map((atMs, index) => ({ atMs, bytes: steps(1000 * (index + 1), { samples: length }) }));
  return { type: 'audio', codec: 'A_PCM/INT/LIT', audio: { rate: 16_000, channels: 1 }, blocks, ...rest };
};

const own = (count: number, length?: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => steps(1000 * (index + 1), length ? { samples: length } : {})));

describe('SUM-04 the sound that is written', () => {
  test('is each sample of 16 kHz mono', async () => {
    expect((await soundOf(pcm([0, 1000, 2000]))).equals(own(3))).toBe(true);
  });

  test('is the mean of channels', async () => {
    const track = pcm([0]);
    const stereo = {
      ...track,
      audio: { rate: 16_000, channels: 2 },
      blocks: [{ atMs: 0, bytes: steps(100, { channels: [0, 2000] }) }],
    };
    const heard = await soundOf(stereo);
    expect(heard.length).toBe(second);
    expect([heard.readInt16LE(0), heard.readInt16LE(500), heard.readInt16LE(second - 2)]).toEqual([1100, 1350, 2099]);
  });

  test('has the rate that is recognised, whatever that of the file', async () => {
    for (const rate of [8000, 48_000]) {
      const bytes = steps(500, { rate });
      const heard = await soundOf({ ...pcm([0]), audio: { rate, channels: 1 }, blocks: [{ atMs: 0, bytes }] });
      expect(Math.abs(heard.length - second)).toBeLessThan(100);
      // At 0.275 seconds, 200 samples behind the last fall.
      expect(Math.abs(heard.readInt16LE(8800) - 700)).toBeLessThan(10);
    }
  });

  test('is that of the default track, or else of the first', async () => {
    const [first, other] = [pcm([0]), pcm([0, 1000])];
    expect((await soundOf(first, other)).length).toBe(second);
    expect((await soundOf(first, { ...other, isDefault: true })).length).toBe(2 * second);
    const frame = { atMs: 0, bytes: Buffer.alloc(96, 60) };
    const video: MatroskaTrack = {
      type: 'video',
      codec: 'V_UNCOMPRESSED',
      isDefault: true,
      video: { width: 8, height: 8 },
      blocks: [frame],
    };
    expect((await soundOf(video, first)).equals(own(1))).toBe(true);
  });

  test('goes on through a change of its rate', async () => {
    // MPEG audio of 44.1 kHz, then of 22.05 kHz: each frame lasts 26.12 ms.
    const frame = (head: number[], size: number) => {
      const bytes = Buffer.alloc(size);
      bytes.set(head);
      return bytes;
    };
    const frames = [
      ...Array.from({ length: 40 }, () => frame([0xff, 0xfb, 0x90, 0xc0], 417)),
      ...Array.from({ length: 40 }, () => frame([0xff, 0xf3, 0x80, 0xc0], 208)),
    ];
    const blocks = frames.map((bytes, index) => ({ atMs: Math.round(index * 26.122), bytes }));
    const heard = await soundOf({ type: 'audio', codec: 'A_MPEG/L3', audio: { rate: 44_100, channels: 1 }, blocks });
    expect(Math.abs(heard.length / second - 80 * 0.026122)).toBeLessThan(0.06);
  });
});

describe('SUM-04 times of the sound', () => {
  const silence = (ms: number) => Buffer.alloc(ms * 32);
  const split = (count: number, beforeLast: Buffer) => {
    const all = own(count);
    return Buffer.concat([all.subarray(0, (count - 1) * second), beforeLast, all.subarray((count - 1) * second)]);
  };

  test('count from the beginning of the file', async () => {
    expect((await soundOf(pcm([500]))).equals(Buffer.concat([silence(500), own(1)]))).toBe(true);
    expect((await soundOf(pcm([40]))).equals(Buffer.concat([silence(40), own(1)]))).toBe(true);
    // A clock that is a time of day.
    expect((await soundOf(pcm([36_000_000, 36_001_000]))).equals(own(2))).toBe(true);
  });

  test('are kept by silence in each pause above a fifth of a second', async () => {
    expect((await soundOf(pcm([0, 1000, 2190]))).equals(own(3))).toBe(true);
    expect((await soundOf(pcm([0, 1000, 2210]))).equals(split(3, silence(210)))).toBe(true);
    expect((await soundOf(pcm([0, 3500]))).equals(split(2, silence(2500)))).toBe(true);
    expect((await soundOf(pcm([0, 26_000]))).equals(split(2, silence(25_000)))).toBe(true);
  });

  test('do not add up small gaps to a pause, nor take sound back', async () => {
    // The gap counts from the sound, not from the clock: 150 ms more each time.
    const drifting = await soundOf(pcm([0, 1150, 2300, 3450]));
    expect(drifting.length).toBe(4 * second + 300 * 32);
    // What overlaps sets the clock back: the last pause counts from there.
    const overlapping = await soundOf(pcm([0, 1000, 1200, 2200, 3500]));
    expect(overlapping.equals(split(5, silence(300)))).toBe(true);
  });

  test('add at most four hours of silence', async () => {
    const lengthOf = async (...times: number[]) => {
      let length = 0;
      await writeSound(save([pcm(times)]), (bytes) => {
        length += bytes.length;
      });
      return length / second;
    };
    const hour = 3_600_000;
    expect(await lengthOf(0, 1000 + 4 * hour)).toBe(4 * 3600 + 2);
    expect(await lengthOf(0, 1001 + 4 * hour)).toBe(2);
    expect(await lengthOf(0, 1000 + 3 * hour, 2000 + 5 * hour, 3000 + 6 * hour)).toBe(4 * 3600 + 4);
  });
});

describe('SUM-04 a file without sound that can be heard', () => {
  const none = (...tracks: MatroskaTrack[]) => soundOf(...tracks).then(String, (error: unknown) => error);

  test('is told apart by what is missing', async () => {
    const subtitle: MatroskaTrack = { type: 'subtitle', codec: 'S_TEXT/UTF8', blocks: [{ atMs: 0, bytes: Buffer.from('Hi') }] };
    expect(await none(subtitle)).toMatchObject({ code: 'media_no_audio', message: 'there is no sound in it' });
    expect(await none(pcm([0], { codec: 'A_UNHEARD_OF' }))).toMatchObject({
      code: 'media_unreadable',
      message: 'no decoder for its sound',
    });
    expect(await none(pcm([]), subtitle)).toMatchObject({ code: 'media_unreadable', message: 'no sound could be decoded' });
    const garbage = [0, 20, 40].map((atMs) => ({ atMs, bytes: Buffer.alloc(300, 0x55) }));
    expect(await none(pcm([0], { codec: 'A_MPEG/L3', blocks: garbage }))).toMatchObject({ code: 'media_unreadable' });
    expect(await none(pcm([0], { audio: { rate: 16_000, channels: 0 } }))).toMatchObject({ code: 'media_unreadable' });
  });
});
