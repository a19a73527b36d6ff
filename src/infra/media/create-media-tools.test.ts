import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { makeMatroska } from '../../../tests/harness/files/make-matroska.ts';
import { makeId3, makeMp3, makeMp4, makeWav, withMp4Chapters } from '../../../tests/harness/files/make-media.ts';
import { makeWvttMp4 } from '../../../tests/harness/files/make-wvtt.ts';
import { createMediaTools } from './create-media-tools.ts';

const signal = new AbortController().signal;
const media = createMediaTools({ engine: 'native' });
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'media-tools-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function save(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return await promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

const cue = (startMs: number, text: string | Uint8Array) => ({ startMs, endMs: startMs + 800, text });

describe('SUM-04 subtitle tracks', () => {
  test('reads every text track of a Matroska file with language, flags and times, and lists bitmaps', async () => {
    const path = save(
      'tracks.mkv',
      makeMatroska({
        seconds: 4,
        subtitles: [
          {
            codec: 'S_TEXT/UTF8',
            language: 'eng',
            name: 'Full',
            isDefault: true,
            cues: [cue(500, '<i>Hello</i>'), cue(2250, 'Bye')],
          },
          { codec: 'S_TEXT/ASS', language: 'chi', cues: [cue(700, '0,0,Default,Ann,0,0,0,,{\\an8}你好\\N世界')] },
          { codec: 'S_TEXT/WEBVTT', language: 'fre', isForced: true, cues: [cue(1700, '<v Bob>a &lt; b</v>')] },
          {
            codec: 'S_TEXT/UTF8',
            language: 'ger',
            isHearingImpaired: true,
            cues: [cue(100, Buffer.from([0xc4, 0xe3, 0xba, 0xc3]))],
          },
          { codec: 'S_HDMV/PGS', language: 'spa', cues: [cue(900, 'bitmap')] },
          { codec: 'S_TEXT/UTF8', language: 'ita', cues: [] },
        ],
      }),
    );
    const tracks = await media.subtitles(path, signal);
    expect(tracks.map(({ language, codec, cues }) => [language, codec, cues])).toEqual([
      [
        'eng',
        'subrip',
        [
          { startMs: 500, endMs: 1300, text: 'Hello' },
          { startMs: 2250, endMs: 3050, text: 'Bye' },
        ],
      ],
      ['chi', 'ass', [{ startMs: 700, endMs: 1500, text: '你好\n世界', speaker: 'Ann' }]],
      ['fre', 'webvtt', [{ startMs: 1700, endMs: 2500, text: 'a < b', speaker: 'Bob' }]],
      ['ger', 'subrip', [{ startMs: 100, endMs: 900, text: '你好' }]],
      ['spa', 'hdmv_pgs_subtitle', []],
      ['ita', 'subrip', []],
    ]);
    expect(tracks.map((track) => [track.title, track.isDefault, track.isForced, track.isHearingImpaired]).slice(0, 4)).toEqual([
      ['Full', true, false, false],
      [null, false, false, false],
      [null, false, true, false],
      [null, false, false, true],
    ]);
  });

  test('counts times from the sound when the clock of the file is a time of day', async () => {
    const cues = [cue(500, 'Hello'), cue(2250, 'Bye')];
    const subtitles = [{ codec: 'S_TEXT/UTF8', cues } as const];
    const path = save('broadcast.mkv', makeMatroska({ seconds: 4, clockMs: 36_000_000, subtitles }));
    const [track] = await media.subtitles(path, signal);
    expect(track?.cues).toEqual(cues);
    const [early] = await media.subtitles(save('late.mkv', makeMatroska({ seconds: 4, clockMs: 5000, subtitles })), signal);
    expect(early?.cues.map(({ startMs }) => startMs)).toEqual([5500, 7250]);
  });

  test('reads WebVTT in MP4, with its gaps', async () => {
    const path = save(
      'wvtt.mp4',
      makeWvttMp4([
        { startMs: 0, endMs: 900, text: 'one' },
        { startMs: 1500, endMs: 2750, text: '<v Bob>a &lt; b</v>\nand c' },
      ]),
    );
    const [track, ...more] = await media.subtitles(path, signal);
    expect(more).toEqual([]);
    expect(track).toMatchObject({
      codec: 'wvtt',
      language: 'eng',
      cues: [
        { startMs: 0, endMs: 900, text: 'one' },
        { startMs: 1500, endMs: 2750, text: 'a < b\nand c', speaker: 'Bob' },
      ],
    });
  });

  test('reads timed text in MP4 beside bitmaps', async () => {
    const path = join(folder, 'tracks.mp4');
    const cues = [cue(500, 'Hello'), cue(2000, 'Bye')] as { startMs: number; endMs: number; text: string }[];
    await makeMp4(path, {
      seconds: 4,
      subtitles: [
        { language: 'eng', cues },
        { language: 'chi', cues: [{ startMs: 0, endMs: 900, text: '你好' }] },
      ],
    });
    const tracks = await media.subtitles(path, signal);
    expect(tracks.map(({ language, cues }) => [language, cues])).toEqual([
      [
        'eng',
        [
          { startMs: 500, endMs: 1300, text: 'Hello' },
          { startMs: 2000, endMs: 2800, text: 'Bye' },
        ],
      ],
      ['chi', [{ startMs: 0, endMs: 900, text: '你好' }]],
    ]);
  });
});

