import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { cleanTag, tagsOf, takeTags } from './hashtags.ts';

test('SUM-13 tagsOf finds the hashtags of a note, except in headings and code', () => {
  const note =
    '# Title\n\n## Part\n\n- a point about #inline and `#code`\n\n```\n#fenced\n```\n\n#人工智能 #deep-learning #人工智能';
  expect(tagsOf(note)).toEqual(['inline', '人工智能', 'deep-learning']);
});

test('SUM-13 finds a cleaned tag again at the end of a note', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (raw) => {
      const tag = cleanTag(raw);
      if (tag !== '') expect(tagsOf(`text\n\n#${tag}`)).toEqual([tag]);
    }),
  );
});

test('SUM-13 keeps the tags when text follows below or behind them', () => {
  expect(takeTags('> lead\n\n#wheat #autumn\nmy own words\n\nand more')).toEqual({
    text: '> lead\n\n\nmy own words\n\nand more',
    tags: ['wheat', 'autumn'],
  });
  expect(takeTags('text\n\n#麦子 #秋天 后来写的\n')).toEqual({ text: 'text\n\n后来写的\n', tags: ['麦子', '秋天'] });
  expect(takeTags('#one #two are talked about\n\n#wheat\n\n#three #four too').tags).toEqual(['wheat']);
  expect(takeTags('#old\n\ntext\n\n#new').text).toBe('#old\n\ntext\n\n');
});

test('SUM-13 ignores hashtags in a sentence, a heading or code', () => {
  for (const text of ['about #one thing\n', '#1 is the best of all', '# Title\n\ntext', '```\n#fenced\n```', '- #item #item', ''])
    expect(takeTags(text)).toEqual({ text, tags: [] });
});

test('SUM-13 finds a line of tags in any text and loses no line', () => {
  const line = fc.constantFrom('text', '- item', '', 'a #word', '> quote', '## Part', '\\#x');
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (above, below) => {
      const { text, tags } = takeTags([...above, '#one #two', ...below].join('\n'));
      expect(tags).toEqual(['one', 'two']);
      expect(text.split('\n')).toEqual([...above, '', ...below]);
    }),
  );
});

test('reads any text in linear time', () => {
  for (const piece of ['-', '/', '#', '#a', '#a ', '# ', '`', ' ', 'a-', '_']) {
    const text = (share: number) => `${run(piece, 30_000 * share)}!`;
    // The letter at the end keeps the run from being trimmed.
    expectLinearTime((share) => cleanTag(`a${text(share)}b`));
    expectLinearTime((share) => expect(tagsOf(text(share))).toEqual(piece.startsWith('#a') ? ['a'] : []));
    expectLinearTime((share) => takeTags(text(share)));
  }
});
