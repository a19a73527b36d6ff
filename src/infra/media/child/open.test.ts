import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMatroska } from '../../../../tests/harness/files/make-matroska.ts';
import { box, makeMp4, makeWav } from '../../../../tests/harness/files/make-media.ts';
import { TaskFailure } from './fail.ts';
import { clockOrigin, openMedia, toSeconds } from './open.ts';
import { hasMovieBox, readAt, sniffHead, withFile } from './sniff.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'child-open-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function save(bytes: Uint8Array | string): string {
  const path = join(folder, String(files++));
  writeFileSync(path, bytes);
  return path;
}

const opening = (path: string) =>
  openMedia(path, { analyse: true }).then(
    ({ format }) => format,
    (error: unknown) => (error instanceof TaskFailure ? `${error.code}: ${error.message}` : error),
  );

describe('opening a file', () => {
  test('gives its format, size and first bytes', async () => {
    const bytes = makeWav(5);
    const path = save(bytes);
    const media = await openMedia(path, { analyse: true });
    expect(media).toMatchObject({ format: 'wav', path, fileSize: bytes.length });
    expect(media.head.equals(bytes.subarray(0, 65_536))).toBe(true);
    expect(media.context.streams[0]?.codecpar.sampleRate).toBe(8000);
  });

  test('is refused or fails with its reason', async () => {
    expect(await opening(save('GIF89a\u0001\0\u0001\0\0\0\0'.padEnd(2000, 'x')))).toMatch(/^media_(?:refused|unreadable): /);
    expect(await opening(save(Buffer.from('RIFF\0\x10\0\0AVI LIST'.padEnd(5000, '\0'), 'latin1')))).toBe(
      'media_refused: not a format that is opened here',
    );
    expect(await opening(save('#EXTM3U\n'))).toBe('media_refused: a playlist is not media');
    expect(await opening(save(''))).toBe('media_unreadable: the file is empty');
    const matroska = makeMatroska({ seconds: 1 });
    expect(await opening(save(matroska.subarray(0, 60)))).toMatch(/^media_unreadable: opening failed with -\d+$/);
  });

  test('of an MP4 needs its index where players look', async () => {
    const path = join(folder, 'hidden.mp4');
    await makeMp4(path, { seconds: 1 });
    expect(await opening(path)).toMatch(/^mov/);
    const bytes = readFileSync(path);
    bytes.write('free', bytes.lastIndexOf('moov'), 'latin1');
    expect(await opening(save(bytes))).toMatch(/^media_unreadable: (?:the index is missing|opening failed)/);
  });
});

describe('times', () => {
  const stream = (num: number, den: number) => ({ timeBase: { num, den } }) as never;

  test('are seconds in the units of their stream', () => {
    expect(toSeconds(90_000n, stream(1, 90_000))).toBe(1);
    expect(toSeconds(-1500n, stream(1, 1000))).toBe(-1.5);
    expect(toSeconds(3n, stream(1001, 30_000))).toBe(0.1001);
    expect(toSeconds(0n, stream(1, 1000))).toBe(0);
    expect(toSeconds(5n, stream(1, 0))).toBeNull();
    expect(toSeconds(-(2n ** 63n), stream(1, 1000))).toBeNull();
  });

  test('begin above ten seconds, where the clock is a time of day', () => {
    const originOf = (seconds: number) => clockOrigin({ startTime: BigInt(Math.round(seconds * 1e6)) } as never);
    expect([originOf(0), originOf(-20), originOf(10), originOf(10.5), originOf(86_400)]).toEqual([0, 0, 0, 10.5, 86_400]);
    const longest = 3000 * 24 * 3600;
    expect([originOf(longest - 1), originOf(longest)]).toEqual([longest - 1, 0]);
    expect(clockOrigin({ startTime: -(2n ** 63n) } as never)).toBe(0);
  });
});

