import { expect, test } from 'vitest';
import { anchorOf, escapeHeading, escapeInline } from './write-line.ts';

test.each([
  ['- a', '\\- a', '- a'],
  ['-', '\\-', '-'],
  ['-a', '-a', '-a'],
  ['+ a', '\\+ a', '+ a'],
  ['--- x', '\\--- x', '--- x'],
  ['= a', '= a', '= a'],
  ['1. a', '1\\. a', '1. a'],
  ['12) a', '12\\) a', '12) a'],
  ['1.', '1\\.', '1.'],
  ['1.5', '1.5', '1.5'],
  ['a - 1. b', 'a - 1. b', 'a - 1. b'],
  ['  a \n b ', 'a b', 'a b'],
  ['*_`[]<>|~\\', '\\*\\_\\`\\[\\]\\<\\>\\|\\~\\\\', '\\*\\_\\`\\[\\]\\<\\>\\|\\~\\\\'],
  ['# a', '\\# a', '\\# a'],
  ['#', '\\#', '\\#'],
  ['##', '\\##', '\\##'],
  ['#-', '\\#-', '\\#-'],
  ['#!', '#!', '#!'],
  ['#a b#c #d # #1', '\\#a b#c \\#d # \\#1', '\\#a b#c \\#d # \\#1'],
  ['&amp; &x &#3; &; & b', '&amp;amp; &x &amp;#3; &; & b', '&amp;amp; &x &amp;#3; &; & b'],
])('the text %j is written in a line and in a heading', (text, inline, heading) => {
  expect([escapeInline(text), escapeHeading(text)]).toEqual([inline, heading]);
});

test('a line is cited by its time, its paragraph or its page', () => {
  const lines = [
    { id: 0, startMs: 1500.2 },
    { id: 1, startMs: null },
    { id: 2, startMs: 5, page: 4 },
  ];
  expect([0, 1, 2, 3, undefined].map((id) => anchorOf(lines, id))).toEqual([
    ' [00:01](#t=1.501)',
    ' [¶2](#p1)',
    ' [p.4](#p2)',
    '',
    '',
  ]);
});
