import { expect, test } from 'vitest';
import { cueLines } from '../../../../tests/harness/files/cue-lines.ts';
import { parseSubtitles } from '../parse-subtitles.ts';
import { parseLrc } from './lrc.ts';

test.each<[title: string, source: string, starts: number[]]>([
  ['hundredths, as some are above 59', '[00:01:00]One\n[00:02:70]Two\n[00:03:10]\n', [1, 2.7]],
  ['hundredths, as it is a song', '[ar:Ann]\n[00:01:00]One\n[00:02:00]\n', [1]],
  ['seconds of a long talk', '[00:00:01]One\n[00:00:02]\n[01:00:01]Two\n[01:00:02]\n', [1, 3601]],
  ['seconds beside fractions', '[ar:Ann]\n[00:01.50]One\n[00:01:10]Two\n', [1.5, 70]],
])('SUM-05 reads a third part of LRC times as %s', (_, source, starts) => {
  expect(parseSubtitles(Buffer.from(source)).cues.map(({ startMs }) => startMs / 1000)).toEqual(starts);
});

const read = (...lines: string[]) => cueLines(parseLrc(lines.join('\n')).cues);

test.each<[line: string, cues: string[]]>([
  [' \t[ 00:01.5 ] a ', ['1.5-? a']],
  ['[1:02:03.125]a', ['3723.125-? a']],
  ['[100:00:00.0]a', ['360000-? a']],
  ['[1234:05,25]a', ['74045.25-? a']],
  ['[0:1:250]a', ['1.25-? a']],
  ['[00:01.00][00:03.00] [00:05.00]a', ['1-? a', '3-? a', '5-? a']],
  ['[00:01.00]<00:01.00>one <00:01>two [00:02:5] three', ['1-? one two  three']],
  ['[00:01.00]M: one', ['1-? one']],
  ['[00:01.00]F:one', ['1-? one']],
  ['[00:01.00]D:', ['1-? D:']],
  ['[00:01.00]DM: one', ['1-? DM: one']],
  ['[00:01.00]X: one', ['1-? X: one']],
  ['[00:01.00]a &amp; b', ['1-? a & b']],
  ['x[00:01.00]a', []],
  ['[00:01.00 x]a', []],
  ['[  00:01.00]a', []],
  ['[00:001.00]a', []],
  ['[00:01.0000]a', []],
  ['[:00:01.00]a', []],
])('SUM-05 reads the lyric %j', (line, cues) => {
  expect(read(line)).toEqual(cues);
});

test.each<[tag: string, seconds: number]>([
  ['[offset:500]', 9.5],
  [' [ OFFSET : +500 ] ', 9.5],
  ['[offset:-500]', 10.5],
  ['[offset:99999]', 0],
  ['[offset:x500]', 10],
  ['[offset:500x]', 10],
  ['[offset:+-5]', 10],
  ['[myoffset:500]', 10],
  ['[offsets:500]', 10],
  ['[offset:500] x', 10],
  ['x [offset:500]', 10],
  ['[length:500]', 10],
  [`[offset:500${' '.repeat(600)}]`, 10],
])('SUM-05 moves lyrics by the tag %j', (tag, seconds) => {
  expect(read(tag, '[00:10.00]a')).toEqual([`${seconds}-? a`]);
});

test.each<[tags: string[], title: string | null, language: string | null]>([
  [['[ti: A song ]', '[la:en]'], 'A song', 'en'],
  [['[TI:A]', '[lang: de ]'], 'A', 'de'],
  [['[ti:A]', '[language:fr]', '[ti: ]', '[la: ]'], null, null],
  [['[title:A]', '[xti:A]', '[lax:en]', '[xla:en]', '[by:me]', '[#:note]'], null, null],
])('SUM-05 reads title and language of lyrics from %j', (tags, title, language) => {
  expect(parseLrc(tags.join('\n'))).toEqual({ cues: [], title, language });
});

test.each<[lines: string[], starts: number[]]>([
  [['[by:Ann]', '[01:00:50]a'], [60.5]],
  [[' [ AL : x]', '[01:00:50]a'], [60.5]],
  [['x [ar:Ann]', '[01:00:50]a'], [3650]],
  [['[bar:Ann]', '[01:00:50]a'], [3650]],
  [['[arx:Ann]', '[01:00:50]a'], [3650]],
  [['[01:00:59]a'], [3659]],
  [['[01:00:60]a'], [60.6]],
  [
    ['[ar:Ann]', '[01:30]a', '[01:00:50]b'],
    [90, 3650],
  ],
])('SUM-05 tells hundredths from seconds in %j', (lines, starts) => {
  expect(parseLrc(lines.join('\n')).cues.map(({ startMs }) => startMs / 1000)).toEqual(starts);
});

test('SUM-05 ends lyrics at empty stamps before the next line', () => {
  expect(read('[00:01.00]a', '[00:02.00]', '[00:05.00]b', '[00:04.00]', '[00:09.00]c')).toEqual(['1-2 a', '5-? b', '9-? c']);
  expect(read('[00:05.00]b', '[00:01.00]a', '[00:08.00]', '[00:05.00]')).toEqual(['5-8 b', '1-5 a']);
  expect(read('[00:01.00]a', '[00:01.00]a2', '[00:03.00]', '[00:03.00]b', '[00:07.00]')).toEqual(['1-3 a', '1-3 a2', '3-7 b']);
  expect(read('[00:03.00]a', '[00:03.00]', '[00:02.00]')).toEqual(['3-? a']);
  expect(read('[offset:1000]', '[00:02.00]a', '[00:03.00]')).toEqual(['1-2 a']);
  expect(read('[offset:5000]', '[00:02.00]a', '[00:03.00]', '[00:07.00]')).toEqual(['0-2 a']);
});