describe('SUM-04 media metadata', () => {
  test('reads title, chapters, spoken language and kind of Matroska', async () => {
    const chapters = [
      { startMs: 0, title: 'One' },
      { startMs: 2000, title: '第二章: more' },
    ];
    const path = save('about.mkv', makeMatroska({ seconds: 4, title: '标题', audioLanguage: 'jpn', chapters }));
    expect(await media.probe(path, signal)).toEqual({
      durationSeconds: 4,
      audio: true,
      video: false,
      container: 'matroska',
      mime: 'audio/x-matroska',
      width: null,
      height: null,
      tags: { title: '标题', language: 'jpn' },
      chapters: [
        { title: 'One', startSeconds: 0 },
        { title: '第二章: more', startSeconds: 2 },
      ],
      subtitles: [],
      hasCoverArt: false,
    });
  });

  test('reads tags, size and chapters of MP4', async () => {
    const plain = join(folder, 'plain.mp4');
    await makeMp4(plain, { seconds: 3, tags: { title: 'Tides', artist: 'Ann', date: '2024-05-01' } });
    const path = save(
      'chapters.mp4',
      withMp4Chapters(readFileSync(plain), [
        { startMs: 0, title: 'One' },
        { startMs: 1500, title: 'Two' },
      ]),
    );
    expect(await media.probe(path, signal)).toMatchObject({
      durationSeconds: 3,
      audio: false,
      video: true,
      container: 'mp4',
      mime: 'video/mp4',
      width: 160,
      height: 120,
      tags: { title: 'Tides', artist: 'Ann', date: '2024-05-01' },
      chapters: [
        { title: 'One', startSeconds: 0 },
        { title: 'Two', startSeconds: 1.5 },
      ],
    });
  });

  test('reads chapters, GBK tags and an undeclared length of MP3', async () => {
    const title = Buffer.from([0xd6, 0xd0, 0xb9, 0xfa, 0xb5, 0xc4]);
    const tag = makeId3({ TIT2: title, TPE1: Buffer.from('Ann') }, [
      { startMs: 0, endMs: 1000, title: '甲' },
      { startMs: 1000, endMs: 3000, title: 'B' },
    ]);
    const found = await media.probe(save('vbr.mp3', makeMp3(300, tag)), signal);
    expect(found).toMatchObject({ tags: { title: '中国的', artist: 'Ann' }, mime: 'audio/mpeg', audio: true, video: false });
    expect(found.chapters).toEqual([
      { title: '甲', startSeconds: 0 },
      { title: 'B', startSeconds: 1 },
    ]);
    expect(found.durationSeconds).toBeCloseTo(300 * 0.026122, 1);
  });
});

describe('a false length', () => {
  test.each([
    ['no length in the header', { headerMs: null }],
    ['a header that claims a day', { headerMs: 86_400_000 }],
    ['a header that claims less', { headerMs: 500 }],
  ])('Matroska with %s', async (name, header) => {
    const path = save(`${name}.mkv`, makeMatroska({ seconds: 5, ...header }));
    expect((await media.probe(path, signal)).durationSeconds).toBe(5);
  });

  test('is corrected for a cut file', async () => {
    const whole = makeMatroska({ seconds: 10 });
    const { durationSeconds } = await media.probe(save('cut.mkv', whole.subarray(0, whole.length / 2)), signal);
    expect(durationSeconds).toBeGreaterThan(3);
    expect(durationSeconds).toBeLessThan(7);
  });

  test('is corrected for a WAV header of four gigabytes', async () => {
    const path = save('claims.wav', makeWav(2.5, { claimedBytes: 0xfffffff0 }));
    expect((await media.probe(path, signal)).durationSeconds).toBeCloseTo(2.5, 1);
  });

  test('is corrected for an MP4 header of years', async () => {
    const path = join(folder, 'years.mp4');
    await makeMp4(path, { seconds: 3 });
    const bytes = readFileSync(path);
    bytes.writeUInt32BE(0xfffffff0, bytes.indexOf('mvhd') + 4 + 16);
    expect((await media.probe(save('years.mp4', bytes), signal)).durationSeconds).toBeCloseTo(3, 1);
  });
});

