import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MediaProbe } from '#engine/raw-content.ts';
import { makeMatroska, makeMatroskaOf } from '../../../../tests/harness/files/make-matroska.ts';
import { makeId3, makeMp3, makeMp4, makeWav, withMp4Chapters } from '../../../../tests/harness/files/make-media.ts';
import { makeSound } from '../../../../tests/harness/files/make-sound.ts';
import { makeTimedTextMp4, makeWvttMp4 } from '../../../../tests/harness/files/make-wvtt.ts';
import { probe } from './probe.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'child-probe-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
async function look(bytes: Uint8Array): Promise<MediaProbe> {
  const path = join(folder, String(files++));
  writeFileSync(path, bytes);
  return await probe(path);
}

const pcm = { type: 'audio', codec: 'A_PCM/INT/LIT', audio: { rate: 8000, channels: 1 } } as const;
const block = (atMs: number) => ({ atMs, bytes: Buffer.alloc(16_000) });
const pictures = {
  type: 'video',
  codec: 'V_UNCOMPRESSED',
  video: { width: 16, height: 8 },
  blocks: [{ atMs: 0, bytes: Buffer.alloc(192, 90), lengthMs: 1000 }],
} as const;
const fourCc = (text: string) => Buffer.from(text, 'latin1');
const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

/** Mono 16-bit sound at 8 kHz. */
function makeAiff(samples: number): Buffer {
  const chunk = (type: string, body: Buffer) => Buffer.concat([fourCc(type), uint32(body.length), body]);
  const common = Buffer.concat([
    Buffer.from([0, 1]),
    uint32(samples),
    Buffer.from([0, 16]),
    // 8000 as an 80-bit number.
    Buffer.from('400bfa00000000000000', 'hex'),
  ]);
  const body = Buffer.concat([fourCc('AIFF'), chunk('COMM', common), chunk('SSND', Buffer.alloc(8 + samples * 2))]);
  return chunk('FORM', body);
}

function makeCaf(samples: number): Buffer {
  const size = (bytes: number) => uint32(0, bytes);
  const rate = Buffer.alloc(8);
  rate.writeDoubleBE(8000);
  const description = Buffer.concat([rate, fourCc('lpcm'), uint32(0, 2, 1, 1, 16)]);
  return Buffer.concat([
    fourCc('caff'),
    Buffer.from([0, 1, 0, 0]),
    ...[fourCc('desc'), size(32), description],
    ...[fourCc('data'), size(4 + samples * 2), uint32(0), Buffer.alloc(samples * 2)],
  ]);
}

/** Silence of 20 ms each. */
const makeAmr = (frames: number) =>
  Buffer.concat([
    fourCc('#!AMR\n'),
    ...Array.from({ length: frames }, () => Buffer.concat([Buffer.from([0x3c]), Buffer.alloc(31)])),
  ]);

