import { expect, test } from 'vitest';
import { cueLines } from '../../../../tests/harness/files/cue-lines.ts';
import { parseVtt, vttCueLines } from './vtt.ts';
import { vttCueText } from './vtt-cue-text.ts';

const one = '00:01.000 --> 00:02.000';
const two = '00:03.000 --> 00:04.000';
const read = (...lines: string[]) => cueLines(parseVtt(lines.join('\n')));

test.each<[title: string, lines: string[], cues: string[]]>([
  ['of another name', ['xWEBVTT', '', one, 'a'], []],
  ['whose name goes on', ['WEBVTTS', '', one, 'a'], []],
  ['with a title', ['WEBVTT title', '', one, 'a'], ['1-2 a']],
  ['with a comment of several lines', ['WEBVTT', '', 'NOTE', 'x', 'y', '', one, 'a'], ['1-2 a']],
  ['with a comment right above a cue', ['WEBVTT', '', 'NOTE words', 'more', one, 'a'], ['1-2 a']],
  ['with a comment after a tab', ['WEBVTT', '', 'NOTE\twords', 'x', '', one, 'a'], ['1-2 a']],
  ['with a name like a comment', ['WEBVTT', '', 'NOTES', one, 'a', '', 'MYNOTE', two, 'b'], ['1-2 a', '3-4 b']],
  ['with a comment’s word as text', ['WEBVTT', '', one, 'NOTE a'], ['1-2 NOTE a']],
  ['with a name alone', ['WEBVTT', '', 'id', '', one, 'a'], ['1-2 a']],
  ['with a name of two lines', ['WEBVTT', '', 'id', 'other', one, 'a'], ['1-2 a']],
  ['with bad times, then a cue', ['WEBVTT', '', '00:61.000 --> 00:62.000', 'lost', one, 'a'], ['1-2 a']],
  ['with a bad end', ['WEBVTT', '', '00:01.000 --> 00:61.000', 'lost', '', two, 'a'], ['3-4 a']],
  ['with a bad start', ['WEBVTT', '', '00:61.000 --> 00:02.000', 'lost', '', two, 'a'], ['3-4 a']],
  ['with empty lines', ['WEBVTT', '', '', '', one, 'a', '', '', '', two, 'b'], ['1-2 a', '3-4 b']],
  ['with a cue right below another', ['WEBVTT', '', one, 'a', two, 'b'], ['1-2 a', '3-4 b']],
  ['with an empty cue', ['WEBVTT', '', one, '', two, 'b'], ['1-2 ', '3-4 b']],
  [
    'with another file behind it',
    ['WEBVTT', '', one, 'a', 'WEBVTT', 'Kind: captions', 'Language: en', '', two, 'b'],
    ['1-2 a', '3-4 b'],
  ],
  ['that says its own name', ['WEBVTT', '', one, 'WEBVTT', 'Kind: words', '', two, 'b'], ['1-2 WEBVTT\nKind: words', '3-4 b']],
  ['that says a field', ['WEBVTT', '', one, 'a', 'Kind: words', 'b'], ['1-2 a\nKind: words\nb']],
  ['that says its name and words', ['WEBVTT', '', one, 'a', 'WEBVTT', 'be Kind: yes'], ['1-2 a\nWEBVTT\nbe Kind: yes']],
])('SUM-05 reads a WebVTT file %s', (_, lines, cues) => {
  expect(read(...lines)).toEqual(cues);
});

test.each<[line: string, cue: string | undefined]>([
  ['00:01.000-->00:02.000', '1-2 a'],
  ['\t 00:01.000 \t--> \t00:02.000 align:start', '1-2 a'],
  ['59:59.000 --> 60:00.000', '3599-216000 a'],
  ['60:01.000 --> 61:02.000', '216060-219720 a'],
  ['01:59:59.000 --> 02:00:00.500', '7199-7200.5 a'],
  ['01:60:00.000 --> 02:00:00.500', undefined],
  ['00:59.000 --> 00:60.000', undefined],
  ['x 00:01.000 --> 00:02.000', undefined],
  ['00:01.000 --> 00:02.0000', undefined],
  ['0:01.000 --> 0:02.000', '1-2 a'],
])('SUM-05 reads the WebVTT times %j', (line, cue) => {
  expect(read('WEBVTT', '', line, 'a')).toEqual(cue === undefined ? [] : [cue]);
});

test('SUM-05 leaves comments and names out of WebVTT that another parser reads', () => {
  const lines = [
    'WEBVTT',
    'Kind: x',
    '',
    'NOTE',
    'remark',
    '',
    'id',
    one,
    'a',
    'NOTE b',
    '',
    'id2',
    two,
    'b',
    one,
    'c',
    ' ',
    'd',
  ];
  expect(vttCueLines(lines.join('\n')).split('\n')).toEqual([...['', '', one, 'a', 'NOTE b', '', two, 'b', one, 'c', ' ', 'd']]);
  expect(vttCueLines(`${one}\na\n \nid\n${two}`)).toBe(`${one}\na\n \n${two}`);
  expect(vttCueLines(`\n${one}\n${two}\nMYNOTE\n\nNOTE`)).toBe(`\n${one}\n${two}\nMYNOTE\n`);
});

test.each<[payload: string, said: object]>([
  ['a &amp; b', { text: 'a & b' }],
  ['<v Ann>a &lt; b</v>', { text: 'a < b', speaker: 'Ann' }],
  ['<v.loud.fast  Ann\n Lee >a</v> b', { text: 'a b', speaker: 'Ann Lee' }],
  ['<v Ann>a<i>b</i>c</v>', { text: 'abc', speaker: 'Ann' }],
  ['<div Ann>a</div>', { text: 'a' }],
  ['<v>a</v>', { text: 'a' }],
  ['<v &nbsp;>a</v>', { text: 'a' }],
  [
    'so <v Ann>one</v> then <v Bo &amp; Cy>two</v>',
    {
      text: 'so one then two',
      turns: [{ text: 'so' }, { text: 'one', speaker: 'Ann' }, { text: 'then' }, { text: 'two', speaker: 'Bo & Cy' }],
    },
  ],
  [
    '<v Ann>one<v Ann> more<v Bo>\n<v Cy> &amp; on ',
    {
      text: 'one more\n & on ',
      turns: [
        { text: 'one more', speaker: 'Ann' },
        { text: '& on', speaker: 'Cy' },
      ],
    },
  ],
  ['a < b > c', { text: 'a  c' }],
  ['a <b', { text: 'a <b' }],
])('SUM-05 reads the WebVTT text %j', (payload, said) => {
  expect(vttCueText(payload)).toEqual(said);
});

test('SUM-05 keeps a hundred turns of a WebVTT cue apart, and the words of all', () => {
  const voices = Array.from({ length: 150 }, (_, index) => `<v N${index}>w${index} `).join('');
  const { turns } = vttCueText(voices);
  expect(turns).toHaveLength(99);
  expect(turns?.at(0)).toEqual({ text: 'w0', speaker: 'N0' });
  expect(turns?.at(-1)?.text.split(' ')).toHaveLength(52);
});
