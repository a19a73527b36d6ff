import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTodos, setTodo, todoAt, todosOf } from './note-todos.ts';

function turnOver(note: string, line: number): string | null {
  const todo = todoAt(note, line);
  return todo && setTodo(note, todo, !todo.done);
}

test.each([
  ['- [ ] a\n- [x] b', 0, '- [x] a\n- [x] b'],
  ['- [ ] a\n- [X] b', 1, '- [ ] a\n- [ ] b'],
  ['# t\r\n\r\n1. [ ] a\r\n', 2, '# t\r\n\r\n1. [x] a\r\n'],
  ['> - [ ] a', 0, '> - [x] a'],
  ['- a', 0, null],
  ['- [ ]a', 0, null],
  ['- [ ] a', 3, null],
])('LIB-22 %j line %i', (note, line, expected) => {
  expect(turnOver(note, line)).toBe(expected);
});

test('LIB-22 finds an item again after lines were added or removed before it, and no other', () => {
  const item = { line: 1, words: 'ask the keeper' };
  expect(setTodo('- [ ] find the book\n- [ ] ask the keeper', item, true)).toBe('- [ ] find the book\n- [x] ask the keeper');
  expect(setTodo('new\n\nlines\n- [ ] ask the keeper\n- [ ] find', item, true)).toContain('- [x] ask the keeper\n- [ ] find');
  expect(setTodo('- [ ] find the book\n- [ ] asks the keeper', item, true)).toBeNull();
  // Of two items with the same words, the nearer one is set. Setting an item twice changes nothing.
  const twice = '- [ ] a\n- [ ] b\n- [ ] a';
  expect(setTodo(twice, { line: 2, words: 'a' }, true)).toBe('- [ ] a\n- [ ] b\n- [x] a');
  expect(setTodo('- [x] a', { line: 0, words: 'a' }, true)).toBe('- [x] a');
});

const line = fc.tuple(fc.constantFrom('', '- [ ] ', '- [x] ', '  * [ ] ', '## ', '3. [x] '), fc.string({ maxLength: 12 }));
const notes = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([lines, end]) => lines.map(([mark, text]) => mark + text.replace(/[\r\n]/g, ' ')).join(end));

test('LIB-22 toggling an item twice restores the note and changes nothing else', () => {
  fc.assert(
    fc.property(notes, fc.nat({ max: 14 }), (note, at) => {
      const once = turnOver(note, at);
      if (once === null) return;
      const again = turnOver(once, at);
      // A capital X comes back in lower case.
      expect(again?.toLowerCase()).toBe(note.toLowerCase());
      const before = Array.from(note);
      const changed = Array.from(once).filter((character, index) => character !== before[index]);
      expect(changed.length).toBe(1);
    }),
  );
});

test('LIB-22 the todos of a note are its items with a box and words, but for code', () => {
  const note =
    '- [ ] a\n```\n- [ ] code\n```\n1. [x] b\r\n2) [X] c\r> * [ ] d\n- [ ]\n- [ ] \n+ [ ]e\n1234567890. [ ] f\n- [y] g\n~~~\n- [ ] h';
  expect(todosOf(note)).toEqual([
    { line: 0, words: 'a', done: false },
    { line: 4, words: 'b', done: true },
    { line: 5, words: 'c', done: true },
    { line: 6, words: 'd', done: false },
  ]);
  expect(countTodos(note)).toEqual({ open: 2, done: 2 });
  expect([countTodos('- [x] a'), countTodos('- [ ] a'), countTodos('[ ] a'), countTodos('')]).toEqual([
    { open: 0, done: 1 },
    { open: 1, done: 0 },
    { open: 0, done: 0 },
    { open: 0, done: 0 },
  ]);
});

test('LIB-22 lines of every ending count, and words of 300 characters tell an item', () => {
  const lines = '- [ ] a\r\n- [ ] a\r- [ ] a\n- [ ] a';
  expect([0, 1, 2, 3].map((line) => setTodo(lines, { line, words: 'a' }, true)?.indexOf('x'))).toEqual([3, 12, 20, 28]);
  const long = `- [ ] ${'x'.repeat(301)}`;
  expect(todoAt(long, 0)).toEqual({ line: 0, words: 'x'.repeat(300), done: false });
  expect(setTodo(long, { line: 5, words: 'x'.repeat(300) }, true)).toBe(long.replace(' ]', 'x]'));
  expect(setTodo(long, { line: 0, words: 'x'.repeat(301) }, true)).toBeNull();
});