describe('SUM-04 what is told of a file', () => {
  test('is everything about a Matroska file with sound', async () => {
    const chapters = [
      { startMs: 0, title: 'One' },
      { startMs: 2000, title: '第二章: more' },
      { startMs: 3999, title: 'The last words' },
      { startMs: 4000, title: 'Behind the end' },
    ];
    expect(await look(makeMatroska({ seconds: 4, title: '标题', audioLanguage: 'jpn', chapters }))).toEqual({
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
        { title: 'The last words', startSeconds: 3.999 },
      ],
      subtitles: [],
      hasCoverArt: false,
    });
  });

  test('is everything about one with pictures, also before the sound', async () => {
    const tracks = [pictures, { ...pcm, blocks: [block(0)] }];
    for (const list of [tracks, tracks.toReversed()])
      expect(await look(makeMatroskaOf({ tracks: list }))).toMatchObject({
        durationSeconds: 1,
        audio: true,
        video: true,
        mime: 'video/x-matroska',
        width: 16,
        height: 8,
        tags: {},
      });
    expect(await look(makeMatroskaOf({ tracks: [pictures] }))).toMatchObject({ audio: false, video: true, width: 16 });
  });

  test('has the cover, which is no video', async () => {
    const path = join(folder, 'small.mp4');
    await makeMp4(path, { seconds: 1 });
    const cover = Buffer.from('ffd8ffdb', 'hex');
    expect(await look(makeMatroskaOf({ tracks: [{ ...pcm, blocks: [block(0)] }], cover }))).toMatchObject({
      hasCoverArt: true,
      video: false,
      audio: true,
      mime: 'audio/x-matroska',
    });
    expect((await probe(path)).hasCoverArt).toBe(false);
  });

  test('counts chapters from the beginning of the clock', async () => {
    const blocks = [36_000_000, 36_001_000, 36_002_000].map(block);
    const chapters = [
      { startMs: 35_999_000, title: 'Before' },
      { startMs: 36_001_000, title: 'Within' },
      { startMs: 36_003_000, title: 'Behind' },
    ];
    expect((await look(makeMatroskaOf({ tracks: [{ ...pcm, blocks }], chapters }))).chapters).toEqual([
      { title: 'Before', startSeconds: 0 },
      { title: 'Within', startSeconds: 1 },
    ]);
  });

  test('keeps all chapters when the length is not known', async () => {
    const chapters = [{ startMs: 90_000, title: 'Later' }];
    const day = 26 * 3_600_000;
    const found = await look(makeMatroskaOf({ tracks: [{ ...pcm, blocks: [block(0), block(day)] }], chapters }));
    expect([found.durationSeconds, found.chapters]).toEqual([null, [{ title: 'Later', startSeconds: 90 }]]);
  });

  test('is nothing for a file without sound and pictures', async () => {
    const texts = {
      type: 'subtitle',
      codec: 'S_TEXT/UTF8',
      blocks: [{ atMs: 0, bytes: Buffer.from('Hi'), lengthMs: 10 }],
    } as const;
    await expect(look(makeMatroskaOf({ tracks: [texts] }))).rejects.toMatchObject({
      code: 'media_unreadable',
      message: 'neither sound nor pictures',
    });
  });
});

describe('SUM-04 the container', () => {
  const told = async (bytes: Uint8Array) => {
    const { container, mime, durationSeconds } = await look(bytes);
    return [container, mime, durationSeconds];
  };

  test('is named with its type', async () => {
    expect(await told(makeWav(1))).toEqual(['wav', 'audio/wav', 1]);
    expect(await told(makeAiff(8000))).toEqual(['aiff', 'audio/aiff', 1]);
    expect(await told(makeCaf(8000))).toEqual(['caf', 'audio/x-caf', 1]);
    expect(await told(makeAmr(50))).toEqual(['amr', 'audio/amr', 1]);
    expect((await told(makeMp3(40))).slice(0, 2)).toEqual(['mp3', 'audio/mpeg']);
    expect(await told(makeMatroska({ seconds: 1, docType: 'webm' }))).toEqual(['webm', 'audio/webm', 1]);
    const pcmSound = makeWav(1, { sampleRate: 16_000 }).subarray(44);
    for (const [kind, name] of [
      ['flac', ['flac', 'audio/flac', 1]],
      ['ogg', ['ogg', 'audio/ogg']],
      ['m4a', ['mp4', 'audio/mp4']],
    ] as const) {
      const path = join(folder, `kind.${kind}`);
      await makeSound(path, kind, pcmSound);
      expect((await told(readFileSync(path))).slice(0, name.length)).toEqual(name);
    }
  });

  test('is QuickTime or MP4, as its brand says', async () => {
    const path = join(folder, 'brand.mp4');
    await makeMp4(path, { seconds: 1 });
    const bytes = readFileSync(path);
    expect((await told(bytes)).slice(0, 2)).toEqual(['mp4', 'video/mp4']);
    const branded = Buffer.from(bytes);
    branded.write('qt  ', 8, 'latin1');
    expect((await told(branded)).slice(0, 2)).toEqual(['mov', 'video/quicktime']);
    // Files of old have no brand.
    const bare = Buffer.from(bytes);
    bare.write('free', 4, 'latin1');
    expect((await told(bare)).slice(0, 2)).toEqual(['mov', 'video/quicktime']);
  });
});

