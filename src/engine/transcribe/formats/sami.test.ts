import { expect, test } from 'vitest';
import { cueLines } from '../../../../tests/harness/files/cue-lines.ts';
import { parseSubtitles } from '../parse-subtitles.ts';
import { parseSami } from './sami.ts';

test.each<[title: string, source: string, cues: unknown[]]>([
  [
    'two languages at once, without a body',
    '<SAMI><SYNC Start=1000>\n<P Class=KRCC>안녕<P Class=ENCC>One<SYNC Start=2000>\n<P Class=KRCC>&nbsp;<SYNC Start=2500>\n<P Class=ENCC>Two<SYNC Start=3000><P Class=KRCC>세계<SYNC Start=4000><P Class=KRCC>&nbsp;<P Class=ENCC>&nbsp;</SAMI>',
    [
      [1, 2, '안녕'],
      [3, 4, '세계'],
    ],
  ],
  [
    'two languages one behind the other',
    '<SAMI><HEAD><STYLE><!-- .E {Name:English; lang:en-US;} .K {Name:Korean; lang:ko-KR;} --></STYLE></HEAD><BODY><SYNC Start=1000><P Class=E>One<SYNC Start=3000><P Class=E>Two<SYNC Start=1000><P Class=K>안녕</BODY></SAMI>',
    [
      [1, 3, 'One'],
      [3, 4, 'Two'],
    ],
  ],
  [
    'paragraphs of one language, beginning anew',
    '<SAMI><BODY><SYNC Start=3000><P Class=ENCC ID=Source>Ann<P Class=ENCC>Two<SYNC Start=1000><P Class=Big>One</BODY></SAMI>',
    [
      [1, 3, 'One'],
      [3, 4, 'Ann\nTwo'],
    ],
  ],
])('SUM-05 reads SAMI in %s', (_, source, expected) => {
  const { cues } = parseSubtitles(Buffer.from(source));
  expect(cues.map(({ startMs, endMs, text }) => [startMs / 1000, endMs / 1000, text])).toEqual(expected);
});

const read = (inner: string) => cueLines(parseSami(`<SAMI>${inner}</SAMI>`));
const style = '<STYLE><!-- .A{lang:en-US} .B  {Name:x; LANG : "KO"} .C-d {lang:xyzw} --></STYLE>';

test.each<[title: string, inner: string, cues: string[]]>([
  ['one line until the next', '<SYNC Start=1000><P>a<SYNC Start=2000><P>b', ['1-2 a', '2-? b']],
  ['two lines at one time', '<SYNC Start=1000><P>a<SYNC Start=1000><P>b', ['1-? a', '1-? b']],
  ['breaks and line ends', '<SYNC Start=1000><P>a  b\n\n c<br>d<BR/>e', ['1-? a b c\nd\ne']],
  ['text before any time', 'x<P>y<br>z<SYNC>n<SYNC Start=x>m<SYNC Start=" 1000 ">a', ['1-? a']],
  ['attributes in any order', '<SYNC End=9000 START=1000><P id=x CLASS=encc>a<P class=krcc>b', ['1-? a']],
  ['no styles and other names', '<SYNC Start=1000><P Class=XENCC>a<P Class=ENCCX>b', ['1-? a\nb']],
  ['words of no language beside others', '<SYNC Start=1000>x<P Class=ENCC>a<SYNC Start=2000><P Class=KRCC>b', ['1-? x\na']],
  ['words of no language alone', '<SYNC Start=1000><P Class=ENCC>a<SYNC Start=2000><P>b', ['1-2 a', '2-? b']],
  ['an empty time', '<SYNC Start=1000><P Class=ENCC>a<SYNC Start=2000><SYNC Start=3000><P Class=ENCC>b', ['1-2 a', '3-? b']],
  [
    'more of one language than another',
    '<SYNC Start=1000><P Class=ENCC>a<P Class=KRCC>b<SYNC Start=2000><P Class=ENCC> <P Class=KRCC>c<SYNC Start=3000><P Class=ENCC>&nbsp;',
    ['1-2 b', '2-? c'],
  ],
  [
    'languages by style',
    `${style}<SYNC Start=1000><P Class=a>en<P Class=b>ko<SYNC Start=2000><P Class=b>ko2<P Class=C-d>none`,
    ['1-2 ko', '2-? none\nko2'],
  ],
])('SUM-05 reads SAMI with %s', (_, inner, cues) => {
  expect(read(inner)).toEqual(cues);
});
