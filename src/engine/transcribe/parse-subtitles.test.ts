import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { sourceLimits } from '../text/source-limits.ts';
import { looksLikeSubtitles, parseSubtitles } from './parse-subtitles.ts';

const parse = (text: string, name?: string) => parseSubtitles(Buffer.from(text), name);
/** `[start, end, text]` in seconds. */
const cuesOf = (text: string, name?: string) =>
  parse(text, name).cues.map((cue) => [cue.startMs / 1000, cue.endMs / 1000, cue.text]);
const codeOf = (run: () => unknown) => {
  try {
    run();
    return 'none';
  } catch (error) {
    return error instanceof AppError ? error.code : 'untyped';
  }
};

const srt = '1\n00:00:01,000 --> 00:00:02,500\nHello <i>there</i>\n\n2\n00:00:03,000 --> 00:00:04,000\n{\\an8}second\\Nline\n';
const vtt =
  'WEBVTT - title\nKind: captions\n\nNOTE a\nremark\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.500 align:start\n<v.loud Ann>Hi &amp; <b>bye</b></v>\n\n01:00:00.000 --> 01:00:01.000\n漢<rt>かん</rt>\n';
const ass =
  '[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nComment: 0,0:00:00.00,0:00:01.00,D,,0,0,0,,not spoken\nDialogue: 0,0:00:01.50,0:00:03.00,D,Ann,0,0,0,,{\\i1}Hello{\\i0}, you\\Nthere\nDialogue: 0,0:00:04.00,0:00:05.00,D,,0,0,0,,{\\p1}m 0 0 l 10 0{\\p0}\n';
const ttml =
  '<?xml version="1.0"?><tt xml:lang="de" xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25" ttp:tickRate="1000"><head><metadata><ttm:title>Film</ttm:title><ttm:agent xml:id="a1"><ttm:name>Ann</ttm:name></ttm:agent></metadata></head><body><div begin="10s"><p begin="00:00:01.000" end="00:00:02:12" ttm:agent="a1">Eins\n   <br/> <span>zwei &lt; drei</span></p><p begin="4000t" dur="1.5s">vier</p></div></body></tt>';
const lrc = '[ti:Lied]\n[offset:+500]\n[00:02.00][00:10.50]Refrain\n[00:05.25]<00:05.25>Wort <00:05.80>für\n[00:07.00]\n';
const json3 = JSON.stringify({
  events: [
    { tStartMs: 0, dDurationMs: 9000, id: 1 },
    { tStartMs: 1000, dDurationMs: 4000, wWinId: 1, segs: [{ utf8: 'so' }, { utf8: ' it', tOffsetMs: 200 }] },
    { tStartMs: 2990, dDurationMs: 100, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] },
    { tStartMs: 3000, dDurationMs: 2000, wWinId: 1, segs: [{ utf8: 'begins' }] },
  ],
});
const srv3 =
  '<?xml version="1.0"?><timedtext format="3"><head><ws id="0"/></head><body><p t="1000" d="4000" w="1"><s ac="0">so</s><s t="200"> it&amp;#39;s</s></p><p t="2990" d="10" w="1" a="1">\n</p><p t="3000" d="2000" w="1">begins</p></body></timedtext>';
const transcriptXml = '<transcript><text start="0.5" dur="1">a &lt;i&gt;b&lt;/i&gt;</text><text start="2"></text></transcript>';
const bilibili = JSON.stringify({
  type: 'AIsubtitle',
  lang: 'ai-zh',
  body: [
    { from: 0.08, to: 2.24, content: '大家好' },
    { from: 3, to: 4, content: '♪' },
  ],
});
const podcast = JSON.stringify({
  version: '1.0.0',
  segments: [
    { speaker: 'Ann', startTime: 0.5, endTime: 0.75, body: 'I' },
    { startTime: 1, body: 'am' },
  ],
});
const sbv = '0:00:01.000,0:00:02.000\nHello\nthere\n\n0:00:03.000,0:00:04.500\nBye\n';
const sami =
  '<SAMI><HEAD><STYLE TYPE="text/css"><!-- P { color: red } --></STYLE></HEAD><BODY><SYNC Start=1000><P Class=ENCC>Hello<br>there\n<SYNC Start=2000><P>&nbsp;<SYNC start="3000"><p>Bye</BODY></SAMI>';
