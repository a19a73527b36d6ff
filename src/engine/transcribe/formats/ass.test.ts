import { expect, test } from 'vitest';
import { cueLines } from '../../../../tests/harness/files/cue-lines.ts';
import { parseAss } from './ass.ts';

const line = (text: string, times = '0:00:01.00,0:00:02.00') => `Dialogue: 0,${times},D,,0,0,0,,${text}`;
const read = (...lines: string[]) => cueLines(parseAss(lines.join('\n')));

test.each<[title: string, lines: string[], cues: string[]]>([
  ['without a table of fields', [line('one, two')], ['1-2 one, two']],
  [
    'with fields of its own',
    ['[Events]', 'Format : Start , Text', 'Dialogue : 0:00:01.00, one, two', 'dialogue:0:00:03.5,'],
    ['1-? one, two'],
  ],
  ['with an actor', ['[events]', 'format: Actor, Start, End, Text', 'Dialogue: Ann,0:00:01.00,0:00:02.00,a'], ['1-2 Ann: a']],
  ['with fields of styles', ['[V4+ Styles]', 'Format: Name, Text', '[Events]', line('a')], ['1-2 a']],
  ['with fields before any section', ['Format: Start, Text', line('a')], ['1-2 a']],
  ['with fields without a text', ['[Events]', 'Format: Layer, Start', line('a')], ['1-2 a']],
  ['with fields of another section after its own', ['[Events]', '[Fonts]', 'Format: Start, Text', line('a')], ['1-2 a']],
  ['with sections in spaces', [' [Events] ', ' Format: Start, Text ', ` ${line('a', '0:00:03.00')} `], []],
  ['with brackets in a text', ['[Events]', 'x [Fonts]', '[Fonts] x', 'Format: Start, Text', 'Dialogue: 0:00:01.00,a'], ['1-? a']],
  ['with names like a section’s', ['[Old Events]', '[Events]x', 'Format: Start, Text', line('a')], ['1-2 a']],
  ['with names like a key', ['[Events]', 'My Format: Start, Text', 'Formats: Start, Text', line('a')], ['1-2 a']],
  ['with lines like dialogue', ['[Events]', `Old ${line('x')}`, line('x').replace(':', 's:'), line('a')], ['1-2 a']],
  ['with too few fields', ['[Events]', 'Dialogue: 0,0:00:01.00', 'Dialogue: 0,0:00:01.00,0:00:02.00,D', line('a')], ['1-2 a']],
  [
    'with empty fields',
    ['[Events]', 'Format: Start, End, Text', 'Dialogue: ,0:00:02.00,x', 'Dialogue: 0:00:01.00,,a'],
    ['1-? a'],
  ],
])('SUM-05 reads an ASS file %s', (_, lines, cues) => {
  expect(read(...lines)).toEqual(cues);
});

test.each<[stamp: string, seconds: number | '?']>([
  ['1:02:03', 3723],
  ['1:2:3.5', 3723.5],
  ['100:00:00.125', 360_000.125],
  ['0:00:01:25', 1.25],
  ['x0:00:01.00', '?'],
  ['0:00:01.00x', '?'],
  ['0:00:01.1234', '?'],
  ['0:00', '?'],
])('SUM-05 reads the ASS time %j', (stamp, seconds) => {
  expect(read(line('a', `0:00:00.00,${stamp}`))).toEqual([`0-${seconds} a`]);
  expect(read(line('a', `${stamp},1000:00:00.00`))).toEqual(seconds === '?' ? [] : [`${seconds}-3600000 a`]);
});

test.each<[text: string, plain: string | undefined]>([
  [String.raw`one\Ntwo\nthree\hfour`, 'one\ntwo\nthree four'],
  [String.raw`{\i1}one{\i0} {a remark}two`, 'one two'],
  [String.raw`{\p1}m 0 0{\p0}word`, 'word'],
  [String.raw`{\p1}m 0 0{\p10}l 1{\p100\p0}word{\b1}s`, 'words'],
  [String.raw`{\p0}a{\pos(1,2)}b`, 'ab'],
  [String.raw`{\p4}m 0 0{\i1}l 9`, undefined],
  [String.raw`{\p1\p00}word`, 'word'],
  [String.raw`\p1 is {x}a code`, String.raw`\p1 is a code`],
  ['{\\i1}', undefined],
])('SUM-05 reads the ASS text %j', (text, plain) => {
  expect(read(line(text))).toEqual(plain === undefined ? [] : [`1-2 ${plain}`]);
});
