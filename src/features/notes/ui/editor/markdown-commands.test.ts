import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Edit, endList, insertWord, type LineStyle, toggleAround, toggleLines } from './markdown-commands.ts';

function apply(text: string, edit: Edit): string {
  return text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
}

describe('CON-02 editing commands', () => {
  test('marks are put around the selection and taken away again', () => {
    const text = 'one two three';
    const bold = toggleAround(text, { from: 4, to: 7 }, '**');
    expect(apply(text, bold)).toBe('one **two** three');
    expect(apply(apply(text, bold), toggleAround('one **two** three', bold.selection, '**'))).toBe(text);
    expect(apply('**a**', toggleAround('**a**', { from: 0, to: 5 }, '**'))).toBe('a');
    // Only a mark on both sides is one that can be taken away.
    for (const inside of ['a**', '**a', '***'])
      expect(apply(inside, toggleAround(inside, { from: 0, to: 3 }, '**'))).toBe(`**${inside}**`);
  });

  test('lines take a style in place of another, and lose it when all have it', () => {
    const text = '- a\n2. b\n\nc';
    const tasks = toggleLines(text, { from: 0, to: text.length }, 'task');
    expect(apply(text, tasks)).toBe('- [ ] a\n- [ ] b\n\n- [ ] c');
    expect(apply(apply(text, tasks), toggleLines('- [ ] a\n- [ ] b\n\n- [ ] c', tasks.selection, 'task'))).toBe('a\nb\n\nc');
    expect(apply('x\ny', toggleLines('x\ny', { from: 0, to: 3 }, 'number'))).toBe('1. x\n2. y');
    expect(apply('', toggleLines('', { from: 0, to: 0 }, 'heading'))).toBe('## ');
  });

  test('insertWord separates a word from the one before', () => {
    expect(apply('ab', insertWord('ab', { from: 2, to: 2 }, '[x]'))).toBe('ab [x]');
    expect(apply('ab ', insertWord('ab ', { from: 3, to: 3 }, '[x]'))).toBe('ab [x]');
  });

  test('endList leaves a blank line, so that the next text is no part of the last item', () => {
    const end = (marked: string) => {
      const text = marked.replace('|', '');
      const at = marked.indexOf('|');
      const edit = endList(text, { from: at, to: at });
      if (!edit) return null;
      const ended = apply(text, edit);
      return `${ended.slice(0, edit.selection.from)}|${ended.slice(edit.selection.to)}`;
    };
    expect(end('- [ ] a\n- [ ] b\n- [ ] |')).toBe('- [ ] a\n- [ ] b\n\n|');
    expect(end('1. a\n2. |\n')).toBe('1. a\n\n|\n');
    expect(end('- a\n\n- |\n\ntext')).toBe('- a\n\n|\n\ntext');
    expect(end('- a\n- |\n- b')).toBe('- a\n\n|\n\n- b');
    expect(end('- |')).toBe('|');
    for (const other of ['- a|', '- |a', 'a\n-|', '- a\n  - |', '|- ']) expect(end(other)).toBeNull();
  });

  test('a style put on plain lines and taken away again changes nothing, and the selection stays inside', () => {
    const line = fc.stringMatching(/^ {0,4}[a-z]{1,6}( [a-z]{1,6})?$/);
    const style = fc.constantFrom<LineStyle>('heading', 'bullet', 'number', 'task', 'quote');
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), style, (lines, name) => {
        const text = lines.join('\n');
        const put = toggleLines(text, { from: 0, to: text.length }, name);
        const styled = apply(text, put);
        expect(put.selection.to).toBeLessThanOrEqual(styled.length);
        expect(apply(styled, toggleLines(styled, put.selection, name))).toBe(text);
      }),
    );
  });
});
