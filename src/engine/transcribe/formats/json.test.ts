import { expect, test } from 'vitest';
import { cueLines } from '../../../../tests/harness/files/cue-lines.ts';
import { parseSubtitles } from '../parse-subtitles.ts';
import { parseJsonCaptions } from './json.ts';

const cuesOf = (value: unknown) =>
  parseSubtitles(Buffer.from(JSON.stringify(value))).cues.map(({ startMs, endMs, text, speaker }) => [
    startMs,
    endMs,
    speaker ? `${speaker}: ${text}` : text,
  ]);

const two = [
  [450, 2480, 'A: 大家好'],
  [2480, 4000, 'B: 你好'],
];
const unnamed = two.map(([start, end, text]) => [start, end, String(text).slice(3)]);
const numbered = two.map(([start, end, text], index) => [start, end, `${index}: ${String(text).slice(3)}`]);

test.each<[service: string, answer: unknown, cues: unknown[]]>([
  [
    'Volcengine',
    {
      result: {
        utterances: [
          { start_time: 450, end_time: 2480, text: '大家好', words: [{ start_time: 450, end_time: 900, text: '大' }] },
          { start_time: 2480, end_time: 4000, text: '你好' },
        ],
      },
    },
    unnamed,
  ],
  [
    'AssemblyAI, by sentences',
    {
      sentences: [
        { start: 450, end: 2480, text: '大家好', speaker: 'A' },
        { start: 2480, end: 4000, text: '你好', speaker: 'B' },
      ],
    },
    two,
  ],
  [
    'AssemblyAI, by paragraphs',
    {
      paragraphs: [
        { start: 450, end: 2480, text: '大家好' },
        { start: 2480, end: 4000, text: '你好' },
      ],
    },
    unnamed,
  ],
  [
    'Paraformer, with a channel for each speaker',
    {
      transcripts: [
        { channel_id: 0, text: '大家好', sentences: [{ begin_time: 450, end_time: 2480, text: '大家好', speaker_id: 0 }] },
        { channel_id: 1, text: '你好', sentences: [{ begin_time: 2480, end_time: 4000, text: '你好', speaker_id: 1 }] },
      ],
    },
    numbered,
  ],
  [
    'FunASR',
    [
      {
        key: 'x',
        text: '大家好你好',
        timestamp: [[450, 2480]],
        sentence_info: [
          { text: '大家好', start: 450, end: 2480, spk: 0 },
          { text: '你好', start: 2480, end: 4000, spk: 1 },
        ],
      },
    ],
    numbered,
  ],
  [
    'Deepgram, by utterances',
    {
      results: {
        channels: [],
        utterances: [
          { start: 0.45, end: 2.48, transcript: '大家好', speaker: 0 },
          { start: 2.48, end: 4, transcript: '你好', speaker: 1 },
        ],
      },
    },
    numbered,
  ],
  [
    'Deepgram, by words',
    {
      results: {
        channels: [
          { alternatives: [{ transcript: 'Yes', words: [{ word: 'yes', start: 1, end: 2, punctuated_word: 'Yes.' }] }] },
        ],
      },
    },
    [[1000, 2000, 'Yes.']],
  ],
  [
    'Google, the best guess',
    {
      results: [
        { alternatives: [{ transcript: 'Yes', words: [{ startTime: '1s', endTime: '1.500s', word: 'Yes' }] }, { words: [] }] },
      ],
    },
    [[1000, 1500, 'Yes']],
  ],
  [
    'AWS',
    {
      results: {
        transcripts: [{ transcript: '大家好你好' }],
        audio_segments: [
          { transcript: '大家好', start_time: '0.45', end_time: '2.48', speaker_label: 'spk_0' },
          { transcript: '你好', start_time: '2.48', end_time: '4.0', speaker_label: 'spk_1' },
        ],
      },
    },
    two.map(([start, end, text], index) => [start, end, `spk_${index}${String(text).slice(1)}`]),
  ],
  [
    '听悟',
    {
      Transcription: {
        Paragraphs: [
          { SpeakerId: '1', Words: [{ Start: 450, End: 2480, Text: '大家好' }] },
          { SpeakerId: '2', Words: [{ Start: 2480, End: 4000, Text: '你好' }] },
        ],
      },
    },
    two.map(([start, end, text], index) => [start, end, `${index + 1}${String(text).slice(1)}`]),
  ],
  [
    'Tencent, with one speaker',
    {
      Response: {
        Data: {
          ResultDetail: [
            { FinalSentence: '大家好', StartMs: 450, EndMs: 2480, SpeakerId: 0 },
            { FinalSentence: '你好', StartMs: 2480, EndMs: 4000, SpeakerId: 0 },
          ],
        },
      },
    },
    unnamed,
  ],
])('SUM-05 reads what %s answers', (_, answer, cues) => {
  expect(cuesOf(answer)).toEqual(cues);
});

test('SUM-05 reads long sections in whole seconds as seconds', () => {
  expect(cuesOf({ segments: [{ start: 0, end: 300, text: 'a long section '.repeat(50) }] })[0]?.[1]).toBe(300_000);
});