describe('SUM-04 the cover', () => {
  test('is a frame of the video, at most 1280 pixels wide', async () => {
    const path = join(folder, 'wide.mp4');
    await makeMp4(path, { seconds: 2, width: 1600, height: 320 });
    expect(jpegSize(await media.cover(path, signal))).toEqual({ width: 1280, height: 256 });
  });

  test('is the embedded picture of a sound file', async () => {
    const video = join(folder, 'small.mp4');
    await makeMp4(video, { seconds: 1 });
    const cover = await media.cover(video, signal);
    const path = save('art.mka', makeMatroska({ seconds: 1, cover: cover ?? new Uint8Array() }));
    expect((await media.probe(path, signal)).hasCoverArt).toBe(true);
    expect((await media.probe(path, signal)).video).toBe(false);
    expect(jpegSize(await media.cover(path, signal))).toEqual({ width: 160, height: 120 });
  });

  test('is null without a picture', async () => {
    expect(await media.cover(save('tone.wav', makeWav(1)), signal)).toBeNull();
  });
});

describe('frames of a video', () => {
  test('are those of their times, also in a file that must be decoded from a key frame before them', async () => {
    const path = join(folder, 'moving.mp4');
    await makeMp4(path, { seconds: 4 });
    const frames = await media.frames(path, [0, 2000, 3500, 60_000], signal);
    expect(frames.map(jpegSize)).toEqual([...Array(3).fill({ width: 160, height: 120 }), null]);
    const [first, second, third] = frames.map((frame) => frame?.toString());
    expect(new Set([first, second, third]).size).toBe(3);
    // The same time gives the same frame again.
    expect((await media.frames(path, [2000], signal))[0]?.toString()).toBe(second);
    expect(await media.frames(save('still.wav', makeWav(1)), [0], signal)).toEqual([null]);
  });
});

function jpegSize(jpeg: Uint8Array | null): { width: number; height: number } | null {
  const bytes = Buffer.from(jpeg ?? []);
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === 0xc0) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return null;
}

describe('files that are no media', () => {
  test.each([
    ['an empty file', ''],
    ['zeros', Buffer.alloc(65_536)],
    ['text', 'Dear diary,\n'.repeat(300)],
    ['an image of nothing', Buffer.from('89504e470d0a1a0a', 'hex')],
  ])('%s is unreadable', async (name, bytes) => {
    const path = save(`${name}.mp3`, bytes);
    expect(await codeOf(media.probe(path, signal))).toMatch(/^media_(?:unreadable|refused)$/);
    expect(await codeOf(media.cover(path, signal))).toMatch(/^media_(?:unreadable|refused)$/);
  });

  test('an MP4 without its index is unreadable, even when the index hides in padding', async () => {
    const path = join(folder, 'hidden.mp4');
    await makeMp4(path, { seconds: 1 });
    const bytes = readFileSync(path);
    bytes.write('free', bytes.lastIndexOf('moov'), 'latin1');
    expect(await codeOf(media.probe(save('hidden.mp4', bytes), signal))).toBe('media_unreadable');
  });

  test('cut and damaged files end in a result or a typed error', async () => {
    const path = join(folder, 'sound.mp4');
    await makeMp4(path, { seconds: 2, subtitles: [{ language: 'eng', cues: [{ startMs: 0, endMs: 900, text: 'Hi' }] }] });
    const files = [
      readFileSync(path),
      makeMatroska({ seconds: 2, subtitles: [{ codec: 'S_TEXT/UTF8', cues: [cue(100, 'Hi')] }] }),
      makeMp3(60),
    ];
    for (const [index, bytes] of files.entries()) {
      for (let part = 1; part <= 3; part++) {
        const cut = save(`cut-${index}-${part}`, bytes.subarray(0, Math.floor((bytes.length * part) / 4)));
        const damaged = Buffer.from(bytes);
        for (let at = part * 7; at < damaged.length; at += 97) damaged[at] = (damaged[at] ?? 0) ^ (part * 31);
        const broken = save(`broken-${index}-${part}`, damaged);
        const codes = await Promise.all([cut, broken].map((file) => codeOf(media.probe(file, signal))));
        for (const code of codes) expect(code).toMatch(/^(?:no error|media_unreadable|media_refused)$/);
      }
    }
  }, 60_000);

  test('throws for a missing file', async () => {
    expect(await codeOf(media.probe(join(folder, 'nowhere.mp4'), signal))).toBe('file_missing');
  });
});

describe('limits', () => {
  test('throws a typed error at the time limit', async () => {
    const path = save('slow.wav', makeWav(1));
    expect(await codeOf(createMediaTools({ timeoutMs: 5 }).probe(path, signal))).toBe('timed_out');
  });

  test('cancelled work leaves no process behind', async () => {
    const path = save('cancelled-work.mkv', makeMatroska({ seconds: 2000 }));
    const stop = new AbortController();
    const running = codeOf(media.probe(path, stop.signal));
    if (process.platform === 'linux')
      await vi.waitFor(() => expect(mediaChildren()).not.toEqual([]), { timeout: 10_000, interval: 5 });
    stop.abort();
    expect(await running).toBe('cancelled');
    if (process.platform === 'linux') await vi.waitFor(() => expect(mediaChildren()).toEqual([]), { timeout: 10_000 });
  });
});

/** Process ids of the media children of this process. */
function mediaChildren(): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      return Number(parent) === process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('media/child/main.ts');
    } catch {
      return false;
    }
  });
}
