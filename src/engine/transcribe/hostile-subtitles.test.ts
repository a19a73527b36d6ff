/** Subtitle files as tools and people break them; every case is written by hand, with the cues that a reader would expect. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { parseSubtitles } from './parse-subtitles.ts';
import { cuesToSegments } from './segments.ts';

type Cue = [start: number, end: number, text: string];

/** `[start, end, text]` in seconds; a speaker stands before the text in brackets. */
function cuesOf(source: string | Uint8Array, name = ''): Cue[] {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  return parseSubtitles(bytes, name).cues.map(({ startMs, endMs, text, speaker }) => [
    startMs / 1000,
    endMs / 1000,
    speaker ? `[${speaker}] ${text}` : text,
  ]);
}

const two: Cue[] = [
  [1, 2, 'One'],
  [3, 4, 'Two'],
];

const vttCases: [title: string, source: string, cues: Cue[]][] = [
  ['times without milliseconds', 'WEBVTT\n\n00:01 --> 00:02\nOne\n\n00:03 --> 00:04\nTwo\n', two],
  [
    'times without milliseconds around a comment',
    'WEBVTT\n\n00:00:01 --> 00:00:02\nOne\n\nNOTE this is\nnot said\n\n00:00:03 --> 00:00:04\nTwo\n\nNOTE nor this\n',
    two,
  ],
  [
    'a comment right below a cue without milliseconds stays a comment only behind an empty line',
    'WEBVTT\n\n00:01 --> 00:02\nOne\n \nNOTE\nnot said\n\n00:03 --> 00:04\nTwo\n',
    two,
  ],
  ['commas for points', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nOne\n\n00:00:03,000 --> 00:00:04,000\nTwo\n', two],
  [
    'one cue of three broken',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:02.5 -> broken\nLost\n\n00:03.000 --> 00:04.000\nTwo\n',
    two,
  ],
  [
    'styles, regions and comments between cues',
    'WEBVTT\n\nSTYLE\n::cue(b) {\n  color: red;\n}\n\nREGION\nid:r\nwidth:40%\n\nNOTE\nlong\ncomment\n\n00:01.000 --> 00:02.000 region:r\nOne\n\nNOTE x\n\n00:03.000 --> 00:04.000\nTwo\n\nSTYLE\nx',
    two,
  ],
  ['a header doubled', 'WEBVTT\n\nWEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> 00:04.000\nTwo\n', two],
  [
    'two files one behind the other',
    'WEBVTT\nKind: captions\nLanguage: en\n\n00:01.000 --> 00:02.000\nOne\n\nWEBVTT\nKind: captions\nLanguage: en\n\n00:03.000 --> 00:04.000\nTwo\n',
    two,
  ],
  ['two byte order marks', '\ufeff\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> 00:04.000\nTwo\n', two],
  ['a mark read as Western text', 'ï»¿WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> 00:04.000\nTwo\n', two],
  ['junk before the header', '\ufeff\u200bWEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> 00:04.000\nTwo\n', two],
  ['carriage returns alone', 'WEBVTT\r\r00:01.000 --> 00:02.000\rOne\r\r00:03.000 --> 00:04.000\rTwo\r', two],
  [
    'lines ended twice',
    'WEBVTT\r\r\n\r\r\n00:01.000 --> 00:02.000\r\r\nOne\r\r\n\r\r\n00:03.000 --> 00:04.000\r\r\nTwo\r\r\n',
    two,
  ],
  ['a lower-case header', 'webvtt\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> 00:04.000\nTwo\n', two],
  ['hours of three digits', 'WEBVTT\n\n100:00:01.000 --> 100:00:02.000\nOne\n', [[360_001, 360_002, 'One']]],
  [
    'entities and tags',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<c.yellow.bg_blue>R&amp;D</c> &lt;3 <00:01.500><i>caf&eacute;</i>&nbsp;&#39;x&#39;\n',
    [[1, 2, "R&D <3 café\u00a0'x'"]],
  ],
  [
    'names of cues that look like times or numbers',
    'WEBVTT\n\n1\n00:01.000 --> 00:02.000\nOne\n\n00:99\n00:03.000 --> 00:04.000\nTwo\n',
    two,
  ],
  [
    'speakers that overlap',
    'WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ann>One\n\n00:02.000 --> 00:03.000\n<v Bo>Two\n',
    [
      [1, 4, '[Ann] One'],
      [2, 3, '[Bo] Two'],
    ],
  ],
  [
    'rolling lines of YouTube',
    'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.000 --> 00:00:02.000 align:start position:0%\n \nso<00:00:00.500><c> today</c>\n\n00:00:02.000 --> 00:00:02.010 align:start position:0%\nso today\n \n\n00:00:02.010 --> 00:00:04.000 align:start position:0%\nso today\nwe<00:00:02.500><c> begin</c>\n\n00:00:04.000 --> 00:00:04.010 align:start position:0%\nwe begin\n \n\n00:00:04.010 --> 00:00:06.000 align:start position:0%\nwe begin\nwith<00:00:04.500><c> clay</c>\n',
    [
      [0, 2.01, 'so today'],
      [2.01, 4.01, 'we begin'],
      [4.01, 6, 'with clay'],
    ],
  ],
  [
    'a map of time stamps, as HLS adds',
    'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> 00:04.000\nTwo\n',
    two,
  ],
];

const srtCases: [title: string, source: string, cues: Cue[]][] = [
  ['points for commas', '1\n00:00:01.000 --> 00:00:02.000\nOne\n\n2\n00:00:03.000 --> 00:00:04.000\nTwo\n', two],
  ['no numbers', '00:00:01,000 --> 00:00:02,000\nOne\n\n00:00:03,000 --> 00:00:04,000\nTwo\n', two],
  ['some numbers', '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n00:00:03,000 --> 00:00:04,000\nTwo\n', two],
  [
    'a number that is said',
    '00:00:01,000 --> 00:00:02,000\n42\n\n00:00:03,000 --> 00:00:04,000\n7\n',
    [
      [1, 2, '42'],
      [3, 4, '7'],
    ],
  ],
  ['no empty lines', '1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n', two],
  [
    'empty lines inside of a cue',
    '1\n00:00:01,000 --> 00:00:02,000\nOne\n\nmore\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n',
    [
      [1, 2, 'One\nmore'],
      [3, 4, 'Two'],
    ],
  ],
  ['hours of three digits', '1\n123:00:01,000 --> 123:00:02,000\nOne\n', [[442_801, 442_802, 'One']]],
  ['no milliseconds', '1\n00:00:01 --> 00:00:02\nOne\n\n2\n00:00:03 --> 00:00:04\nTwo\n', two],
  ['one digit of fraction', '1\n00:00:01,5 --> 00:00:02,25\nOne\n', [[1.5, 2.25, 'One']]],
  ['a longer arrow', '1\n00:00:01,000 ---> 00:00:02,000\nOne\n\n2\n00:00:03,000 -> 00:00:04,000\nTwo\n', two],
  ['an arrow drawn', '1\n00:00:01,000 → 00:00:02,000\nOne\n\n2\n00:00:03,000 → 00:00:04,000\nTwo\n', two],
  ['no spaces around the arrow', '1\n00:00:01,000-->00:00:02,000\nOne\n\n2\n00:00:03,000-->00:00:04,000\nTwo\n', two],
  ['wide digits and colons', '1\n００：００：０１，０００ --> ００：００：０２，０００\nOne\n', [[1, 2, 'One']]],
  ['cues out of order', '2\n00:00:03,000 --> 00:00:04,000\nTwo\n\n1\n00:00:01,000 --> 00:00:02,000\nOne\n', two],
  ['an end before its start', '1\n00:00:03,000 --> 00:00:01,000\nOne\n', [[3, 3, 'One']]],
  [
    'tags in capitals, fonts and codes',
    '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<FONT COLOR="#fff"><B>One</B></FONT>\n',
    [[1, 2, 'One']],
  ],
  [
    'what only looks like a tag',
    '1\n00:00:01,000 --> 00:00:02,000\nif a<b and c>d then x < 3\n',
    [[1, 2, 'if a<b and c>d then x < 3']],
  ],
  ['entities', '1\n00:00:01,000 --> 00:00:02,000\nTom &amp; Ann&#39;s &quot;x&quot;\n', [[1, 2, 'Tom & Ann\'s "x"']]],
  ['a place on the picture', '1\n00:00:01,000 --> 00:00:02,000 X1:100 X2:200 Y1:10 Y2:20\nOne\n', [[1, 2, 'One']]],
  ['a number behind the last cue', '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n', [[1, 2, 'One']]],
  ['spaces in the time', '1\n00: 00: 01, 000 --> 00: 00: 02, 000\nOne\n', [[1, 2, 'One']]],
  ['a mark before each cue', '\ufeff1\n00:00:01,000 --> 00:00:02,000\nOne\n\n\ufeff2\n00:00:03,000 --> 00:00:04,000\nTwo\n', two],
];

const otherCases: [title: string, source: string, cues: Cue[], name?: string][] = [
  ['SBV', '0:00:01.000,0:00:02.000\nOne\n\n0:00:03.000,0:00:04.000\nTwo\n', two],
  ['SBV with hours of two digits', '00:00:01.000,00:00:02.000\nOne\n\n00:00:03.000,00:00:04.000\nTwo\n', two],
  ['SBV with a space behind the comma', '0:00:01.000, 0:00:02.000\nOne\n\n0:00:03.000, 0:00:04.000\nTwo\n', two],
  [
    'ASS with a drawing across codes',
    '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,{\\p1\\pos(1,2)}m 0 0 l 10 0 {\\c&HFF&}b 1 2 3{\\p0}One\nDialogue: 0,0:00:03.00,0:00:04.00,D,,0,0,0,,{\\pos(1,2)}Two\n',
    two,
  ],
  [
    'ASS with commas, line breaks and a comment in braces',
    '[Script Info]\n[Events]\nFormat: Start, End, Name, Text\nDialogue: 0:00:01.00,0:00:02.00,Ann,Yes, {not said}no\\N\\Nmaybe\\hso\n',
    [[1, 2, '[Ann] Yes, no\nmaybe so']],
  ],
  [
    'ASS with a brace never closed',
    '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,One {\\i1 \nDialogue: 0:00:03.00,0:00:04.00,Two\n',
    [
      [1, 2, 'One {\\i1'],
      [3, 4, 'Two'],
    ],
  ],
  [
    'ASS with karaoke',
    '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,karaoke,{\\k20}O{\\kf30}ne\n',
    [[1, 2, 'One']],
  ],
  [
    'TTML with ticks and no rate of frames',
    '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:tickRate="10000000"><body><div><p begin="10000000t" end="20000000t">One</p><p begin="30000000t" end="40000000t">Two</p></div></body></tt>',
    two,
  ],
  [
    'TTML with frames of a film',
    '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"><body><div><p begin="24f" end="00:00:02:12">One</p></div></body></tt>',
    [[1.001, 2.501, 'One']],
  ],
  [
    'TTML of which the body is late, in a container',
    '<tt:tt xmlns:tt="http://www.w3.org/ns/ttml"><tt:body begin="1s"><tt:div timeContainer="seq"><tt:p dur="1s">One</tt:p><tt:p begin="1s" dur="1s">Two</tt:p></tt:div></tt:body></tt:tt>',
    two,
  ],
  [
    'TTML with spans, breaks and entities',
    '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">R&amp;D<br/>\n  <span>&lt;x&gt;</span></p></div></body></tt>',
    [[1, 2, 'R&D\n<x>']],
  ],
  [
    'LRC with several stamps',
    '[00:01.00][00:03.00]Refrain\n[00:02.00]Verse\n[00:04.00]\n',
    [
      [1, 2, 'Refrain'],
      [2, 3, 'Verse'],
      [3, 4, 'Refrain'],
    ],
  ],
  [
    'LRC with spaces between stamps',
    '[00:01.00] [00:03.00] Refrain\n[00:02.00] Verse\n[00:04.00]\n',
    [
      [1, 2, 'Refrain'],
      [2, 3, 'Verse'],
      [3, 4, 'Refrain'],
    ],
  ],
  ['LRC with words timed', '[ti:x]\n[00:01.00]<00:01.00>O<00:01.20>ne <00:01.50>more\n[00:02.00]\n', [[1, 2, 'One more']]],
  ['LRC moved in time', '[offset:-1000]\n[00:00.00]One\n[00:01.00]\n', [[1, 2, 'One']]],
  ['LRC with brackets that are sung', '[00:01.00][laughs] One\n[00:02.00]\n', [[1, 2, '[laughs] One']]],
  [
    'json3 with rolling lines',
    JSON.stringify({
      events: [
        { tStartMs: 0, dDurationMs: 60_000, id: 1, wpWinPosId: 1 },
        {
          tStartMs: 1000,
          dDurationMs: 3000,
          wWinId: 1,
          segs: [
            { utf8: 'so', acAsrConf: 0 },
            { utf8: ' today', tOffsetMs: 300 },
          ],
        },
        { tStartMs: 2000, dDurationMs: 2000, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] },
        { tStartMs: 2010, dDurationMs: 2000, wWinId: 1, segs: [{ utf8: 'we begin' }] },
      ],
    }),
    [
      [1, 2.01, 'so today'],
      [2.01, 4.01, 'we begin'],
    ],
  ],
  [
    'json3 behind the guard against its use as a script',
    `)]}'\n${JSON.stringify({ events: [{ tStartMs: 1000, dDurationMs: 1000, segs: [{ utf8: 'One' }] }] })}`,
    [[1, 2, 'One']],
  ],
  [
    'json3 with times written as text',
    JSON.stringify({
      events: [
        { tStartMs: '1000', dDurationMs: '1000', segs: [{ utf8: 'One' }, null, { utf8: 5 }] },
        { tStartMs: 'x', segs: [{ utf8: 'no' }] },
      ],
    }),
    [[1, 2, 'One']],
  ],
  [
    'srv3 with rolling lines',
    '<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><head><wp id="0"/></head><body><w t="0" id="1"/><p t="1000" d="3000" w="1"><s ac="0">so</s><s t="300"> today</s></p><p t="2000" d="2000" w="1" a="1">\n</p><p t="2010" d="2000" w="1"><s>we</s><s> begin</s></p></body></timedtext>',
    [
      [1, 2.01, 'so today'],
      [2.01, 4.01, 'we begin'],
    ],
  ],
  [
    'srv1 with what is escaped twice',
    '<?xml version="1.0"?><transcript><text start="1" dur="1">it&amp;#39;s &amp;lt;3</text><text start="3" dur="1">R&amp;amp;D</text></transcript>',
    [
      [1, 2, "it's <3"],
      [3, 4, 'R&D'],
    ],
  ],
  [
    'Bilibili',
    JSON.stringify({
      font_size: 0.4,
      body: [
        { from: 1, to: 2, location: 2, content: 'One' },
        { from: 3, to: 4, content: 'Two' },
      ],
    }),
    two,
  ],
  [
    'SAMI that clears its lines',
    '<SAMI><BODY><SYNC Start=1000><P Class=ENCC>One<SYNC Start=2000><P>&nbsp;<SYNC Start=3000><P>Two<SYNC Start=4000><P>&nbsp;</BODY></SAMI>',
    two,
  ],
];