describe('SUM-04 tags', () => {
  test('of MP4 are read with its chapters', async () => {
    const plain = join(folder, 'plain.mp4');
    const tags = { title: 'Tides', artist: 'Ann', date: '2024-05-01', album: 'Seas', comment: 'Said in May' };
    await makeMp4(plain, { seconds: 3, tags });
    const chapters = [
      { startMs: 0, title: 'One' },
      { startMs: 1500, title: 'Two' },
    ];
    expect(await look(withMp4Chapters(readFileSync(plain), chapters))).toMatchObject({
      durationSeconds: 3,
      tags,
      chapters: [
        { title: 'One', startSeconds: 0 },
        { title: 'Two', startSeconds: 1.5 },
      ],
    });
  });

  test('go by several names', async () => {
    const named = async (tags: Record<string, string>) => {
      const path = join(folder, `${files++}.mp4`);
      await makeMp4(path, { seconds: 1, tags });
      return (await probe(path)).tags;
    };
    expect(await named({ album_artist: 'Band', show: 'Evenings', synopsis: 'Long' })).toEqual({
      artist: 'Band',
      album: 'Evenings',
      comment: 'Long',
    });
    expect(
      await named({ artist: 'Ann', album_artist: 'Band', comment: 'Short', description: 'Middle', synopsis: 'Long' }),
    ).toEqual({
      artist: 'Ann',
      comment: 'Short',
    });
    expect(await named({ description: 'Middle', synopsis: 'Long' })).toEqual({ comment: 'Middle' });
  });

  test('of MP3 are those of its first tag before those of its last', async () => {
    const title = Buffer.from([0xd6, 0xd0, 0xb9, 0xfa, 0xb5, 0xc4]);
    const chapters = [
      { startMs: 0, endMs: 1000, title: '甲' },
      { startMs: 1000, endMs: 3000, title: 'B' },
    ];
    const last = Buffer.alloc(128);
    last.write('TAG', 0, 'latin1');
    last.write('Old title', 3, 'latin1');
    last.write('Old album', 63, 'latin1');
    const first = makeId3({ TIT2: title, TPE1: Buffer.from('Ann') }, chapters);
    expect(await look(Buffer.concat([makeMp3(300, first), last]))).toMatchObject({
      tags: { title: '中国的', artist: 'Ann', album: 'Old album' },
      chapters: [
        { title: '甲', startSeconds: 0 },
        { title: 'B', startSeconds: 1 },
      ],
    });
    // Only MP3 has the last one.
    expect((await look(Buffer.concat([makeWav(1), last]))).tags).toEqual({});
    expect((await look(makeMp3(40))).tags).toEqual({});
  });

  test('of Ogg are those of its sound', async () => {
    const path = join(folder, 'tags.ogg');
    await makeSound(path, 'ogg', makeWav(1, { sampleRate: 16_000 }).subarray(44));
    // The comment header has the encoder's name: another field of the same length in its place.
    const bytes = readFileSync(path);
    const at = bytes.indexOf('encoder=');
    expect(at).toBeGreaterThan(0);
    bytes.write('title=Oh', at, 'latin1');
    const plain = await probe(path);
    const { tags } = await look(withPageChecks(bytes));
    expect(plain.tags).toEqual({});
    expect(tags.title).toMatch(/^Oh/);
  });
});

