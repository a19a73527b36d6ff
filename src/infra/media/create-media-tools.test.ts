import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { makeMatroska } from '../../../tests/harness/files/make-matroska.ts';
import { makeMp3, makeMp4, makeWav, withMp4Chapters } from '../../../tests/harness/files/make-media.ts';
import { testFolder } from '../../../tests/harness/files/test-folder.ts';
import { createMediaTools, readReply } from './create-media-tools.ts';

const signal = new AbortController().signal;
const media = createMediaTools({ engine: 'native' });
const { pathOf, save } = testFolder('media-tools');

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
});

describe('SUM-04 media metadata', () => {
  test('reads tags, size and chapters of MP4', async () => {
    const plain = pathOf('plain.mp4');
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
});

describe('a false length', () => {
  test('is corrected for a cut file', async () => {
    const whole = makeMatroska({ seconds: 10 });
    const { durationSeconds } = await media.probe(save('cut.mkv', whole.subarray(0, whole.length / 2)), signal);
    expect(durationSeconds).toBeGreaterThan(3);
    expect(durationSeconds).toBeLessThan(7);
  });

  test('is corrected for an MP4 header of years', async () => {
    const path = pathOf('years.mp4');
    await makeMp4(path, { seconds: 3 });
    const bytes = readFileSync(path);
    bytes.writeUInt32BE(0xfffffff0, bytes.indexOf('mvhd') + 4 + 16);
    expect((await media.probe(save('years.mp4', bytes), signal)).durationSeconds).toBeCloseTo(3, 1);
  });
});

describe('SUM-04 the cover', () => {
  test('is a frame of the video, at most 1280 pixels wide', async () => {
    const path = pathOf('wide.mp4');
    await makeMp4(path, { seconds: 2, width: 1600, height: 320 });
    expect(jpegSize(await media.cover(path, signal))).toEqual({ width: 1280, height: 256 });
  });

  test('is the embedded picture of a sound file', async () => {
    const video = pathOf('small.mp4');
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
    const path = pathOf('moving.mp4');
    await makeMp4(path, { seconds: 4 });
    const frames = await media.frames(path, [0, 2000, 3500, 60_000], signal);
    expect(frames.map(jpegSize)).toEqual([...Array(3).fill({ width: 160, height: 120 }), null]);
    const [first, second, third] = frames.map((frame) => frame?.toString());
    expect(new Set([first, second, third]).size).toBe(3);
    // The same time gives the same frame again.
    expect((await media.frames(path, [2000], signal))[0]?.toString()).toBe(second);
    expect(await media.frames(save('still.wav', makeWav(1)), [0], signal)).toEqual([null]);
  });

  test('are asked for twelve at a time, and come in the order of their times', async () => {
    const path = pathOf('many.mp4');
    await makeMp4(path, { seconds: 3 });
    const times = [...Array.from({ length: 13 }, (_, index) => index * 200), 60_000, 400];
    const frames = await media.frames(path, times, signal);
    expect(frames.map((frame) => frame === null)).toEqual(times.map((ms) => ms === 60_000));
    expect(new Set(frames.map((frame) => Buffer.from(frame ?? []).toString('base64'))).size).toBe(14);
    expect(Buffer.from(frames[14] ?? []).equals(Buffer.from(frames[2] ?? []))).toBe(true);
    expect(await media.frames(path, [], signal)).toEqual([]);
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
    const path = pathOf('hidden.mp4');
    await makeMp4(path, { seconds: 1 });
    const bytes = readFileSync(path);
    bytes.write('free', bytes.lastIndexOf('moov'), 'latin1');
    expect(await codeOf(media.probe(save('hidden.mp4', bytes), signal))).toBe('media_unreadable');
  });

  test('cut and damaged files end in a result or a typed error', async () => {
    const path = pathOf('sound.mp4');
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
    expect(await codeOf(media.probe(pathOf('nowhere.mp4'), signal))).toBe('file_missing');
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

describe('what the child leaves behind', () => {
  const ended = (more: Partial<Parameters<typeof readReply>[0]>) =>
    readReply({ exitCode: 1, signal: null, stdout: Buffer.alloc(0), stderr: '', truncated: false, ...more });

  test('is its answer', () => {
    const reply = { ok: false, code: 'media_no_audio', detail: 'none' };
    expect(ended({ stdout: Buffer.from(JSON.stringify(reply)), exitCode: 0 })).toEqual(reply);
    expect(ended({ stdout: Buffer.from('{"ok":true,"value":null}'), signal: 'SIGKILL' })).toEqual({ ok: true, value: null });
  });

  test('is too much for a real file', () => {
    expect(ended({ stdout: Buffer.from('{"ok":true,"value":null}'), truncated: true })).toEqual({
      ok: false,
      code: 'media_refused',
      detail: 'more output than a real file gives',
    });
  });

  test.each([
    [{ signal: 'SIGKILL' }, 'media_refused'],
    [{ signal: 'SIGXCPU' }, 'media_refused'],
    [{ signal: 'SIGXFSZ' }, 'media_refused'],
    [{ signal: 'SIGSEGV' }, 'media_unreadable'],
    [{ signal: 'SIGNOTHING' }, 'media_unreadable'],
    [{ exitCode: 128 + 9 }, 'media_refused'],
    [{ exitCode: 128 + 24 }, 'media_refused'],
    [{ exitCode: 128 + 25 }, 'media_refused'],
    [{ exitCode: 128 + 11 }, 'media_unreadable'],
    [{ exitCode: 9 }, 'media_unreadable'],
    [{ exitCode: 1 }, 'media_unreadable'],
    [{ exitCode: null }, 'media_unreadable'],
    [{ stderr: 'FATAL ERROR: JavaScript heap Out of memory' }, 'media_refused'],
    [{ stderr: "terminate called after throwing an instance of 'std::bad_alloc'" }, 'media_refused'],
    [{ stderr: 'Segmentation fault' }, 'media_unreadable'],
  ])('is no answer: %j is %s', (end, code) => {
    expect(ended(end)).toMatchObject({ ok: false, code });
    expect(ended({ ...end, stdout: Buffer.from('{"ok":') })).toMatchObject({ ok: false, code });
  });

  test('is named with the end of what it said', () => {
    const detail = (more: Parameters<typeof ended>[0]) => {
      const reply = ended(more);
      return reply.ok ? '' : reply.detail;
    };
    expect(detail({ exitCode: 7, stderr: `begin${'x'.repeat(300)}` })).toBe(`the media child ended with 7: ${'x'.repeat(300)}`);
    expect(detail({ exitCode: null, signal: 'SIGSEGV', stderr: 'gone' })).toBe('the media child ended with SIGSEGV: gone');
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