const golden = { srt, sbv, sami, vtt, ass, ttml, lrc, json3, srv3, transcriptXml, bilibili, podcast };

describe('parseSubtitles', () => {
  it('SUM-05 reads SubRip with tags, codes and odd times', () => {
    expect(cuesOf(srt)).toEqual([
      [1, 2.5, 'Hello there'],
      [3, 4, 'second\nline'],
    ]);
    const odd = '00:01,5 -> 00:02.04 X1:10 X2:20\nA &nbsp;&amp; b\n\n100:00:00 --> 100:00:01,25\na < b && c > d';
    expect(cuesOf(odd)).toEqual([
      [1.5, 2.04, 'A \u00a0& b'],
      [360_000, 360_001.25, 'a < b && c > d'],
    ]);
  });

  it('SUM-05 loses no words of a damaged SubRip file and invents none', () => {
    // No empty lines, an empty line inside a cue, a number that is speech, a cut last cue.
    expect(cuesOf('1\n00:00:01,000 --> 00:00:02,000\nhello\n2\n00:00:03,000 --> 00:00:04,000\nworld')).toHaveLength(2);
    expect(
      cuesOf(
        '1\n00:00:01,000 --> 00:00:02,000\none\n\ntwo\n\n2\n00:00:03,000 --> 00:00:04,000\n1984\n\n3\n00:00:05,000 --> 00:0',
      ),
    ).toEqual([
      [1, 2, 'one\ntwo'],
      [3, 4, '1984'],
    ]);
    expect(
      cuesOf('00:00:01,000 --> 00:00:02,000\nborn in\n1984\n00:00:03,000 --> 00:00:04,000\nyes').map((cue) => cue[2]),
    ).toEqual(['born in\n1984', 'yes']);
    expect(cuesOf('1\r00:00:01,000 --> 00:00:02,000\rmac\r\r').map((cue) => cue[2])).toEqual(['mac']);
    expect(cuesOf('00:00:01,000 --> 00:00:02,000 words on the timing line')[0]?.[2]).toBe('words on the timing line');
  });

  it('SUM-05 reads WebVTT by its standard', () => {
    const { cues, format } = parse(vtt);
    expect(format).toBe('vtt');
    expect(cues).toEqual([
      { startMs: 1000, endMs: 2500, text: 'Hi & bye', speaker: 'Ann' },
      { startMs: 3_600_000, endMs: 3_601_000, text: '漢かん' },
    ]);
    // A cue right below the header, or below its fields.
    expect(cuesOf('WEBVTT\n00:01.000 --> 00:02.000\na\n\n00:03.000 --> 00:04.000\nb')).toEqual([
      [1, 2, 'a'],
      [3, 4, 'b'],
    ]);
    expect(cuesOf('WEBVTT - title\nKind: captions\n00:01.000 --> 00:02.000\na')).toEqual([[1, 2, 'a']]);
    // Two parts with more than 59 are hours and minutes; three parts with more are no time.
    expect(cuesOf('WEBVTT\n\n75:10.000 --> 75:11.000\na')).toEqual([[270_600, 270_660, 'a']]);
    expect(codeOf(() => parse('WEBVTT\n\n01:75:00.000 --> 01:75:02.000\nText'))).toBe('subtitles_empty');
    // Two digits of fraction, a bad signature, text behind an empty line, an arrow as text.
    expect(codeOf(() => parse('WEBVTT\n\n00:00.00 --> 00:02.000\nText'))).toBe('subtitles_empty');
    expect(codeOf(() => parse('\n WEBVTT\n\n00:00.000 --> 00:02.000\nText'))).toBe('subtitles_empty');
    expect(cuesOf('WEBVTT\n\n00:01.000 --> 00:02.000\nin\n\nout\n')).toEqual([[1, 2, 'in']]);
    expect(cuesOf('WEBVTT\n\nid\n00:01.000 --> 00:02.000\n-->\n')).toEqual([[1, 2, '']]);
    // A typing mistake loses no words.
    expect(cuesOf('WEBVTT\n\n00:01.000 --> 00:02.000\n<c never closed\n')).toEqual([[1, 2, '<c never closed']]);
  });

  it('SUM-05 reads a WebVTT file leniently when it breaks the rules throughout', () => {
    const commas =
      'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\na\n\n00:00:03,000 --> 00:00:04,000\nb\n\n00:00:05,000 --> 00:00:06,000\nc\n';
    expect(cuesOf(commas)).toHaveLength(3);
    const twoLost = 'WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n00:03 --> 00:04\nb\n\n00:05 --> 00:06\nc\n';
    expect(cuesOf(twoLost)).toEqual([[1, 2, 'a']]);
    expect(cuesOf(`${twoLost}\n00:07 --> 00:08\nd\n`).map((cue) => cue[2])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('SUM-05 keeps comments, styles and names of cues out of a WebVTT file that it reads leniently', () => {
    const blocks = [
      'WEBVTT',
      'NOTE before\n00 words',
      '00:01 --> 00:02\none',
      'NOTE between\nof two lines',
      'REGION\nid:fred',
      'name\n00:03 --> 00:04\ntwo\nNOTE is a word here',
      'STYLE\n::cue { color: red }',
      'NOTED\n00:05 --> 00:06\nthree\n00:07 --> 00:08\nfour',
    ];
    expect(cuesOf(blocks.join('\n\n'))).toEqual([
      [1, 2, 'one'],
      [3, 4, 'two\nNOTE is a word here'],
      [5, 6, 'three'],
      [7, 8, 'four'],
    ]);
  });

  it('SUM-05 reads files with stray byte order marks and line ends that were converted twice', () => {
    const two = [
      [1, 2.5, 'Hello there'],
      [3, 4, 'second\nline'],
    ];
    for (const marks of ['\ufeff', '\ufeff\ufeff', 'ï»¿', '\u200b\ufeff']) expect(cuesOf(marks + srt)).toEqual(two);
    expect(cuesOf('\ufeff\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\na')).toEqual([[1, 2, 'a']]);
    for (const end of ['\r', '\r\n', '\r\r\n']) expect(cuesOf(srt.replaceAll('\n', end))).toEqual(two);
    // Lines end in carriage returns, of which only the last was converted.
    expect(cuesOf(srt.replaceAll('\n', '\r').replace(/\r$/, '\r\r\n'))).toEqual(two);
    expect(cuesOf('WEBVTT\n\n00:01.000 --> 00:02.000\na\nWEBVTT\nKind: captions\n\n00:03.000 --> 00:04.000\nb')).toEqual([
      [1, 2, 'a'],
      [3, 4, 'b'],
    ]);
    expect(cuesOf('WEBVTT\n\n00:01.000 --> 00:02.000\nWEBVTT is a format')).toEqual([[1, 2, 'WEBVTT is a format']]);
    expect(cuesOf(`WEBVTT\nKind: captions\n\nWEBVTT\n\n${vtt.slice(vtt.indexOf('intro'))}`)).toHaveLength(2);
  });

  it('SUM-05 reads each line of a rolling WebVTT track once', () => {
    const rolling = [
      '00:01.000 --> 00:03.000\n \nhello<00:01.500><c> my</c> friends',
      '00:03.000 --> 00:03.010\nhello my friends\n ',
      '00:03.010 --> 00:05.000\nhello my friends\ntoday<00:03.500><c> we</c> bake',
      '00:05.000 --> 00:05.010\ntoday we bake\n ',
      '00:05.010 --> 00:07.000\ntoday we bake\nbread',
    ];
    expect(cuesOf(`WEBVTT\n\n${rolling.join('\n\n')}`)).toEqual([
      [1, 3.01, 'hello my friends'],
      [3.01, 5.01, 'today we bake'],
      [5.01, 7, 'bread'],
    ]);
    // Two layers of one line, which a player shows at once, do not make a rolling track.
    const layers = '00:01.000 --> 00:02.000\na\n\n'.repeat(2);
    expect(cuesOf(`WEBVTT\n\n${layers}`)).toHaveLength(2);
  });

  it('SUM-05 reads ASS and SSA events by their format line', () => {
    expect(parse(ass).cues).toEqual([{ startMs: 1500, endMs: 3000, text: 'Hello, you\nthere', speaker: 'Ann' }]);
    const late = '[Events]\nDialogue: 0,12:00:01.50,112:00:03.00,D,,0,0,0,,Still here\n';
    expect(parse(late).cues).toEqual([{ startMs: 43_201_500, endMs: 403_203_000, text: 'Still here' }]);
    const ssa = '[Events]\nFormat: Marked, Start, End, Text\nDialogue: Marked=0,0:01:39.00,0:01:41.04,{\\pos(4,5)}one, two';
    expect(cuesOf(ssa)).toEqual([[99, 101.04, 'one, two']]);
  });

  it('SUM-05 reads TTML times of all kinds, nested', () => {
    expect(parse(ttml)).toEqual({
      format: 'ttml',
      title: 'Film',
      language: 'de',
      cues: [
        { startMs: 11_000, endMs: 12_480, text: 'Eins\nzwei < drei', speaker: 'Ann' },
        { startMs: 14_000, endMs: 15_500, text: 'vier' },
      ],
    });
    const spaced = (space: string) =>
      `<tt xml:space="${space}"><body><p begin="0s" end="1s">a\nb</p><p begin="1s" end="2s" xml:space="default">c\nd</p></body></tt>`;
    expect(cuesOf(spaced('preserve')).map((cue) => cue[2])).toEqual(['a\nb', 'c d']);
    expect(cuesOf(spaced('default')).map((cue) => cue[2])).toEqual(['a b', 'c d']);
    const seq = '<tt><body timeContainer="seq"><p dur="2s">a</p><p dur="500ms">b</p></body></tt>';
    expect(cuesOf(seq)).toEqual([
      [0, 2, 'a'],
      [2, 2.5, 'b'],
    ]);
    const words =
      '<tt><body><p begin="1s" end="5s"><span begin="0s" end="1s">so</span> <span begin="1s">it goes</span></p></body></tt>';
    expect(cuesOf(words)).toEqual([
      [1, 2, 'so'],
      [2, 5, 'it goes'],
    ]);
  });

  it('SUM-05 reads lyrics with offset, repeated lines, word times and empty stamps', () => {
    expect(cuesOf(lrc)).toEqual([
      [1.5, 4.75, 'Refrain'],
      [4.75, 6.5, 'Wort für'],
      [10, 11, 'Refrain'],
    ]);
    expect(parse(lrc).title).toBe('Lied');
  });

  it('SUM-05 reads YouTube tracks without their rolling events', () => {
    for (const [source, second] of [
      [json3, 'so it'],
      [srv3, "so it's"],
    ] as const) {
      const { cues, automatic } = parse(source);
      expect(cues.map((cue) => [cue.startMs, cue.endMs, cue.text])).toEqual([
        [1000, 3000, second],
        [3000, 5000, 'begins'],
      ]);
      expect(automatic).toBe(true);
    }
    expect(cuesOf(transcriptXml)).toEqual([[0.5, 1.5, 'a b']]);
  });

  it('SUM-05 reads Bilibili, podcast and recognition JSON', () => {
    expect(parse(bilibili)).toMatchObject({ format: 'bilibili', language: 'zh', automatic: true });
    expect(cuesOf(bilibili)[0]).toEqual([0.08, 2.24, '大家好']);
    expect(parse(podcast).cues).toEqual([
      { startMs: 500, endMs: 750, text: 'I', speaker: 'Ann' },
      { startMs: 1000, endMs: 2000, text: 'am' },
    ]);
    const whisper = JSON.stringify({ text: 'all', segments: [{ id: 0, start: 1.5, end: 2, text: ' word' }] });
    expect(cuesOf(whisper)).toEqual([[1.5, 2, 'word']]);
    const offsets = JSON.stringify({
      transcription: [{ timestamps: { from: '00:00:01,000' }, offsets: { from: 1000, to: 1500 }, text: 'x' }],
    });
    expect(cuesOf(offsets)).toEqual([[1, 1.5, 'x']]);
    // AssemblyAI counts milliseconds, Deepgram seconds.
    const words = [
      { start: 250, end: 310, text: 'Smoke' },
      { start: 330, end: 412, text: 'from' },
    ];
    expect(cuesOf(JSON.stringify({ id: 'a', utterances: null, words }))).toEqual([
      [0.25, 0.31, 'Smoke'],
      [0.33, 0.412, 'from'],
    ]);
    const utterances = [{ speaker: 'A', start: 250, end: 26_950, text: 'Smoke from hundreds.', words }];
    expect(parse(JSON.stringify({ utterances })).cues).toEqual([
      { startMs: 250, endMs: 26_950, text: 'Smoke from hundreds.', speaker: 'A' },
    ]);
    const seconds = [
      { start: 3, end: 40, text: 'x' },
      { start: 41, end: 43.5, text: 'y' },
    ];
    expect(cuesOf(JSON.stringify({ utterances: seconds }))).toEqual([
      [3, 40, 'x'],
      [41, 43.5, 'y'],
    ]);
    expect(cuesOf(JSON.stringify({ words: [{ start: 3, end: 4, word: 'z' }] }))).toEqual([[3, 4, 'z']]);
    expect(cuesOf(JSON.stringify([{ start: 3, duration: 2, text: 'y' }]))).toEqual([[3, 5, 'y']]);
  });

  it('SUM-05 reads SBV and SAMI', () => {
    expect(cuesOf(sbv)).toEqual([
      [1, 2, 'Hello\nthere'],
      [3, 4.5, 'Bye'],
    ]);
    expect(cuesOf(sami)).toEqual([
      [1, 2, 'Hello\nthere'],
      [3, 4, 'Bye'],
    ]);
  });

  it('SUM-05 goes by content, not by name', () => {
    for (const [name, source] of Object.entries(golden)) {
      const { format } = parse(source, 'wrong-name.bin');
      expect([name, format, looksLikeSubtitles(source)]).toEqual([name, parse(source).format, true]);
    }
    expect(looksLikeSubtitles('# Notes\n\nAn arrow --> is no subtitle, and\n[1:2] is a reference.')).toBe(false);
    expect(looksLikeSubtitles('[1] a paper\n[2] another paper')).toBe(false);
    expect(looksLikeSubtitles('{"name": "package"}')).toBe(false);
  });

  it('SUM-05 says what is wrong with a file that is no subtitle', () => {
    expect(codeOf(() => parse(''))).toBe('subtitles_empty');
    expect(codeOf(() => parse('WEBVTT\n\n'))).toBe('subtitles_empty');
    expect(codeOf(() => parse('<tt><body/></tt>'))).toBe('subtitles_empty');
    for (const source of ['<!doctype html><p>Log in', 'just words', '{"a": 1}', '[[[[', '{"events": 5}']) {
      expect([source, codeOf(() => parse(source, 'x.srt'))]).toEqual([source, 'document_unreadable']);
    }
    expect(codeOf(() => parseSubtitles(new Uint8Array(1000)))).toBe('subtitles_empty');
  });

  it('SUM-05 sorts cues and never lets one end before it starts', () => {
    expect(cuesOf('00:00:05,000 --> 00:00:03,000\nB\n\n00:00:01,000 --> 00:00:06,000\nA\n')).toEqual([
      [1, 6, 'A'],
      [5, 5, 'B'],
    ]);
  });

  it('SUM-05 expands no entity and loads no document type', () => {
    const bomb = `<!DOCTYPE tt [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><tt><body><p begin="0s" end="1s">x &b; <![CDATA[<y>]]></p></body></tt>`;
    expect(cuesOf(bomb)).toEqual([[0, 1, 'x &b; <y>']]);
  });
});

describe('parseSubtitles on hostile input', () => {
  const source = fc.constantFrom(...Object.values(golden));
  const noise = fc.constantFrom(
    '\n',
    '\0',
    '<',
    '>',
    '{',
    '\\',
    '-->',
    '&',
    '00:00:99,999',
    '[',
    ']',
    '"',
    ':',
    '\ufffd',
    '9'.repeat(20),
    'Infinity',
    '<p>',
    '-1',
  );
  const mutation = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.nat(12), insert: noise });

  it('SUM-05 survives 500 damaged tracks with typed errors and ordered, finite times', () => {
    fc.assert(
      fc.property(source, fc.array(mutation, { minLength: 1, maxLength: 8 }), (text, mutations) => {
        let damaged = text;
        for (const { at, cut, insert } of mutations) {
          const from = Math.floor(at * damaged.length);
          damaged = damaged.slice(0, from) + insert + damaged.slice(from + cut);
        }
        expectUsable(Buffer.from(damaged));
      }),
      { numRuns: 500 },
    );
  });

  it('SUM-05 survives damaged bytes', () => {
    fc.assert(
      fc.property(source, fc.uint8Array({ minLength: 1, maxLength: 6 }), fc.nat(), (text, bytes, at) => {
        const damaged = Uint8Array.from(Buffer.from(text));
        damaged.set(bytes, at % Math.max(1, damaged.length - bytes.length));
        expectUsable(damaged);
      }),
      { numRuns: 200 },
    );
  });

  function expectUsable(bytes: Uint8Array): void {
    try {
      let last = 0;
      for (const { startMs, endMs } of parseSubtitles(bytes).cues) {
        expect(Number.isFinite(startMs) && Number.isFinite(endMs)).toBe(true);
        expect(startMs).toBeGreaterThanOrEqual(last);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        last = startMs;
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  const head = '1\n00:00:01,000 --> 00:00:02,000\n';
  it.each<[string, number | string, (times: (count: number) => number) => string]>([
    ['one line', 1, (times) => head + 'a'.repeat(times(100_000))],
    ['open angles', 1, (times) => head + '<'.repeat(times(100_000))],
    ['open tags', 1, (times) => `${head}${'<b'.repeat(times(80_000))}>`],
    ['nested tags in WebVTT', 1, (times) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<c>'.repeat(times(80_000))}x`],
    ['open voice tags', 1, (times) => head + '<v '.repeat(times(80_000))],
    ['open braces', 1, (times) => head + '{\\'.repeat(times(80_000))],
    ['ampersands', 1, (times) => head + '&#'.repeat(times(80_000))],
    ['spaces before an arrow', 1, (times) => `${head}${' '.repeat(times(100_000))}-->`],
    ['digits', 1, (times) => `${head}${'9'.repeat(times(100_000))}>`],
    ['nested elements', 1, (times) => `<tt>${'<div begin="1s">'.repeat(times(80_000))}<p begin="0s">x`],
    [
      'end tags without start',
      'subtitles_empty',
      (times) => `<tt>${'<q>'.repeat(times(100_000))}${'</z>'.repeat(times(100_000))}`,
    ],
    ['attributes without end', 'subtitles_empty', (times) => `<tt ${'a="'.repeat(times(80_000))}`],
    ['comments without end', 'subtitles_empty', (times) => `<tt>${'<!--'.repeat(times(80_000))}`],
    ['deep JSON', 'document_unreadable', (times) => '['.repeat(times(100_000))],
    ['deep objects', 'document_unreadable', (times) => `${'{"data":'.repeat(times(100_000))}1${'}'.repeat(times(100_000))}`],
    ['lyrics with many stamps', 80_000, (times) => `${'[00:01.00]'.repeat(times(80_000))}x`],
    [
      'drawings',
      'subtitles_empty',
      (times) => `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,${'{\\p1}m'.repeat(times(100_000))}`,
    ],
  ])('SUM-05 reads %s in linear time', (_, outcome, text) => {
    const whole = text((count) => count);
    if (typeof outcome === 'number') expect(parse(whole).cues).toHaveLength(outcome);
    else expect(codeOf(() => parse(whole))).toBe(outcome);
    expectLinearTime((share) => codeOf(() => parse(text((count) => count * share))));
  });

  it('SUM-05 reads as many cues as a source may have and refuses more', () => {
    const cue = '00:00:01,000 --> 00:00:02,000\nx\n';
    expect(parse(cue.repeat(sourceLimits.cues)).cues).toHaveLength(sourceLimits.cues);
    expect(codeOf(() => parse(cue.repeat(sourceLimits.cues + 1)))).toBe('transcript_too_long');
  });
});
