import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWvttMp4 } from '../../../tests/harness/files/make-wvtt.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-subs-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'subs', ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

describe('gleaner subs', () => {
  it('SUM-05 prints the cues as they stand in the file, in seconds', () => {
    const file = write('a.vtt', 'WEBVTT\n\n00:01.250 --> 00:02.000\n<v Ann>Hi\n\n00:02.000 --> 00:03.000\nyou\n');
    const { status, stdout, stderr } = run(file);
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual([
      { start: 1.25, end: 2, text: 'Hi', speaker: 'Ann' },
      { start: 2, end: 3, text: 'you' },
    ]);
  });

  it('SUM-05 prints the track of a media file', () => {
    const cues = [
      { startMs: 1000, endMs: 2000, text: '<v Ann>Hi &amp; bye' },
      { startMs: 2500, endMs: 4000, text: 'you' },
    ];
    const file = join(folder, 'track.mp4');
    writeFileSync(file, makeWvttMp4(cues));
    expect(JSON.parse(run(file).stdout)).toEqual([
      { start: 1, end: 2, text: 'Hi & bye', speaker: 'Ann' },
      { start: 2.5, end: 4, text: 'you' },
    ]);
    writeFileSync(file, makeWvttMp4([]));
    expect(run(file)).toMatchObject({ status: 3, stdout: '', stderr: expect.stringContaining('subtitles_empty') });
  });

  it('names what is wrong on stderr with the exit code for it', () => {
    for (const [args, status, code] of [
      [[write('b.srt', '<html>login')], 3, 'document_unreadable'],
      [[write('c.srt', '')], 3, 'subtitles_empty'],
      [[join(folder, 'none.srt')], 3, 'file_missing'],
      [[folder], 3, 'file_missing'],
      [[], 2, 'Usage'],
    ] as const) {
      const done = run(...args);
      expect([done.status, done.stdout]).toEqual([status, '']);
      expect(done.stderr).toContain(code);
      expect(done.stderr).not.toContain('    at ');
    }
  });
});
