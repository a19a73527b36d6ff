/**
 * Compares what is read from small tracks of every format with a record. `vitest run --project unit
 * src/engine/transcribe/tracks-on-record.test.ts -u` writes a new one, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findAppError } from '#lib/app-error.ts';
import type { SubtitleCue } from '../raw-content.ts';
import { looksLikeSubtitles, parseSubtitleText } from './parse-subtitles.ts';
import { cuesToSegments } from './segments.ts';
import { linesOfTrack } from './trust.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/subtitles/${name}`, import.meta.url));

function shown({ startMs, endMs, text, ...rest }: Pick<SubtitleCue, 'startMs' | 'endMs' | 'text'>): string {
  const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  return `    ${startMs}–${endMs} ${JSON.stringify(text)}${more}`;
}

function judged(cues: readonly SubtitleCue[], durationMs: number | null): string {
  const lines = linesOfTrack({ cues, facts: { durationMs, claimedLanguage: null } });
  if (typeof lines === 'string') return lines;
  return `${lines.segments.length} lines, ${lines.lateCues} late, ${lines.fault ?? 'no fault'}`;
}

function read(text: string): string[] {
  try {
    const { cues, ...about } = parseSubtitleText(text);
    const segments = cuesToSegments(cues).map(
      ({ id, startMs, endMs, speaker, text: said }) => `    ${id} ${startMs}–${endMs}${speaker ? ` ${speaker}:` : ''} ${said}`,
    );
    return [
      `  ${JSON.stringify(about)}`,
      ...cues.map((cue) => shown({ ...cue })),
      '  lines',
      ...segments,
      `  of a recording of 10 s: ${judged(cues, 10_000)}; of unknown length: ${judged(cues, null)}`,
    ];
  } catch (error) {
    return [`  ${findAppError(error)?.code ?? String(error)}`];
  }
}

test('SUM-02 SUM-06 tracks of every format are read as on record', async () => {
  const tracks = readFileSync(fileOf('tracks.txt'), 'utf8')
    .split(/^===== /m)
    .slice(1);
  const record = tracks.map((track) => {
    const [name = '', ...lines] = track.split('\n');
    const text = lines.join('\n');
    const forms = [text, text.replaceAll('\n', '\r\n'), `\ufeff${text}`].map(read);
    // Ends of lines and a mark of byte order change nothing.
    expect(forms[1], name).toEqual(forms[0]);
    expect(forms[2], name).toEqual(forms[0]);
    return [`${name}${looksLikeSubtitles(text) ? '' : ' (not taken for subtitles)'}`, ...(forms[0] ?? [])].join('\n');
  });
  await expect(`${record.join('\n\n')}\n`).toMatchFileSnapshot(fileOf('tracks.record.txt'));
});
