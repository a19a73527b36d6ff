import { expect, test } from 'vitest';
import { parseSubtitles } from '../parse-subtitles.ts';

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
