import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutWords } from './cut-words.ts';

const at = (texts: string[], stepMs = 300) => texts.map((text, index) => ({ text, startMs: index * stepMs }));

test('ends lines at end marks and keeps points inside numbers', () => {
  const heard = cutWords(at(['今', '天', '三', '.', '五', '度', '。', '好', '！', '走']), 3000);
  expect(heard).toEqual([
    { startMs: 0, endMs: 2100, text: '今天三.五度。' },
    { startMs: 2100, endMs: 2700, text: '好！' },
    { startMs: 2700, endMs: 3000, text: '走' },
  ]);
  expect(cutWords(at([' It', ' is', ' late.', ' Go', '.']), 1500).map(({ text }) => text)).toEqual(['It is late.', 'Go.']);
});

test('breaks long stretches at a comma or a pause, and in the end anywhere', () => {
  const words = Array.from({ length: 100 }, (_, index) => (index === 30 ? '字，' : '字'));
  expect(cutWords(at(words), 30_000)[0]).toEqual({ startMs: 0, endMs: 9300, text: `${'字'.repeat(31)}，` });
  expect(cutWords(at(Array.from({ length: 100 }, () => '字')), 30_000)[0]?.endMs).toBeLessThanOrEqual(15_300);
});

test('loses no word, and its times rise without overlap', () => {
  const tokens = fc.array(
    fc.record({ text: fc.constantFrom('a', ' b', '。', '，', '.', ' c?', '字'), gap: fc.integer({ min: 0, max: 4000 }) }),
  );
  fc.assert(
    fc.property(tokens, (list) => {
      let now = 0;
      const timed = list.map(({ text, gap }) => {
        now += gap;
        return { text, startMs: now };
      });
      const end = now + 100;
      const heard = cutWords(timed, end);
      const letters = (text: string) => text.replace(/\s/g, '');
      expect(letters(heard.map(({ text }) => text).join(''))).toBe(letters(list.map(({ text }) => text).join('')));
      let last = 0;
      for (const { startMs, endMs } of heard) {
        expect(startMs).toBeGreaterThanOrEqual(last);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        expect(endMs).toBeLessThanOrEqual(end);
        last = endMs;
      }
    }),
  );
});