describe('WebVTT', () => {
  test.each(vttCases)('%s', (_, source, cues) => {
    expect(cuesOf(source).filter(([, , text]) => text !== '')).toEqual(cues);
  });
});

describe('SubRip', () => {
  test.each(srtCases)('%s', (_, source, cues) => {
    expect(cuesOf(source)).toEqual(cues);
  });
});

describe('other formats', () => {
  test.each(otherCases)('%s', (_, source, cues, name) => {
    expect(cuesOf(source, name)).toEqual(cues);
  });
});

const words = fc.array(fc.constantFrom('clay', 'kiln', 'ash', 'and', '釉', 'glaze,', '7', 'R&amp;D'), {
  minLength: 1,
  maxLength: 5,
});
const track = fc
  .array(fc.record({ gap: fc.integer({ min: 2000, max: 9000 }), said: words }), { minLength: 2, maxLength: 12 })
  .map((cues) => {
    let startMs = 0;
    return cues.map(({ gap, said }, i) => {
      startMs += gap;
      return { startMs, endMs: startMs + 1000, text: `${i % 2 === 0 ? 'a' : 'b'}${i} ${said.join(' ')}` };
    });
  });

const stamp = (ms: number, mark: string): string =>
  `${String(Math.floor(ms / 3_600_000)).padStart(2, '0')}:${new Date(ms).toISOString().slice(14, 19)}${mark}${String(ms % 1000).padStart(3, '0')}`;

