import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { cleanTag, findTagLine, isTagLine, tagsOf, takeTags } from './hashtags.ts';

test('SUM-13 tagsOf finds the hashtags of a note, except in headings and code', () => {
  const note =
    '# Title\n\n## Part\n\n- a point about #inline and `#code`\n\n```\n#fenced\n```\n\n#人工智能 #deep-learning #人工智能';
  expect(tagsOf(note)).toEqual(['inline', '人工智能', 'deep-learning']);
  expect(tagsOf('#สุรชัย #हिन्दी #1️⃣ #1')).toEqual(['สุรชัย', 'हिन्दी', '1']);
  expect(takeTags('text\n\n#สุรชัย #हिन्दी').tags).toEqual(['สุรชัย', 'हिन्दी']);
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

test.each([
  ['##a', 'a'],
  ['a b', 'a-b'],
  ['สุรชัย', 'สุรชัย'],
  ['हिन्दी भाषा', 'हिन्दी-भाषा'],
  ['cafe\u0301', 'cafe\u0301'],
  ['\u0301a', 'a'],
  ['☕️ a☕️b 1️⃣', 'ab-1'],
  ['a\t\tb', 'a-b'],
  ['-a-', 'a'],
  ['/a/', 'a'],
  ['a-/-', 'a'],
  ['a-b/c', 'a-b/c'],
  ['#', ''],
  ['--', ''],
  ['_a', '_a'],
  ['a'.repeat(41), 'a'.repeat(40)],
  [`${'a'.repeat(39)}𠮷`, 'a'.repeat(39)],
  ['C++, a.b', 'C-ab'],
  ['日 本', '日-本'],
])('SUM-13 the tag in %j is %j', (text, tag) => {
  expect(cleanTag(text)).toBe(tag);
});

test.each<[note: string, found: string | null, openFence?: number]>([
  ['a\n#b', '1 #b|'],
  ['#a b', null],
  ['#a #b c', '0 #a #b|c'],
  ['   #a', '0    #a|'],
  ['    #a', null],
  ['#a\n#b', '1 #b|'],
  ['#a #b x\n#c', '1 #c|'],
  ['#c\n#a #b x', '0 #c|'],
  ['#a #b x\n#c #d y', '1 #c #d|y'],
  ['#a\t#b\r', '0 #a\t#b|'],
  ['#a\t#b x', null],
  ['#a# b', null],
  ['```\n#a', null, 0],
  ['x\n```\n#a\n```\n#b', '4 #b|'],
  ['```\n~~~\n#a\n```\n#b', '4 #b|'],
])('SUM-13 the line of tags in %j is %j', (note, expected, openFence) => {
  const { found, openFence: fence } = findTagLine(note.split('\n'));
  expect(found && `${found.line} ${found.indent}${found.tags}|${found.rest}`).toBe(expected);
  expect(fence).toBe(openFence ?? null);
});

test('SUM-13 a line that begins with a hash and a word has tags', () => {
  expect(['#a', ' #a b', '##a', '# a', 'a #b', '#'].filter(isTagLine)).toEqual(['#a', ' #a b']);
  expect(tagsOf('#a #A b#c `#d` #e_f/g-h\n~~~\n#x\n~~~\n(#y) #z')).toEqual(['a', 'e_f/g-h', 'z']);
  expect(tagsOf('~~~\n```\n#x\n~~~\n#y')).toEqual(['y']);
});
