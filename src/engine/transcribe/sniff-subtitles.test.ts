import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { looksLikeSubtitles, parseSubtitles, parseSubtitleText } from './parse-subtitles.ts';

const formatOf = (text: string, name?: string) => {
  try {
    return parseSubtitleText(text, name).format;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};
const timing = '00:00:01,000 --> 00:00:02,000\na\n';

test.each<[text: string, format: string]>([
  [' \n\tWEBVTT\n\n00:01.000 --> 00:02.000\na', 'subtitles_empty'],
  ['WEBVTT\n\n00:01.000 --> 00:02.000\na', 'vtt'],
  ['[Script Info]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,a', 'ass'],
  ['x\n  [V4+ Styles]  \nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,a', 'ass'],
  ['x\n[v4 styles]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,a', 'ass'],
  ['[EVENTS]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,a', 'ass'],
  ['Dialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,a', 'ass'],
  ['x [Events]\nwords', 'document_unreadable'],
  ['[Events] x\nwords', 'document_unreadable'],
  ['[Old Events]\nwords', 'document_unreadable'],
  ['My Dialogue: 0,0:00:01.00,x', 'document_unreadable'],
  ['Dialogue: 0,now', 'document_unreadable'],
  ['{"body":[{"from":1,"to":2,"content":"a"}]}', 'bilibili'],
  ['[ {"start":1,"text":"a"}]', 'json'],
  ['{}', 'document_unreadable'],
  ['{words}', 'document_unreadable'],
  ["){]}'", 'document_unreadable'],
  [`)]}' {"body":[{"from":1,"to":2,"content":"a"}]}`, 'bilibili'],
  [`x${timing}`, 'document_unreadable'],
  [`\u200b\ufeff${timing}`, 'srt'],
  [`${'words\n'.repeat(5000)}${timing}`, 'srt'],
  ['00:00:01,000 -\0-> 00:00:02,000\na', 'srt'],
  ['0:01\na\n0:02\nb\n0:03\nc', 'timed-text'],
  ['start\tend\ttext\n0\t1000\ta', 'tsv'],
  ['[00:01.00]a\n[00:02.00]b', 'lrc'],
  ['[ti:x]\n[00:01.00]a\nb\nc', 'lrc'],
  ['[00:01.00]a\nb', 'lrc'],
  ['[00:01.00]a\nb\nc', 'document_unreadable'],
  ['[ti:x]\n[ar:y]\nb\nc', 'document_unreadable'],
  ['  [1:02:03.5]a', 'lrc'],
  ['[00:01.0000]a', 'document_unreadable'],
  ['x [00:01.00]a', 'document_unreadable'],
  ['<tt xmlns="x"><body><p begin="1s" end="2s">a</p></body></tt>', 'ttml'],
  ['<tts:tt><tts:body><tts:p begin="1s" end="2s">a</tts:p></tts:body></tts:tt>', 'ttml'],
  ['<SAMI><SYNC Start=1000><P>a', 'sami'],
  ['<?xml version="1.0"?><transcript><text start="1">a</text></transcript>', 'youtube-xml'],
  ['<timedtext/>', 'subtitles_empty'],
  [`<html><body>${timing}</body></html>`, 'document_unreadable'],
  [`<i>x</i>\n${timing}`, 'srt'],
  ['<title>x</title>', 'document_unreadable'],
  [' \n ', 'subtitles_empty'],
  ['', 'subtitles_empty'],
])('SUM-05 tells the format of %j', (text, format) => {
  expect(formatOf(text)).toBe(format);
});

test('SUM-05 takes the name of lyrics for their format where nothing else tells', () => {
  const song = '[00:01.00]a\nb\nc\nd';
  expect([formatOf(song, 'a.LRC'), formatOf(song, 'a.lrc.txt'), formatOf(song)]).toEqual([
    'lrc',
    'document_unreadable',
    'document_unreadable',
  ]);
});

test('SUM-05 tells lyrics by their first sixty lines', () => {
  const song = (stamped: number, plain: number) => `${'[00:01.00]a\n'.repeat(stamped)}${'b\n'.repeat(plain)}`;
  expect([formatOf(song(30, 100)), formatOf(song(29, 100))]).toEqual(['lrc', 'document_unreadable']);
});

test.each<[text: string, expected: boolean]>([
  [`${'words\n'.repeat(11)}${timing}`, true],
  [`${'words\n\n'.repeat(12)}${timing}`, false],
  [`${' '.repeat(20_000)}${timing}`, false],
  ['{"body":[{"from":1,"to":2,"content":"a"}]}', true],
  ['{"body":[{"from":1}]}', false],
  ['<timedtext>', true],
  ['<html>', false],
  ['words', false],
])('SUM-05 tells whether a text is subtitles: %#', (text, expected) => {
  expect(looksLikeSubtitles(text)).toBe(expected);
});

const isAutomatic = (text: string) => parseSubtitleText(text).automatic ?? false;
const json3 = (more: string) => `{"events":[{"tStartMs":1,"segs":[{"utf8":"a"${more}}]}]}`;

test.each<[text: string, automatic: boolean]>([
  [json3(',"acAsrConf":1'), true],
  [json3(',"aAppend":1'), true],
  [json3(',"aAppended":1'), false],
  ['{"type":"AIsubtitle","body":[{"from":1,"content":"a"}]}', true],
  ['{"type": "AIsubtitle","body":[{"from":1,"content":"a"}]}', true],
  ['{"type":"subtitle","body":[{"from":1,"content":"a"}]}', false],
  ['<timedtext><p t="1"><s ac="9">a</s></p></timedtext>', true],
  ['<timedtext><p t="1" w="1" a="1">a</p></timedtext>', true],
  ['<timedtext><p t="1" a="0">a</p></timedtext>', false],
  [`<timedtext><p t="1" ${'x'.repeat(100)} a="1">a</p></timedtext>`, false],
  ['WEBVTT\n\n00:01.000 --> 00:02.000\na<00:00:01.500><c> b</c>', true],
  ['WEBVTT\n\n00:01.000 --> 00:02.000\na<00:00:01.500> b', false],
  [`WEBVTT\n\n00:01.000 --> 00:02.000\n${'a\n'.repeat(10_000)}<00:00:01.500><c>b</c>`, false],
  [timing, false],
])('SUM-05 tells whether captions are automatic: %#', (text, automatic) => {
  expect(isAutomatic(text)).toBe(automatic);
});

test('SUM-05 tells language and title of subtitles where they are known', () => {
  expect(parseSubtitleText('[ti:A song]\n[la:en]\n[00:01.00]a')).toEqual({
    format: 'lrc',
    cues: [{ startMs: 1000, endMs: 2000, text: 'a' }],
    language: 'en',
    title: 'A song',
  });
  expect(parseSubtitleText(timing)).toEqual({ format: 'srt', cues: [{ startMs: 1000, endMs: 2000, text: 'a' }] });
});

test('SUM-05 reads line ends of every kind', () => {
  for (const end of ['\n', '\r', '\r\n', '\r\r\n'])
    expect(parseSubtitleText(`1${end}${timing.replaceAll('\n', end)}b${end}${end}`).cues).toEqual([
      { startMs: 1000, endMs: 2000, text: 'a\nb' },
    ]);
});

test('SUM-05 reads WebVTT leniently where strict reading finds two cues fewer than none, or three fewer', () => {
  const loose = (count: number) =>
    Array.from({ length: count }, (_, index) => `00:0${index + 3} --> 00:0${index + 4}\nb`).join('\n\n');
  const cues = (head: string, count: number) => {
    try {
      return parseSubtitleText(`WEBVTT\n\n${head}${loose(count)}`).cues.length;
    } catch {
      return 0;
    }
  };
  const strict = '00:01.000 --> 00:02.000\na\n\n';
  expect([cues('', 1), cues('', 2), cues(strict, 2), cues(strict, 3)]).toEqual([0, 2, 1, 4]);
});

test('SUM-05 refuses a subtitle file of more than 64 megabytes', () => {
  const bytes = new Uint8Array(64 * 1024 * 1024 + 1).fill(0x20);
  expect(() => parseSubtitles(bytes)).toThrow('file_too_large');
  expect(() => parseSubtitles(bytes.subarray(1))).toThrow('subtitles_empty');
});