/** Text that may stand between two cues without changing them. */
const between = fc.constantFrom(
  '',
  '\n',
  'NOTE said by nobody\n\n',
  'NOTE\nin two\nlines\n\n',
  'STYLE\n::cue { color: red }\n\n',
  'NOTE 00:01\n\n\n',
);

describe('whatever stands around the cues', () => {
  test('comments, line ends, marks and missing fractions change no cue of WebVTT', () => {
    fc.assert(
      fc.property(
        track,
        fc.array(between, { minLength: 12, maxLength: 12 }),
        fc.constantFrom('\n', '\r\n', '\r', '\r\r\n'),
        fc.constantFrom('', '\ufeff', '\ufeff\ufeff', 'ï»¿'),
        fc.constantFrom('.', ','),
        (cues, fillers, lineEnd, mark, point) => {
          const blocks = cues.map(
            (cue, i) => `${fillers[i]}${stamp(cue.startMs, point)} --> ${stamp(cue.endMs, point)}\n${cue.text}\n\n`,
          );
          const source = `${mark}WEBVTT\n\n${blocks.join('')}`.replaceAll('\n', lineEnd);
          const read = parseSubtitles(Buffer.from(source)).cues;
          expect(read).toEqual(cues.map((cue) => ({ ...cue, text: cue.text.replaceAll('&amp;', '&') })));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('numbers, marks of fractions and line ends change no cue of SubRip', () => {
    fc.assert(
      fc.property(
        track,
        fc.constantFrom('right', 'none', 'wrong'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom(',', '.', ';', ':'),
        fc.constantFrom(' --> ', '-->', ' -> ', ' → '),
        (cues, numbers, lineEnd, point, arrow) => {
          const numberOf = (i: number): string => {
            if (numbers === 'none') return '';
            return numbers === 'wrong' ? '7\n' : `${i + 1}\n`;
          };
          const blocks = cues.map(
            (cue, i) => `${numberOf(i)}${stamp(cue.startMs, point)}${arrow}${stamp(cue.endMs, point)}\n${cue.text}\n\n`,
          );
          const read = parseSubtitles(Buffer.from(blocks.join('').replaceAll('\n', lineEnd))).cues;
          expect(read).toEqual(cues.map((cue) => ({ ...cue, text: cue.text.replaceAll('&amp;', '&') })));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('any bytes give cues in order or a message of the product', () => {
    const fragment = fc.constantFrom(
      ...[
        'WEBVTT\n',
        '\n',
        '\n\n',
        '00:01.000 --> 00:02.000\n',
        '1\n',
        '00:00:01,000 --> 00:00:02,000\n',
        'NOTE ',
        '<v A>',
        '</',
        '&#0;',
      ],
      ...[
        '<tt>',
        '<p begin="1s" end="',
        '{"events":[',
        ']}',
        '[00:01.00]',
        'Dialogue: 0,0:00:01.00,',
        '{\\p1}',
        '[Events]\n',
        '\u0000',
        '釉',
      ],
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 30 }), (parts) => {
        try {
          const { cues } = parseSubtitles(Buffer.from(parts.join('')));
          for (const [i, cue] of cues.entries()) {
            expect(cue.endMs).toBeGreaterThanOrEqual(cue.startMs);
            expect(cue.startMs).toBeGreaterThanOrEqual(cues[i - 1]?.startMs ?? 0);
          }
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }),
      { numRuns: 200 },
    );
  });

  test('speakers that talk at once stay two lines', () => {
    const cues = parseSubtitles(
      Buffer.from(
        'WEBVTT\n\n00:01.000 --> 00:06.000\n<v Ann>I think so.\n\n00:02.000 --> 00:04.000\n<v Bo>No.\n\n00:06.000 --> 00:08.000\n<v Ann>Yes.\n',
      ),
    ).cues;
    expect(cuesToSegments(cues).map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      'Ann: I think so.',
      'Bo: No.',
      'Ann: Yes.',
    ]);
  });
});