describe('the first look', () => {
  test('reads what is there and closes the file', () => {
    const path = save('0123456789');
    expect(withFile(path, (file) => [readAt(file, 2, 3), readAt(file, 8, 5), readAt(file, 20, 5)].map(String))).toEqual([
      '234',
      '89',
      '',
    ]);
    let descriptor = -1;
    expect(() =>
      withFile(path, (file) => {
        descriptor = file;
        throw new Error('of the work');
      }),
    ).toThrow('of the work');
    expect(() => readAt(descriptor, 0, 1)).toThrow('EBADF');
    expect(sniffHead(save(Buffer.alloc(70_000, 1))).length).toBe(65_536);
  });

  test.each([
    ...[
      '#EXTM3U',
      ' \n\0#extm3u',
      '#EXT-X-VERSION:3',
      'ffconcat version 1.0',
      '[playlist]',
      '[Reference]',
      '<asx version="3.0">',
    ],
    ...['<MPD type', '<smil>', '<?xml version', 'v=0\r\no=', 'v=0\no=', 'RTSPtext', '#!/bin/sh', 'file:/x', 'http://a', 'https:'],
  ])('refuses %j', (text) => {
    const code = (words: string) => {
      try {
        sniffHead(save(words));
        return 'none';
      } catch (error) {
        return error instanceof TaskFailure && error.code;
      }
    };
    expect(code(`${text}\n`)).toBe('media_refused');
    // Only where a player would look.
    expect(code(`x${text}\n`)).toBe('none');
    expect(code(`${' '.repeat(2047)}${text}`)).toBe('none');
  });

  test('lets sound from telephones pass, which begins like a script', () => {
    expect(sniffHead(save('#!AMR\n\x3c')).length).toBe(7);
    expect(sniffHead(save('#!AMR-WB\n\x3c')).length).toBe(10);
  });

  test('finds the index of an MP4 among its boxes', () => {
    const found = (bytes: Buffer) => hasMovieBox(save(bytes), bytes.length);
    const [ftyp, mdat, moov] = [box('ftyp', Buffer.alloc(8)), box('mdat', Buffer.alloc(100)), box('moov', Buffer.alloc(20))];
    expect([found(Buffer.concat([ftyp, mdat, moov])), found(Buffer.concat([ftyp, mdat]))]).toEqual([true, false]);
    expect(found(Buffer.concat([ftyp, box('moof', Buffer.alloc(4))]))).toBe(true);
    expect(found(Buffer.concat([ftyp, box('mdat', moov)]))).toBe(false);
    expect(found(Buffer.concat([ftyp, box('free', moov), Buffer.alloc(7)]))).toBe(false);
    // A size of 64 bits.
    const large = (size: number) => {
      const head = Buffer.alloc(16);
      head.writeUInt32BE(1, 0);
      head.write('mdat', 4, 'latin1');
      head.writeBigUInt64BE(BigInt(size), 8);
      return Buffer.concat([head, Buffer.alloc(40)]);
    };
    expect([found(Buffer.concat([large(56), moov])), found(large(56))]).toEqual([true, false]);
    // To the end of the file.
    const rest = Buffer.concat([Buffer.from([0, 0, 0, 0]), Buffer.from('mdat'), moov]);
    expect(found(rest)).toBe(false);
    // What is no box, or smaller than its own head, is left to the library.
    for (const odd of ['00000007', '00000002']) expect(found(Buffer.from(`${odd}6672656500000000`, 'hex'))).toBe(true);
    expect(found(Buffer.concat([ftyp, Buffer.from('00000010ff010203', 'hex'), Buffer.alloc(8)]))).toBe(true);
    expect(found(Buffer.concat([box('\xa9nam', Buffer.alloc(4)), mdat]))).toBe(false);
    expect(found(Buffer.alloc(4))).toBe(false);
    // Ten thousand boxes are looked at.
    const many = (count: number) => Buffer.concat([...Array.from({ length: count }, () => box('free', Buffer.alloc(0))), moov]);
    expect([found(many(9999)), found(many(10_000))]).toEqual([true, false]);
  });
});
