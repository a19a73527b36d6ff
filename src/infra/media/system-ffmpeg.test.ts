import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasCode } from '#lib/app-error.ts';
import { makeMatroska } from '../../../tests/harness/files/make-matroska.ts';
import { makeWav } from '../../../tests/harness/files/make-media.ts';
import { findTool } from '../process/tools.ts';
import { createMediaTools } from './create-media-tools.ts';
import { parsePlainSrt } from './system-ffmpeg.ts';

const signal = new AbortController().signal;
const media = createMediaTools({ engine: 'system' });
const present = findTool('ffmpeg') !== null && findTool('ffprobe') !== null;
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'system-ffmpeg-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function save(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

describe.runIf(present)('SUM-04 media work by the ffmpeg of the machine', () => {
  test('reads metadata, subtitles and chapters', async () => {
    const path = save(
      'a.mkv',
      makeMatroska({
        seconds: 4,
        title: '标题',
        chapters: [
          { startMs: 0, title: 'One' },
          { startMs: 2000, title: '二' },
        ],
        subtitles: [
          { codec: 'S_TEXT/UTF8', language: 'eng', isDefault: true, cues: [{ startMs: 500, endMs: 1300, text: '<i>Hello</i>' }] },
          { codec: 'S_TEXT/ASS', language: 'chi', cues: [{ startMs: 700, endMs: 1500, text: '0,0,Default,,0,0,0,,你好' }] },
        ],
      }),
    );
    const probe = await media.probe(path, signal);
    expect(probe).toMatchObject({ durationSeconds: 4, audio: true, video: false, tags: { title: '标题' } });
    expect(probe.chapters).toEqual([
      { title: 'One', startSeconds: 0 },
      { title: '二', startSeconds: 2 },
    ]);
    const tracks = await media.subtitles(path, signal);
    expect(tracks.map(({ language, isDefault, cues }) => [language, isDefault, cues])).toEqual([
      ['eng', true, [{ startMs: 500, endMs: 1300, text: 'Hello' }]],
      ['chi', false, [{ startMs: 700, endMs: 1500, text: '你好' }]],
    ]);
  });

  test('refuses a playlist, rejects noise and reads no other file', async () => {
    const other = save('other.wav', makeWav(7));
    const playlist = save('b.mp4', `#EXTM3U\n#EXTINF:10,\nfile://${other}\n#EXT-X-ENDLIST\n`);
    const script = save('c.mp4', `\u0001ffconcat version 1.0\nfile '${other}'\n`);
    for (const path of [playlist, script, save('d.mp4', Buffer.alloc(5000, 0xee))]) {
      const error: unknown = await media.probe(path, signal).catch((thrown: unknown) => thrown);
      expect(hasCode(error, 'media_refused', 'media_unreadable'), path).toBe(true);
    }
    expect(readFileSync(other).length).toBeGreaterThan(0);
  });
});

test.runIf(!present)('without either, the error says that the installation is incomplete', async () => {
  const error: unknown = await media.probe(save('a.wav', makeWav(1)), signal).catch((thrown: unknown) => thrown);
  expect(hasCode(error, 'config_invalid')).toBe(true);
});

test('reads SubRip as ffmpeg writes it', () => {
  const text = '1\n00:00:01,000 --> 00:00:02,500\n<i>One</i>\n\n2\n01:00:00,000 --> 01:00:01,000\nTwo\n\n3 lines\n';
  expect(parsePlainSrt(text)).toEqual([
    { startMs: 1000, endMs: 2500, text: 'One' },
    { startMs: 3_600_000, endMs: 3_601_000, text: 'Two\n\n3 lines' },
  ]);
  expect(parsePlainSrt('')).toEqual([]);
});
