import { expect, test } from 'vitest';
import { parseSubtitles } from '../parse-subtitles.ts';

test.each<[title: string, source: string, starts: number[]]>([
  ['hundredths, as some are above 59', '[00:01:00]One\n[00:02:70]Two\n[00:03:10]\n', [1, 2.7]],
  ['hundredths, as it is a song', '[ar:Ann]\n[00:01:00]One\n[00:02:00]\n', [1]],
  ['seconds of a long talk', '[00:00:01]One\n[00:00:02]\n[01:00:01]Two\n[01:00:02]\n', [1, 3601]],
  ['seconds beside fractions', '[ar:Ann]\n[00:01.50]One\n[00:01:10]Two\n', [1.5, 70]],
])('SUM-05 reads a third part of LRC times as %s', (_, source, starts) => {
  expect(parseSubtitles(Buffer.from(source)).cues.map(({ startMs }) => startMs / 1000)).toEqual(starts);
});
