import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpokenSegment } from '../../ports.ts';
import { mergeSpans } from './merge.ts';

function texts(segments: readonly SpokenSegment[]): string[] {
  return segments.map(({ text }) => text);
}

function segment(startMs: number, endMs: number, text: string): SpokenSegment {
  return { startMs, endMs, text };
}

describe('SUM-04 joining pieces that overlap', () => {
  test('English: keeps common words once and drops a cut word', () => {
    const merged = mergeSpans([
      {
        startMs: 0,
        endMs: 20_000,
        segments: [
          segment(0, 10_000, 'We came down to the river.'),
          segment(14_000, 20_000, 'In the morning the boats were already on the wa'),
        ],
      },
      {
        startMs: 18_000,
        endMs: 40_000,
        segments: [segment(18_000, 24_000, 'Boats were already on the water, and nobody spoke.')],
      },
    ]);
    expect(texts(merged)).toEqual([
      'We came down to the river.',
      'In the morning the boats were already on the',
      'water, and nobody spoke.',
    ]);
    expect(merged[2]?.startMs).toBeGreaterThan(18_000);
  });

  test('Chinese: compares characters and ignores punctuation', () => {
    const merged = mergeSpans([
      { startMs: 0, endMs: 20_000, segments: [segment(12_000, 20_000, '今天我们来谈谈城市里的河流,它们')] },
      { startMs: 18_000, endMs: 40_000, segments: [segment(18_000, 26_000, '城市里的河流，它们从哪里来')] },
    ]);
    expect(texts(merged).join('')).toBe('今天我们来谈谈城市里的河流，它们从哪里来');
  });

  test('gives each side half of the overlap without common words', () => {
    const merged = mergeSpans([
      { startMs: 0, endMs: 20_000, segments: [segment(15_000, 18_500, 'alpha beta'), segment(19_200, 20_000, 'gamma')] },
      { startMs: 18_000, endMs: 40_000, segments: [segment(18_000, 18_600, 'delta'), segment(19_300, 22_000, 'epsilon zeta')] },
    ]);
    expect(texts(merged)).toEqual(['alpha beta', 'epsilon zeta']);
  });

  test('does not change pieces that meet at a pause, even with equal words', () => {
    const merged = mergeSpans([
      { startMs: 0, endMs: 20_000, segments: [segment(18_000, 19_000, 'And so on.')] },
      { startMs: 20_000, endMs: 40_000, segments: [segment(20_500, 21_500, 'And so on.')] },
    ]);
    expect(texts(merged)).toEqual(['And so on.', 'And so on.']);
  });

  test.each(['en', 'zh'])('%s: however it was cut, every word is there once and in order', (language) => {
    const vocabulary =
      language === 'en'
        ? fc.stringMatching(/^[a-z]{2,8}$/)
        : fc.constantFrom(...Array.from('山水人天地日月风云雨雪花草木石火土金银铜铁江河湖海春夏秋冬东南西北'));
    const speech = fc.array(vocabulary, { minLength: 60, maxLength: 120 });
    fc.assert(
      fc.property(speech, fc.integer({ min: 8, max: 20 }), (words, seconds) => {
        // Half a second a word; pieces overlap by two seconds, and a segment holds up to five words.
        const at = (index: number) => index * 500;
        const spans = [];
        for (let from = 0; from < words.length; from += seconds * 2 - 4) {
          const to = Math.min(words.length, from + seconds * 2);
          const segments = [];
          for (let first = from; first < to; first += 5) {
            const last = Math.min(to, first + 5);
            segments.push(segment(at(first), at(last), words.slice(first, last).join(language === 'en' ? ' ' : '')));
          }
          spans.push({ startMs: at(from), endMs: at(to), segments });
          if (to === words.length) break;
        }
        const merged = mergeSpans(spans);
        expect(texts(merged).join(language === 'en' ? ' ' : '')).toBe(words.join(language === 'en' ? ' ' : ''));
        for (const [index, one] of merged.entries()) {
          expect(one.endMs).toBeGreaterThanOrEqual(one.startMs);
          expect(one.startMs).toBeGreaterThanOrEqual(merged[index - 1]?.startMs ?? 0);
        }
      }),
      { numRuns: 150 },
    );
  });
});
