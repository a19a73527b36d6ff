import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutInvisible } from './invisible.ts';

test('keeps joiners that shape visible text', () => {
  for (const text of [
    '👨‍👩‍👧 at home',
    '👩🏽‍🚀 and 🏳️‍🌈 and ❤️‍🔥 and 🧏‍♀️',
    'می‌رود و کتاب‌ها',
    'مِی‌رود',
    'क्‍ष और क्‌ष',
    'ശ്രീ‌രാമൻ അവന്‍ പോയി',
    'ක්‍රිකට්',
    'བོད་ plain',
  ])
    expect(withoutInvisible(text), text).toBe(text);
});

test('removes all other invisible characters', () => {
  expect(withoutInvisible('ig\u200bno\u200dre\u200c \ufeffthis\u2060\u2066!\u2069\u202e')).toBe('ignore this!');
  expect(withoutInvisible('a\u{e0069}\u{e0067}b')).toBe('ab');
  // Several joiners in a row do not shape letters, so they are removed.
  expect(withoutInvisible('می\u200c\u200d\u200c\u200cرود')).toBe('میرود');
  expect(withoutInvisible('👨\u200d\u200d👩')).toBe('👨👩');
  expect(withoutInvisible('\u200d👩\u200d x \u200cمی\u200c')).toBe('👩 x می');
  expect(withoutInvisible('字\u200d字 1\u200c2')).toBe('字字 12');
});

test('loses nothing visible and is idempotent', () => {
  const piece = fc.constantFrom('a', '字', 'م', 'ی', 'क', '्', '👩', '🏽', '\ufe0f', '\u200b', '\u200c', '\u200d', '\u2066', ' ');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('');
      const once = withoutInvisible(text);
      const seen = (one: string) => one.replace(/[\u200b-\u200d\u2066]/gu, '');
      expect(seen(once)).toBe(seen(text));
      expect(withoutInvisible(once)).toBe(once);
      expect(once).not.toMatch(/[\u200c\u200d]{2}|[\u200b\u2066]/u);
    }),
    { numRuns: 500 },
  );
});
