import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpokenSegment } from '../../ports.ts';
import { spreadSegments, voicedSpans } from './spread.ts';

describe('SUM-04 text that came without times', () => {
  test('is cut into sentences over the voiced time', () => {
    const text = 'The river is old. It was there before us. Now it is late.';
    const spread = spreadSegments([{ startMs: 0, endMs: 40_000, text }], [{ startMs: 10_000, endMs: 30_000 }]);
    expect(spread.map(({ text: sentence }) => sentence)).toEqual([
      'The river is old.',
      'It was there before us.',
      'Now it is late.',
    ]);
    expect(spread[0]?.startMs).toBe(0);
    expect(spread[1]?.startMs).toBeLessThan(10_000);
    expect(spread[2]?.startMs).toBeGreaterThan(30_000);
    expect(spread[2]?.endMs).toBe(40_000);
  });

  test('is cut in unpunctuated Chinese too, without losing a character', () => {
    const text = '河流从山里来一直流到海里去沿途有很多人住在岸边'.repeat(20);
    const spread = spreadSegments([{ startMs: 0, endMs: 90_000, text }], []);
    expect(spread.length).toBeGreaterThan(3);
    expect(spread.map((segment) => segment.text).join('')).toBe(text);
  });

  test('leaves segments with their own times unchanged', () => {
    const segments = [{ startMs: 500, endMs: 4000, text: 'One. Two. Three.' }];
    expect(spreadSegments(segments, [])).toEqual(segments);
  });

  test('keeps sentences in order and inside the piece for any pauses', () => {
    const pauses = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 1, max: 9000 })), { maxLength: 12 })
      .map((list) => {
        let at = 0;
        return list.map(([gap, length]) => {
          const startMs = at + gap;
          at = startMs + length;
          return { startMs, endMs: at };
        });
      });
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,9}){0,12}\.$/), { minLength: 2, maxLength: 30 }),
        pauses,
        (sentences, quiet) => {
          const spread = spreadSegments([{ startMs: 0, endMs: 90_000, text: sentences.join(' ') }], quiet);
          for (const [index, { startMs, endMs }] of spread.entries()) {
            expect(startMs).toBeGreaterThanOrEqual(spread[index - 1]?.startMs ?? 0);
            expect(endMs).toBeGreaterThanOrEqual(startMs);
            expect(endMs).toBeLessThanOrEqual(90_000);
          }
        },
      ),
    );
  });
});

const said = (startMs: number, endMs: number, text: string): SpokenSegment => ({ startMs, endMs, text });
const timesOf = (segments: readonly SpokenSegment[]) => segments.map(({ startMs, endMs, text }) => `${startMs}-${endMs} ${text}`);

test('SUM-04 spreads only segments of more than thirty seconds or 240 characters', () => {
  const two = 'One two three. Four five six.';
  expect(timesOf(spreadSegments([said(0, 30_000, two)], []))).toEqual([`0-30000 ${two}`]);
  expect(timesOf(spreadSegments([said(1000, 31_001, two)], []))).toEqual([
    '1000-16001 One two three.',
    '16001-31001 Four five six.',
  ]);
  const text = (count: number) => `${'a'.repeat(count - 5)}. B c`;
  expect(spreadSegments([said(0, 9000, text(240))], [])).toHaveLength(1);
  expect(spreadSegments([said(0, 9000, text(241))], []).length).toBeGreaterThan(1);
  expect(timesOf(spreadSegments([said(0, 40_000, 'One two three')], []))).toEqual(['0-40000 One two three']);
});

test('SUM-04 spreads sentences over what is voiced, by their length', () => {
  const quiet = [
    { startMs: -500, endMs: 1000 },
    { startMs: 11_000, endMs: 31_000 },
    { startMs: 40_000, endMs: 50_000 },
  ];
  expect(timesOf(spreadSegments([said(0, 41_000, 'One two three. Four five six.')], quiet))).toEqual([
    '1000-10500 One two three.',
    '10500-40000 Four five six.',
  ]);
  // A Chinese character takes as long as three letters.
  expect(timesOf(spreadSegments([said(0, 40_000, '一二三。四五六。')], []))).toEqual([
    '0-20000 一二三。',
    '20000-40000 四五六。',
  ]);
  expect(timesOf(spreadSegments([said(0, 41_000, 'abcdefghi. 一二三。')], []))).toHaveLength(2);
  // On the border of two spans, one sentence ends where the first does, the next begins where the second does.
  expect(
    timesOf(spreadSegments([said(0, 60_000, 'One two three. Four five si.x')], [{ startMs: 20_000, endMs: 40_000 }])),
  ).toEqual(['0-20000 One two three.', '40000-60000 Four five si.x']);
});

test('SUM-04 finds what is voiced between pauses', () => {
  const span = { startMs: 1000, endMs: 5000 };
  const voiced = (...quiet: [number, number][]) =>
    voicedSpans(
      span,
      quiet.map(([startMs, endMs]) => ({ startMs, endMs })),
    ).map(({ startMs, endMs }) => [startMs, endMs]);
  expect(voiced()).toEqual([[1000, 5000]]);
  expect(voiced([0, 1000], [5000, 6000])).toEqual([[1000, 5000]]);
  expect(voiced([0, 1500], [2000, 3000], [4500, 9000])).toEqual([
    [1500, 2000],
    [3000, 4500],
  ]);
  expect(voiced([1000, 5000])).toEqual([[1000, 5000]]);
  expect(voiced([0, 9000])).toEqual([[1000, 5000]]);
});
