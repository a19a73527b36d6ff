import { expect, test } from 'vitest';
import { coveredMs } from './covered-ms.ts';

const span = (startMs: number, endMs: number) => ({ startMs, endMs });

test.each([
  ['nothing', [], 0],
  ['spans in any order', [span(20, 30), span(0, 10)], 20],
  ['an overlap once', [span(0, 10), span(8, 20)], 20],
  ['a span within another once', [span(0, 30), span(10, 20), span(25, 40)], 40],
  ['the same span twice once', [span(5, 10), span(5, 10)], 5],
])('ACC-03 the time of spans counts %s', (_what, spans, ms) => {
  expect(coveredMs(spans)).toBe(ms);
});
