import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanTag, tagsOf } from './hashtags.ts';

test('SUM-13 tags are the hashtags inside the note, headings and code left out', () => {
  const note =
    '# Title\n\n## Part\n\n- a point about #inline and `#code`\n\n```\n#fenced\n```\n\n#人工智能 #deep-learning #人工智能';
  expect(tagsOf(note)).toEqual(['inline', '人工智能', 'deep-learning']);
});

test('SUM-13 a cleaned tag is found again in a note that ends with it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (raw) => {
      const tag = cleanTag(raw);
      if (tag !== '') expect(tagsOf(`text\n\n#${tag}`)).toEqual([tag]);
    }),
  );
});