const read = (value: unknown) => {
  const track = parseJsonCaptions(JSON.stringify(value));
  return track && { ...track, cues: cueLines(track.cues) };
};
const linesOf = (value: unknown) => read(value)?.cues ?? null;
const said = { start: 1, end: 2, text: 'a' };

test.each<[title: string, value: unknown, format: string | undefined]>([
  ['json3', { events: [null, {}, { tStartMs: 0, segs: [{ utf8: 'a' }] }] }, 'json3'],
  ['json3 beside others', { events: [{ tStartMs: 0, segs: [{ utf8: 'a' }] }], body: [said] }, 'json3'],
  ['events of another kind', { events: [{ name: 'x' }, null], body: [said] }, 'bilibili'],
  ['a list of Bilibili', { body: [said] }, 'bilibili'],
  ['a list of a podcast', { segments: [said] }, 'podcast'],
  ['another list', { cues: [said] }, 'json'],
  ['a bare list', [said], 'json'],
  ['a list inside', { data: { result: { subtitle: { content: { body: [said] } } } } }, 'bilibili'],
  ['a list too far inside', { data: { data: { data: { data: { data: { body: [said] } } } } } }, undefined],
  ['nothing to say', { body: [{ start: 1, text: ' ' }] }, undefined],
  ['a number', 1, undefined],
])('SUM-05 reads JSON with %s', (_, value, format) => {
  expect(read(value)?.format).toBe(format);
  if (format !== undefined) expect(linesOf(value)?.[0]).toMatch(/ a$/);
});

test('SUM-05 reads no captions from what is no JSON', () => {
  expect(parseJsonCaptions('{"body":')).toBeNull();
});

test.each<[key: string, item: object, cue: string | null]>([
  ...['start_ms', 'tStartMs', 'startTimeMs', 'StartMs'].map((key): [string, object, string] => [key, { [key]: 1500 }, '1.5-? a']),
  ...['from', 'start', 'startTime', 'start_time', 'begin', 'beginTime'].map((key): [string, object, string] => [
    key,
    { [key]: 1.5 },
    '1.5-? a',
  ]),
  ...['to', 'end', 'endTime', 'end-time'].map((key): [string, object, string] => [key, { start: 1, [key]: 1.5 }, '1-1.5 a']),
  ...['endMs', 'end_time_ms'].map((key): [string, object, string] => [key, { start: 1, [key]: 1500, end: 9 }, '1-1.5 a']),
  ...['duration', 'dur'].map((key): [string, object, string] => [key, { start: 1, [key]: 0.5 }, '1-1.5 a']),
  ...['dDurationMs', 'duration_ms'].map((key): [string, object, string] => [key, { start: 1, [key]: 500, dur: 9 }, '1-1.5 a']),
  ['the first way to write a name', { start: 1, Start: 2, end: 3, END: 4 }, '1-3 a'],
  ['a stamp', { start: '1:02:03.5', end: '00:00:01,500' }, '3723.5-1.5 a'],
  ['minutes', { start: ' 02:03 ', end: '125.5s' }, '123-125.5 a'],
  ['whole seconds as text', { start: '12', end: '13s' }, '12-13 a'],
  ['no stamp', { start: 'x12', end: 1 }, null],
  ['no stamp either', { start: '12x', end: 1 }, null],
  ['no number', { start: null, from: true, begin: 3 }, '3-? a'],
  ['offsets', { offsets: { from: 1500, to: 2500 }, start: 9 }, '1.5-2.5 a'],
  ['offsets without a start', { offsets: { to: 2500 }, start: 9 }, null],
  ['offsets of another kind', { offsets: [1], start: 9 }, '9-? a'],
])('SUM-05 reads times of JSON captions by %s', (_, item, cue) => {
  const cues = linesOf({ body: [{ text: 'a', ...item }] });
  // An end before the start is mended later.
  expect(cues).toEqual(cue === null ? null : [cue]);
});

test.each(['text', 'body', 'content', 'punctuated_word', 'word', 'utf8', 'caption', 'transcript', 'finalSentence'])(
  'SUM-05 reads words of JSON captions from %s',
  (key) => {
    expect(linesOf([{ start: 1, [key]: ' one\r\ntwo\rthree ' }, { start: 2, [key]: 3 }, 'x', null, { start: 4 }])).toEqual([
      '1-? one\ntwo\nthree',
    ]);
  },
);

