import { expect, test } from 'vitest';
import { describedTranscript } from './described-transcript.ts';

const words = 'The oven keeps its heat for two days, and the baker tells how he uses it. '.repeat(4).trim();
const textsOf = (description: string) => describedTranscript(description, [])?.segments.map(({ text }) => text);

test('a description counts as words when it is long enough, and Han characters count double', () => {
  expect(describedTranscript(null, [])).toBeNull();
  expect(describedTranscript('w'.repeat(239), [])).toBeNull();
  expect(textsOf('w'.repeat(240))).toEqual(['w'.repeat(240)]);
  expect(describedTranscript('麦'.repeat(119), [])).toBeNull();
  expect(textsOf('麦'.repeat(120))).toEqual(['麦'.repeat(120)]);
});

test('a description is read by paragraphs, without times, and says where it is from', () => {
  expect(describedTranscript(`${words}\n\nAnd more.`, [])).toEqual({
    timed: false,
    language: 'en',
    provenance: { origin: 'description', track: 'description' },
    segments: [
      { id: 0, startMs: null, endMs: null, text: words },
      { id: 1, startMs: null, endMs: null, text: 'And more.' },
    ],
  });
  const rejected = [{ track: 'en', reason: 'unrelated' }] as unknown as Parameters<typeof describedTranscript>[1];
  expect(describedTranscript(words, rejected)?.provenance).toMatchObject({ rejected });
});

test.each([
  '———————',
  '* * *',
  '#bread #oven_2 #麦子',
  'Subscribe for more',
  'Follow us everywhere',
  'Use code OVEN at the till',
  '欢迎订阅',
  '商务合作请写信',
  'My shop: https://shop.example/a',
  'https://shop.example/a',
])('what says nothing of the video is left out of a description: %s', (line) => {
  expect(textsOf(`${words}\n${line}\nThe end.`)).toEqual([words, 'The end.']);
});

test.each([
  ['The shop at https://shop.example/a sells the bread', 'The shop at  sells the bread'],
  ['He subscribed to nothing', 'He subscribed to nothing'],
  ['#1 of its kind in town', '#1 of its kind in town'],
  [`${'w'.repeat(60)} https://shop.example/a`, 'w'.repeat(60)],
])('what says something stays in a description: %s', (line, text) => {
  expect(textsOf(`${words}\n${line}`)).toEqual([words, text]);
});