/** Ogg with the checksum of each page made anew. */
function withPageChecks(file: Buffer): Buffer {
  for (let at = file.indexOf('OggS'); at >= 0; at = file.indexOf('OggS', at + 4)) {
    const segments = file[at + 26] ?? 0;
    const size = file.subarray(at + 27, at + 27 + segments).reduce((sum, length) => sum + length, 27 + segments);
    const page = file.subarray(at, at + size);
    page.writeUInt32LE(0, 22);
    let crc = 0;
    for (const byte of page) {
      crc ^= byte << 24;
      for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
    }
    page.writeUInt32LE(crc >>> 0, 22);
  }
  return file;
}

describe('SUM-04 tracks of text', () => {
  const named = async (name: string) => {
    const tracks = [
      { ...pcm, blocks: [block(0)] },
      { type: 'subtitle', codec: 'S_TEXT/UTF8', language: 'eng', name, blocks: [] } as const,
    ];
    const [track] = (await look(makeMatroskaOf({ tracks }))).subtitles;
    return [track?.title, track?.isForced, track?.isHearingImpaired];
  };

  test('are told with language, flags and codec', async () => {
    const subtitles = [
      { codec: 'S_TEXT/UTF8', language: 'eng', name: 'Full', isDefault: true, cues: [] },
      { codec: 'S_TEXT/ASS', language: 'chi', isForced: true, cues: [] },
      { codec: 'S_HDMV/PGS', isHearingImpaired: true, cues: [] },
    ] as const;
    const bytes = makeMatroska({ seconds: 1, subtitles: subtitles.map((one) => ({ ...one, cues: [] })) });
    const plain = { title: null, isDefault: false, isForced: false, isHearingImpaired: false };
    expect((await look(bytes)).subtitles).toEqual([
      { ...plain, index: 1, language: 'eng', title: 'Full', codec: 'subrip', isDefault: true },
      { ...plain, index: 2, language: 'chi', codec: 'ass', isForced: true },
      { ...plain, index: 3, language: null, codec: 'hdmv_pgs_subtitle', isHearingImpaired: true },
    ]);
  });

  test('tell by their name what no flag says', async () => {
    expect(await named('English (Forced)')).toEqual(['English (Forced)', true, false]);
    expect(await named('强制')).toEqual(['强制', true, false]);
    expect(await named('Reinforced')).toEqual(['Reinforced', false, false]);
    for (const title of ['English SDH', 'English [CC]', 'For the Hearing Impaired'])
      expect(await named(title)).toEqual([title, false, true]);
    expect(await named('ACCESS')).toEqual(['ACCESS', false, false]);
  });

  test('keep the codec of newer WebVTT, and no name for what is not known', async () => {
    const codecOf = async (codec: string) => {
      const tracks = [{ ...pcm, blocks: [block(0)] }, { type: 'subtitle', codec, blocks: [] } as const];
      return (await look(makeMatroskaOf({ tracks }))).subtitles[0]?.codec;
    };
    expect(await codecOf('S_TEXT/WEBVTT')).toBe('webvtt');
    expect(await codecOf('S_UNHEARD_OF')).toBe('unknown');
  });

  test('of MP4 have the name of their handler, unless a program made it up', async () => {
    const { readSubtitles } = await import('./subtitles.ts');
    const titleOf = async (name: string) => {
      const path = join(folder, `${files++}.mp4`);
      writeFileSync(path, makeTimedTextMp4([{ lengthMs: 1000, bytes: Buffer.from('Hi') }], name));
      return (await readSubtitles(path))[0]?.title;
    };
    expect(await titleOf('Commentary')).toBe('Commentary');
    for (const name of ['', 'SubtitleHandler', 'Core Media Text', 'Mainconcept MP4 Text']) expect(await titleOf(name)).toBeNull();
    expect(await titleOf('My Core Media')).toBe('My Core Media');
    await expect(look(makeWvttMp4([{ startMs: 0, endMs: 900, text: 'one' }]))).rejects.toMatchObject({
      code: 'media_unreadable',
    });
  });
});
