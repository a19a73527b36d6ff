import { expect, test } from 'vitest';
import { parseSubtitles } from '../parse-subtitles.ts';

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
