import { expect, test } from 'vitest';
import { chaptersInNotes, plainNotes } from './show-notes.ts';

const two = [
  { startMs: 0, title: '开场' },
  { startMs: 200_000, title: "Ann, 5'11 tall" },
];

test.each([
  "00：00 开场\n03：20 Ann, 5'11 tall",
  "00'00 开场\n03'20 Ann, 5'11 tall",
  "00′00″ 开场\n03′20″ Ann, 5'11 tall",
  "1. 00:00 开场\n2. 03:20 Ann, 5'11 tall",
  "1、00:00 开场\n2）x\n2、03:20 Ann, 5'11 tall",
  "开场 (00:00)\nAnn, 5'11 tall (03:20)",
  "开场 – 00:00\nAnn, 5'11 tall – 03:20",
  "开场（00：00）\nAnn, 5'11 tall（03：20）",
])('SUM-03 finds the chapters of show notes written %j', (notes) => {
  expect(chaptersInNotes(notes, null)).toEqual(two);
});

test.each([
  '3:20pm We met\n4:30 p.m. We left',
  '3:20 PM We met\n4:30PM We left',
  'Doors – 18:30\nShow – 20:00',
  'Call us until 12:30\nor from 13:30',
])('SUM-03 takes times of day for no chapters: %j', (notes) => {
  expect(chaptersInNotes(notes, null)).toEqual([]);
});

test('SUM-03 takes a German “Am” behind a time for a word', () => {
  expect(chaptersInNotes('0:00 Am See\n1:00 Amsterdam', null).map(({ title }) => title)).toEqual(['Am See', 'Amsterdam']);
});

/** The chapters of a line between two that are chapters. */
const between = (line: string) =>
  chaptersInNotes(`0:01 First\n${line}\n59:00 Last`, null)
    .slice(1, -1)
    .map(({ startMs, title }) => `${startMs / 1000} ${title}`);

test.each<[line: string, chapter: string | undefined]>([
  ['12:30 Title', '750 Title'],
  ['12:30Title', '750 Title'],
  ['[12:30] Title', '750 Title'],
  ['(12:30) – Title', '750 Title'],
  ['【12：30】Title', '750 Title'],
  ['12:30 | Title', '750 Title'],
  ['12:30 - 13:30 Title', '750 Title'],
  ['(12:30 – 1:13:30) - Title', '750 Title'],
  ['• – 12:30: Title', '750 Title'],
  ['3) 12:30 Title', '750 Title'],
  ['12. 12:30 Title', '750 Title'],
  ['3.12:30 Title', undefined],
  ['0:12:30 Title', '750 Title'],
  ['1:2:30 Title', undefined],
  ['12\'30" Title', '750 Title'],
  ["12'30'' Title", '750 Title'],
  ['12:30:5 Title', '750 5 Title'],
  ['12:305 Title', undefined],
  ['12:30 5', '750 5'],
  ['12:30 –', undefined],
  ['12:30', undefined],
  ['12:30 a.m. Title', undefined],
  ['12:30 AM', undefined],
  ['12:30 pmx Title', '750 pmx Title'],
  ['At 12:30 Title', undefined],
  ['a 12:30', undefined],
  ['-------12:30 Title', undefined],
  ['------12:30 Title', '750 Title'],
  ['0:01 Again', undefined],
  ['0:00 Before', undefined],
  [`12:30 ${'t'.repeat(199)} ${'u'.repeat(50)}`, `750 ${'t'.repeat(199)} `],
])('SUM-03 reads the line %j of show notes', (line, chapter) => {
  expect(between(line)).toEqual(chapter === undefined ? [] : [chapter]);
});

test.each<[notes: string, titles: string[]]>([
  ['First (0:01)\nTwo – 12:30\nThree | 13:00]\nFour （1:00:00）', ['First', 'Two', 'Three', 'Four']],
  ['First -- (0:01)  \nTwo 【12:30】', ['First', 'Two']],
  ['First 0:01\nTwo 12:30', []],
  ['First (0:01) x\nTwo (12:30) x', []],
  ['First (4:59)\nTwo (12:30)', ['First', 'Two']],
  ['First (5:00)\nTwo (12:30)', []],
  ['First (0:01)', []],
  ['0:01 Before\n0:02 Before\nBehind (0:03)\nBehind (0:04)', ['Before', 'Before']],
])('SUM-03 reads times behind titles in %j', (notes, titles) => {
  expect(chaptersInNotes(notes, null).map(({ title }) => title)).toEqual(titles);
});

test('SUM-03 leaves out chapters behind the end of an episode', () => {
  const notes = '0:00 One\n1:00 Two\n2:00 Three';
  expect(chaptersInNotes(notes, 120_000).map(({ title }) => title)).toEqual(['One', 'Two']);
  expect(chaptersInNotes(notes, 120_001)).toHaveLength(3);
  expect(chaptersInNotes(notes, 60_000)).toEqual([]);
  expect(chaptersInNotes(`0:00 One\n${'x'.repeat(299)}1:00 Two\n${' '.repeat(6)}1:30 ${'y'.repeat(400)}`, null)).toEqual([
    { startMs: 0, title: 'One' },
    { startMs: 90_000, title: 'y'.repeat(200) },
  ]);
});

test.each([
  ['<p>One <b>two</b></p><div class="x">three</div>four', 'One two\nthree\nfour'],
  ['One<br>two<BR/>three<li>four</li><h2>five</h2><h7>six</h7>', 'One\ntwo\nthree\nfour\nfive\nsix'],
  ['a<script type="x">b</script>c<style>d</style >e<SCRIPT>f</SCRIPT>g', 'a c e g'],
  ['a<scripted>b</scripted>', 'ab'],
  ['a &amp; b &lt;c&gt; < d > e', 'a & b <c> < d > e'],
  ['  a \n\n  b\t c  ', 'a\nb c'],
  ['<p></p>', ''],
])('SUM-03 reads show notes %j as plain lines', (html, notes) => {
  expect(plainNotes(html)).toBe(notes);
});

test('SUM-03 reads half a million characters of show notes', () => {
  expect(plainNotes(`${'a'.repeat(499_999)}bc`)).toHaveLength(500_000);
});