test.each<[title: string, body: object[], cues: string[]]>([
  ['by name', [{ speaker: ' Ann ' }, {}], ['0-? Ann: w0', '1-? w1']],
  [
    'by the first that is named',
    [
      { speaker: ' ', spk: 'Ann' },
      { speakerLabel: 'Bo', speaker_id: 'Cy' },
    ],
    ['0-? Ann: w0', '1-? Cy: w1'],
  ],
  ['by number', [{ spk: 0 }, { spk: 1 }], ['0-? 0: w0', '1-? 1: w1']],
  ['by one number', [{ spk: 10 }, { spk: 10 }], ['0-? w0', '1-? w1']],
  ['by one number written', [{ spk: '10' }, { spk: '10' }], ['0-? w0', '1-? w1']],
  ['by one number, and none', [{ spk: 1 }, {}], ['0-? 1: w0', '1-? w1']],
  ['by one name with a number', [{ spk: 'S1' }, { spk: 'S1' }], ['0-? S1: w0', '1-? S1: w1']],
  ['by one number with a name', [{ spk: '1S' }, { spk: '1S' }], ['0-? 1S: w0', '1-? 1S: w1']],
  ['by no whole number', [{ spk: 1.5 }, { spk: null }], ['0-? w0', '1-? w1']],
])('SUM-05 reads speakers of JSON captions %s', (_, items, cues) => {
  expect(linesOf({ body: items.map((item, index) => ({ start: index, text: `w${index}`, ...item })) })).toEqual(cues);
});

test('SUM-05 takes the speaker around words, unless they name one', () => {
  const words = [
    { start: 1, text: 'a' },
    { start: 2, text: 'b', speaker: 'Bo' },
  ];
  expect(linesOf({ paragraphs: [{ speaker: 'Ann', words }] })).toEqual(['1-? Ann: a', '2-? Bo: b']);
  expect(linesOf({ results: { speaker: 'Ann', channels: [{ alternatives: [{ words }, { words }] }] } })).toEqual([
    '1-? Ann: a',
    '2-? Bo: b',
  ]);
});

test.each<[title: string, key: string, items: object[], startMs: number]>([
  ['words of more than ten', 'words', [{ start: 20, end: 31, text: 'a' }], 20],
  ['words of ten', 'words', [{ start: 20, end: 30, text: 'a' }], 20_000],
  ['utterances of more than a hundred', 'utterances', [{ start: 20, end: 121, text: 'a' }], 20],
  ['utterances of a hundred', 'utterances', [{ start: 20, end: 120, text: 'a' }], 20_000],
  ['others of more than a thousand', 'cues', [{ start: 20, end: 1021, text: 'a' }], 20],
  ['others of a thousand', 'cues', [{ start: 20, end: 1020, text: 'a' }], 20_000],
  ['lengths of more than a thousand', 'cues', [{ start: 20, dur: '1001', text: 'a' }], 20],
  ['many words', 'words', [{ start: 20, end: 40, text: 'a'.repeat(10) }], 20_000],
  ['hardly fewer words', 'words', [{ start: 20, end: 40, text: 'a'.repeat(9) }], 20],
  [
    'a fraction',
    'words',
    [
      { start: 20, end: 60, text: 'a' },
      { start: 60, end: 90.5, text: 'b' },
    ],
    20_000,
  ],
  [
    'no end',
    'words',
    [
      { start: 20, end: 60, text: 'a' },
      { start: 60, text: 'b' },
    ],
    20_000,
  ],
  [
    'a stamp',
    'words',
    [
      { start: '20', end: '60', text: 'a' },
      { start: '0:01', end: '90', text: 'b' },
    ],
    20_000,
  ],
  ['whole numbers as text', 'words', [{ start: '20', end: '60', text: 'a' }], 20],
  ['a text for a number', 'words', [{ start: '20', end: 'x60', text: 'a' }], 20_000],
  ['a number before a text', 'words', [{ start: '20', end: '60x', text: 'a' }], 20_000],
  ['what is no cue', 'words', [{ start: 20, end: 60, text: 'a' }, []], 20_000],
  [
    'mostly short ones',
    'words',
    [
      [20, 25],
      [30, 33],
      [40, 190],
    ].map(([start, end]) => ({ start, end, text: 'a' })),
    20_000,
  ],
  [
    'mostly long ones',
    'words',
    [
      [20, 25],
      [30, 50],
      [60, 190],
    ].map(([start, end]) => ({ start, end, text: 'a' })),
    20,
  ],
  [
    'long ones, a silent one too',
    'words',
    [
      { start: 20, end: 60, text: 'a' },
      { start: 70, end: 90 },
    ],
    20,
  ],
])('SUM-05 tells milliseconds from seconds in JSON by %s', (_, key, items, startMs) => {
  expect(parseJsonCaptions(JSON.stringify({ [key]: items }))?.cues[0]?.startMs).toBe(startMs);
});

test.each<[value: object, language: string | null]>([
  [{ language: 'en' }, 'en'],
  [{ lang: 'zh-Hans' }, 'zh-Hans'],
  [{ language: 'de', lang: 'fr' }, 'de'],
  [{ lang: 'ai-zh' }, 'zh'],
  [{ lang: 'x-ai-zh' }, 'x-ai-zh'],
  [{ lang: '1en' }, null],
  [{ lang: 'en1' }, null],
  [{ lang: 'e' }, null],
  [{ lang: 5 }, null],
  [{}, null],
])('SUM-05 reads the language of JSON captions from %j', (value, language) => {
  expect(read({ ...value, body: [said] })?.language).toBe(language);
});
