import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toggleTask } from './note-tasks.ts';

test.each([
  ['- [ ] a\n- [x] b', 0, '- [x] a\n- [x] b'],
  ['- [ ] a\n- [X] b', 1, '- [ ] a\n- [ ] b'],
  ['# t\r\n\r\n1. [ ] a\r\n', 2, '# t\r\n\r\n1. [x] a\r\n'],
  ['> - [ ] a', 0, '> - [x] a'],
  ['- a', 0, null],
  ['- [ ]a', 0, null],
  ['- [ ] a', 3, null],
])('LIB-22 %j line %i', (note, line, expected) => {
  expect(toggleTask(note, line)).toBe(expected);
});

test('LIB-22 turning an item over twice gives the note back, and nothing else ever changes', () => {
  const line = fc.tuple(fc.constantFrom('', '- [ ] ', '- [x] ', '  * [ ] ', '## ', '3. [x] '), fc.string({ maxLength: 12 }));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.nat({ max: 14 }), (lines, at) => {
      const note = lines.map(([mark, text]) => mark + text.replace(/[\r\n]/g, ' ')).join('\n');
      const once = toggleTask(note, at);
      if (once === null) return;
      expect(toggleTask(once, at)).toBe(note);
      const before = Array.from(note);
      const changed = Array.from(once).filter((character, index) => character !== before[index]);
      expect(changed.length).toBe(1);
    }),
  );
});
