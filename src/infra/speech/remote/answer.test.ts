import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { readAnswer } from './answer.ts';

const read = (body: unknown, type: string | null = 'application/json') =>
  readAnswer(typeof body === 'string' ? body : JSON.stringify(body), type, 9000);
const refusalOf = (body: unknown, type?: string | null) => {
  try {
    return read(body, type);
  } catch (error) {
    return error instanceof AppError ? [error.code, error.message, error.retry] : error;
  }
};
const unusable = (detail: string) => ['speech_failed', `speech_failed: ${detail}`, {}];

test('speech: segments come with their times and with what is known of them', () => {
  const bare = { start: 0.5, end: 1.25, text: ' Hello ' };
  const full = { ...bare, no_speech_prob: 0.1, avg_logprob: -0.2, compression_ratio: 1.5 };
  const times = { startMs: 500, endMs: 1250, text: ' Hello ' };
  expect(
    read({
      language: 'english',
      text: 'unused',
      segments: [bare, { ...full, speaker: 0 }, { ...bare, speaker: 'B', no_speech_prob: null }],
    }),
  ).toEqual({
    language: 'en',
    segments: [
      times,
      { ...times, speaker: '0', noSpeechProbability: 0.1, averageLogProbability: -0.2, compressionRatio: 1.5 },
      { ...times, speaker: 'B' },
    ],
  });
  expect(read({ segments: [{ ...bare, speaker: null, avg_logprob: null, compression_ratio: null }] })).toEqual({
    language: null,
    segments: [times],
  });
});

test('speech: words take the place of segments, and a text the place of both', () => {
  const words = [
    { start: 1, end: 2, word: 'one' },
    { start: 2, end: 2.5, word: 'two' },
  ];
  const segments = [
    { startMs: 1000, endMs: 2000, text: 'one' },
    { startMs: 2000, endMs: 2500, text: 'two' },
  ];
  for (const none of [[], null]) expect(read({ segments: none, words, text: 'unused' })).toEqual({ language: null, segments });
  const whole = { startMs: 0, endMs: 9000, text: 'All of it' };
  expect(read({ segments: [], words: [], text: ' All of it\n', language: 'de' })).toEqual({ language: 'de', segments: [whole] });
  expect(read({ text: ' ' })).toEqual({ language: null, segments: [] });
  for (const silent of [{ segments: [] }, { words: [] }]) expect(read(silent)).toEqual({ language: null, segments: [] });
  expect(read(' All of it ', 'text/plain')).toEqual({ language: null, segments: [whole] });
  expect(read('', null)).toEqual({ language: null, segments: [] });
});

test('speech: an answer is JSON where it says so or looks so, and what is none of all is told', () => {
  const text = '{"text":"x"}';
  for (const [body, type] of [
    [text, null],
    [`\n ${text}`, 'text/plain'],
    [text, 'Application/JSON; charset=utf-8'],
  ] as const)
    expect(read(body, type).segments).toMatchObject([{ text: 'x' }]);
  for (const page of ['<!DOCTYPE html>', '<html lang="en">', ' <?xml version="1.0"?>'])
    expect(refusalOf(page, 'text/html')).toEqual(unusable('a page instead of an answer'));
  expect(read('I said <html>', 'text/plain').segments).toMatchObject([{ text: 'I said <html>' }]);
  expect(refusalOf('words', 'application/json')).toEqual(unusable('no JSON'));
  expect(refusalOf('[1', null)).toEqual(unusable('no JSON'));
  for (const odd of [[], 5, { segments: [{ start: '1' }] }, { words: 'x' }])
    expect(refusalOf(odd)).toEqual(unusable('not the shape of an answer'));
  for (const empty of [{}, { text: null, segments: null, words: null }])
    expect(refusalOf(empty)).toEqual(unusable('neither text nor segments'));
});
