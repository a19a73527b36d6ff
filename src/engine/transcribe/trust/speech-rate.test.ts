import { expect, test } from 'vitest';
import { perWord, speechRateOf } from './speech-rate.ts';

const cue = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, text });

test('a rate of speech counts words over the media and over what was said', () => {
  const cues = [cue(10_000, 15_000, 'one two three four'), cue(40_000, 45_000, 'five six')];
  expect(speechRateOf(cues, 60_000)).toEqual({ words: 6, perSecond: 0.1, densestPerSecond: 0.2, coveredShare: 0.3 });
  expect(speechRateOf(cues, null)).toEqual({ words: 6, perSecond: 0.2, densestPerSecond: 0.2, coveredShare: 1 });
  expect(speechRateOf([], 60_000)).toEqual({ words: 0, perSecond: 0, densestPerSecond: 0, coveredShare: 0 });
});

test('a rate of speech counts characters of other scripts for what they take to say', () => {
  const words = (text: string) => speechRateOf([cue(0, 1000, text)], null).words;
  expect(words('麦子收完')).toBeCloseTo(4 / perWord.han);
  expect(words('ひらがな')).toBeCloseTo(4 / perWord.kana);
  expect(words('한글')).toBeCloseTo(2 / perWord.hangul);
  expect(words('ไทย')).toBeCloseTo(3 / perWord.unspaced);
  expect(words('— 12 sacks, please! …')).toBe(3);
  // Of two scripts, only the one with more words counts as the speech.
  const both = speechRateOf([cue(0, 30_000, 'one two three 麦子')], null);
  expect(both.words).toBeCloseTo(3 + 2 / perWord.han);
  expect(both.densestPerSecond).toBeCloseTo(0.1);
});

test('of a media’s twentieths those count in which something is said', () => {
  const share = (...cues: ReturnType<typeof cue>[]) => speechRateOf(cues, 200_000).coveredShare;
  expect(share(cue(0, 9_999, 'a'))).toBe(0.05);
  expect(share(cue(0, 10_000, 'a'))).toBe(0.1);
  expect(share(cue(5_000, 6_000, '♪'))).toBe(0);
  expect(share(cue(195_000, 400_000, 'a'))).toBe(0.05);
  expect(share(cue(-5_000, 1_000, 'a'))).toBe(0.05);
  // A cue that stays longer counts for at most half a minute.
  expect(share(cue(0, 200_000, 'a'))).toBe(0.2);
});
