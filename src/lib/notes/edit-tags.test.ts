import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { addTag, hasTag, removeTag, renameTag } from './edit-tags.ts';
import { cleanTag, takeTags } from './hashtags.ts';

test.each([
  ['text', 'text\n\n#new'],
  ['text\n', 'text\n\n#new\n'],
  ['', '#new'],
  ['text\n\n#wheat', 'text\n\n#wheat #new'],
  ['text\n\n#wheat #autumn \n', 'text\n\n#wheat #autumn #new \n'],
  ['text\r\n\r\n#wheat\r\n', 'text\r\n\r\n#wheat #new\r\n'],
  ['text\r\n', 'text\r\n\r\n#new\r\n'],
  // Headings, sentences and code are not tags.
  ['# Title', '# Title\n\n#new'],
  ['#1 is the best of all', '#1 is the best of all\n\n#new'],
  ['see [it](#t=5)', 'see [it](#t=5)\n\n#new'],
  ['```\n#fenced\n```', '```\n#fenced\n```\n\n#new'],
  ['text\n\n```\n#never closed', 'text\n\n#new\n```\n#never closed'],
  ['#标签，很好', '#标签，很好\n\n#new'],
  ['#标签#', '#标签#\n\n#new'],
  // The note's existing tags must remain tags.
  ['#wheat #autumn\nmy own words', '#wheat #autumn #new\nmy own words'],
  ['#wheat #autumn written later', '#wheat #autumn #new written later'],
  ['text\n\n#New', 'text\n\n#New'],
])('LIB-10 a tag is added to %j', (note, expected) => {
  expect(addTag(note, 'new')).toBe(expected);
});

test.each([
  ['text\n\n#old', 'text'],
  ['text\n\n#old\n', 'text\n'],
  ['#old', ''],
  ['text\n\n#old #wheat', 'text\n\n#wheat'],
  ['text\n\n#wheat #old #autumn', 'text\n\n#wheat #autumn'],
  ['text\n\n#OLD', 'text'],
  ['lead\n\n\n#old\n\n\nmore', 'lead\n\nmore'],
  ['lead\n\n#old\nmore', 'lead\n\nmore'],
  ['lead\n#old\n\nmore', 'lead\n\nmore'],
  ['#old\n\ntext', 'text'],
  ['text\r\n\r\n#old\r\n', 'text\r\n'],
  ['#old #wheat written later', '#wheat\nwritten later'],
  ['#old #old written later', 'written later'],
  ['text\r\n\r\n#old #wheat written later', 'text\r\n\r\n#wheat\r\nwritten later'],
  ['#old\n\ntext\n\n#wheat #old', '#old\n\ntext\n\n#wheat'],
  ['#old\n\ntext\n\n#old', 'text'],
  // Another word, a sentence, a heading, code or a link is not the tag.
  ['text\n\n#old-barn #older #old/mill', 'text\n\n#old-barn #older #old/mill'],
  ['about #old things', 'about #old things'],
  ['# old', '# old'],
  ['`#old`', '`#old`'],
  ['```\n#old\n```', '```\n#old\n```'],
  ['[old](#old)', '[old](#old)'],
  ['#old，好', '#old，好'],
])('LIB-10 a tag is removed from %j', (note, expected) => {
  expect(removeTag(note, 'old')).toBe(expected);
});

test.each([
  ['text\n\n#old', 'text\n\n#new'],
  ['#wheat  #old\tlater', '#wheat  #new\tlater'],
  ['text\n\n#new #old', 'text\n\n#new'],
  ['text\n\n#older', 'text\n\n#older'],
  ['about #old\n\n#Old', 'about #old\n\n#new'],
])('LIB-10 a tag is renamed in %j', (note, expected) => {
  expect(renameTag(note, 'old', 'new')).toBe(expected);
});

test('LIB-10 a tag is written in another case', () => {
  expect(renameTag('#wheat #b', 'wheat', 'Wheat')).toBe('#Wheat #b');
});

const tag = fc
  .oneof(
    fc.constantFrom('old', 'Old', 'older', 'new', '标签', '𠮷野', 'a/b', 'a-'),
    fc.string({ maxLength: 12, unit: 'grapheme' }),
  )
  .map(cleanTag)
  .filter((one) => one !== '');
const line = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'text',
    '- item',
    '# Title',
    '```',
    '~~~',
    '#标签，',
    '#标签#',
    '[x](#t=5)',
    '`#old`',
    '> quote',
    'a  ',
    '\r',
  ),
  fc.array(tag, { minLength: 1, maxLength: 3 }).map((tags) => tags.map((one) => `#${one}`).join(' ')),
  fc.array(tag, { minLength: 1, maxLength: 2 }).map((tags) => `${tags.map((one) => `#${one}`).join(' ')} words`),
  fc.string({ maxLength: 10, unit: 'grapheme' }),
);
const note = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n', '\n\n'))
  .map(([lines, end]) => lines.join(end));
const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const tagsIn = (text: string) => takeTags(text).tags;

test('LIB-10 adding a tag and removing it restores any note to the letter', () => {
  fc.assert(
    fc.property(note, tag, (before, one) => {
      fc.pre(!hasTag(before, one));
      const after = addTag(before, one);
      expect(tagsIn(after)).toEqual([...tagsIn(before), one]);
      expect(removeTag(after, one)).toBe(before);
    }),
  );
});

test('LIB-10 a removed tag is gone; other tags and words stay', () => {
  fc.assert(
    fc.property(note, tag, (before, one) => {
      const after = removeTag(before, one);
      expect(hasTag(after, one)).toBe(false);
      if (!hasTag(before, one)) expect(after).toBe(before);
      expect(tagsIn(after)).toEqual(
        expect.arrayContaining(tagsIn(before).filter((other) => other.toLowerCase() !== one.toLowerCase())),
      );
      const hash = (text: string) => words(text).replaceAll(/#\S+ ?/g, '');
      expect(words(hash(after))).toBe(words(hash(before)));
      expect(removeTag(after, one)).toBe(after);
    }),
  );
});

test('LIB-10 a renamed tag comes back under its name, and nothing else changes', () => {
  fc.assert(
    fc.property(note, tag, tag, (before, one, other) => {
      const known = tagsIn(before).find((name) => name.toLowerCase() === one.toLowerCase()) ?? one;
      const once = renameTag(before, known, other);
      if (hasTag(before, known)) expect(hasTag(once, other)).toBe(true);
      if (hasTag(before, other)) return;
      const again = renameTag(once, other, known);
      // A tag that the note has in two spellings ends up in one.
      expect(again.toLowerCase()).toBe(before.toLowerCase());
      expect(tagsIn(once).length).toBe(tagsIn(before).length);
    }),
  );
});

test('edits any note in linear time', () => {
  for (const piece of ['#a ', '#a\n', '\n', ' ', '```\n', '#a #b c\n']) {
    const text = (share: number) => `${run(piece, 20_000 * share)}!`;
    expectLinearTime((share) => addTag(text(share), 'new'));
    expectLinearTime((share) => removeTag(`${text(share)}\n\n#new`, 'new'));
    expectLinearTime((share) => renameTag(`${text(share)}\n\n#new`, 'new', 'other'));
  }
});
