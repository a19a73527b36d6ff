import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeMatroska } from '../../../../tests/harness/files/make-matroska.ts';
import { makeMp4, makeWav } from '../../../../tests/harness/files/make-media.ts';
import { testFolder } from '../../../../tests/harness/files/test-folder.ts';
import { runProcess } from '../../process/run-process.ts';
import type { MediaReply } from '../child-messages.ts';

const entry = fileURLToPath(new URL('./main.ts', import.meta.url));
const { pathOf, save } = testFolder('media-main');

const start = (...args: string[]) =>
  runProcess(process.execPath, [entry, ...args], { signal: new AbortController().signal, timeoutMs: 60_000, keepUser: true });

async function answerTo(...args: string[]): Promise<MediaReply> {
  const { stdout, exitCode } = await start(...args);
  expect(exitCode).toBe(0);
  return JSON.parse(stdout.toString('utf8')) as MediaReply;
}

test('the media child does the task that it is told', async () => {
  const video = pathOf('a.mp4');
  await makeMp4(video, { seconds: 2 });
  const cues = [{ startMs: 500, endMs: 900, text: 'Hi' }];
  const subtitled = save('a.mkv', makeMatroska({ seconds: 1, subtitles: [{ codec: 'S_TEXT/UTF8', cues }] }));
  const [probed, subtitles, cover, frames] = await Promise.all([
    answerTo('probe', video),
    answerTo('subtitles', subtitled),
    answerTo('cover', video),
    answerTo('frames', video, '0', '1000', '60000'),
  ]);
  expect(probed).toMatchObject({ ok: true, value: { container: 'mp4', durationSeconds: 2 } });
  expect(subtitles).toMatchObject({ ok: true, value: [{ codec: 'subrip', cues }] });
  expect(cover).toEqual({ ok: true, value: expect.stringMatching(/^\/9j\//) });
  const jpeg = expect.stringMatching(/^\/9j\//);
  expect(frames).toEqual({ ok: true, value: [jpeg, jpeg, null] });
});

test('the media child says what is wrong', async () => {
  const [empty, playlist, missing, nothing] = await Promise.all([
    answerTo('probe', save('empty', '')),
    answerTo('cover', save('list', '#EXTM3U\n')),
    answerTo('probe', pathOf('missing')),
    answerTo(),
  ]);
  expect(empty).toEqual({ ok: false, code: 'media_unreadable', detail: 'the file is empty' });
  expect(playlist).toEqual({ ok: false, code: 'media_refused', detail: 'a playlist is not media' });
  expect(missing).toMatchObject({ ok: false, code: 'media_unreadable', detail: expect.stringContaining('ENOENT') });
  expect(nothing).toMatchObject({ ok: false, code: 'media_unreadable', detail: expect.stringContaining('ENOENT') });
});

test('the media child writes sound as it is, or says why there is none', async () => {
  const wav = makeWav(3, { sampleRate: 16_000 });
  const [heard, silent, empty] = await Promise.all([
    start('sound', save('a.wav', wav)),
    start('sound', save('text.mp3', 'Dear diary,\n'.repeat(300))),
    start('sound', save('none.mp3', '')),
  ]);
  expect([heard.exitCode, heard.stderr]).toEqual([0, '']);
  expect(heard.stdout.equals(wav.subarray(44))).toBe(true);
  expect([silent.exitCode, silent.stdout.length]).toEqual([1, 0]);
  expect(JSON.parse(silent.stderr.trim())).toMatchObject({ ok: false, code: expect.stringMatching(/^media_/) });
  expect([empty.exitCode, empty.stderr]).toEqual([1, '\n{"ok":false,"code":"media_unreadable","detail":"the file is empty"}']);
});

test('the media child only loads its code when it warms up', async () => {
  const { exitCode, stdout, stderr } = await start('--warm');
  expect([exitCode, stdout.length, stderr]).toEqual([0, 0, '']);
});
