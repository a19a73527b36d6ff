import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasCode } from '#lib/app-error.ts';
import { makeMatroska } from '../../../tests/harness/files/make-matroska.ts';
import { makeWav } from '../../../tests/harness/files/make-media.ts';
import { testFolder } from '../../../tests/harness/files/test-folder.ts';
import { lendFile } from '../process/lend-file.ts';
import { runProcess } from '../process/run-process.ts';
import { findTool } from '../process/tools.ts';
import { createMediaTools } from './create-media-tools.ts';
import { createSystemFfmpeg, readPlainSrt } from './system-ffmpeg.ts';

const signal = new AbortController().signal;
const media = createMediaTools({ engine: 'system' });
const present = findTool('ffmpeg') !== null && findTool('ffprobe') !== null;
const { save } = testFolder('system-ffmpeg');

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

test('reads SubRip as ffmpeg writes it', async () => {
  const text = '1\n00:00:01,000 --> 00:00:02,500\n<i>One</i>\n\n2\n01:00:00,000 --> 01:00:01,000\nTwo\n\n3 lines\n';
  expect(await readPlainSrt(text, 10)).toEqual([
    { startMs: 1000, endMs: 2500, text: 'One' },
    { startMs: 3_600_000, endMs: 3_601_000, text: 'Two\n\n3 lines' },
  ]);
  expect(await readPlainSrt('', 10)).toEqual([]);
  expect(await readPlainSrt(text, 1)).toHaveLength(1);
});

test('other work has its turn while long subtitles are read', async () => {
  const text = Array.from(
    { length: 1000 },
    (_, at) => `${at + 1}\n00:00:01,000 --> 00:00:02,000\n${'words '.repeat(200)}\n`,
  ).join('\n');
  let turns = 0;
  const turn = () => {
    turns++;
    if (turns < 3) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await readPlainSrt(text, 10_000)).toHaveLength(1000);
  expect(turns).toBe(3);
});

test('SUM-04 all tracks of a file share one limit of bytes and cues; what is beyond is left out', async () => {
  const stream = (index: number) => ({ index, codec_type: 'subtitle', codec_name: 'subrip' });
  const sound = { index: 0, codec_type: 'audio' };
  const listing = { streams: [sound, ...[1, 2, 3].map(stream)], format: { format_name: 'matroska' } };
  const track = `for (let n = 1; n <= 100; n++) console.log(n + '\\n00:00:01,000 --> 00:00:02,000\\n' + 'word '.repeat(100) + '\\n')`;
  const scripts = { ffprobe: `console.log(${JSON.stringify(JSON.stringify(listing))})`, ffmpeg: track };
  const asked: string[] = [];
  const programs = {
    find: (name: string) => name,
    run: (name: string, args: string[], { maxStdoutBytes }: { maxStdoutBytes?: number }) => {
      asked.push(args[args.indexOf('-map') + 1] ?? '');
      const script = scripts[name as keyof typeof scripts];
      return runProcess(process.execPath, ['-e', script], { signal, timeoutMs: 20_000, maxStdoutBytes: maxStdoutBytes ?? 0 });
    },
  };
  const countsWith = async (subtitles: { bytes: number; cues: number }) => {
    const file = await lendFile(save('tracks.mkv', makeWav(1)));
    const tools = createSystemFfmpeg({ timeoutMs: 20_000, memoryBytes: 2 ** 30, subtitles }, programs);
    return (await tools.subtitles(file, signal).finally(() => file.close())).map(({ cues }) => cues.length);
  };
  // A track has 100 cues of a little more than 530 bytes.
  expect(await countsWith({ bytes: 80_000, cues: 1000 })).toEqual([100, 49, 0]);
  expect(asked.filter((map) => map.startsWith('0:'))).toEqual(['0:1', '0:2']);
  expect(await countsWith({ bytes: 10 ** 6, cues: 130 })).toEqual([100, 30, 0]);
});
