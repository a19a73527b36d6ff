import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinLines, needsSpaceBetween, paragraphsToSegments, splitLongText, unwrapLines } from './paragraphs.ts';

const unit = fc.constantFrom('word', ' ', ' ', '. ', '。', '，', '字', '🎬', '\n', '3.5', '—');
const prose = fc.array(unit, { maxLength: 400 }).map((parts) => parts.join(''));
const bare = (text: string) => text.replace(/\s+/g, '');

describe('paragraphsToSegments', () => {
  it('SUM-05 makes one untimed segment per paragraph', () => {
    expect(paragraphsToSegments('One  two.\n\n * * *\r\n第二段。\n')).toEqual([
      { id: 0, startMs: null, endMs: null, text: 'One two.' },
      { id: 1, startMs: null, endMs: null, text: '第二段。' },
    ]);
  });

  it('SUM-05 cuts a very long paragraph at sentence ends', () => {
    const sentence = 'This sentence is here for its length, and it has 3.5 clauses. ';
    const segments = paragraphsToSegments(sentence.repeat(30));
    expect(segments.length).toBeGreaterThan(2);
    for (const { text } of segments) {
      expect(text.length).toBeLessThanOrEqual(600);
      expect(text.endsWith('clauses.')).toBe(true);
    }
  });

  it('loses no character but white space, whatever the text', () => {
    fc.assert(
      fc.property(prose, fc.integer({ min: 2, max: 60 }), (text, max) => {
        const pieces = splitLongText(text, max);
        expect(bare(pieces.join(''))).toBe(bare(text));
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(max);
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('cuts a megabyte without a single space in reasonable time', () => {
    expect(paragraphsToSegments('字'.repeat(1_000_000)).length).toBeGreaterThan(1600);
  });
});

describe('unwrapLines', () => {
  it('SUM-05 joins lines that were broken at a fixed width, and only those', () => {
    const wrapped = 'The quick brown fox jumps over the lazy\ndog, and then it goes home again to\nsleep.\n\nNext one.';
    expect(unwrapLines(wrapped)).toBe(
      'The quick brown fox jumps over the lazy dog, and then it goes home again to sleep.\n\nNext one.',
    );
    const list = '- a first item that is fairly long, really\n- a second item that is as long as that';
    expect(unwrapLines(list)).toBe(list);
    const dialogue = 'Hello there, my good old friend from the north.\nYes?\nI said hello.';
    expect(unwrapLines(dialogue)).toBe(dialogue);
  });

  it.each([
    ['a chat', '[12/03/24, 10:15:02] Ada: shall we meet at the barn\n[12/03/24, 10:16:40] Bob: yes, and bring the rye with you'],
    [
      'a chat in Chinese',
      '10:15:02 张三：我们明天上午在谷仓门口见面，记得把麦子和钥匙都带上\n10:16:40 李四：好的，我先去磨坊一趟，然后直接到谷仓门口等你们过来',
    ],
    [
      'questions',
      'Q: How long did the barn stand in the valley\nA: It stood there for a hundred and ten years\nuntil the flood came and took it all away',
    ],
    ['cues', '[00:00.000 --> 00:04.000] The barn stood here\n[00:04.000 --> 00:08.000] and then it burnt'],
    [
      'paragraphs',
      '谷仓建在山谷里，离村子有两公里远，那条路到了冬天常常被大雪封住，没有人走。\n村里的人每年秋天都把麦子运到那里去，一直存放到第二年的春天，再运到磨坊。\n后来一场大火把它烧掉了，村里的人从那以后就改用镇上的粮库，再也没有重建。',
    ],
  ])('keeps the lines of %s', (_, text) => {
    expect(unwrapLines(text)).toBe(text);
  });

  it('joins wrapped lines, of which one begins like a turn of talk and one was too short for the next word', () => {
    const wrapped = [
      'The barn stood in the valley, and the villagers met there at',
      '10:30 on Sundays. They stored their rye, and the rule was',
      'straightforwardness and honesty, so that nothing was lost.',
    ];
    expect(unwrapLines(wrapped.join('\n'))).toBe(wrapped.join(' '));
    const short = ['They stored their rye, and so on', ...wrapped.slice(2), 'It burnt.'];
    expect(unwrapLines(short.join('\n'))).toBe(short.join('\n'));
    const tooLong = ['They stored their rye, and the good old', 'straightforwardness-and-honesty was their only', 'rule in it'];
    expect(unwrapLines(tooLong.join('\n'))).toBe(tooLong.join(' '));
    const twoSentences = [
      'The barn in the valley burnt down and the whole rye was lost.',
      'Then the village built another barn of stone, and it has',
      'stood there until this day.',
    ];
    expect(unwrapLines(twoSentences.join('\n'))).toBe(twoSentences.join(' '));
    // Latin letters take half the width of Chinese characters.
    const mixed = [
      '我们把数据从旧的系统搬到新的平台上面去，一共花了三个月的时间才完成全部工作',
      '新的平台用 TypeScript、PostgreSQL 和一些别的工具写成，由两个小组维护',
      '目前运行得很稳定',
    ];
    expect(unwrapLines(mixed.join('\n'))).toBe(mixed.join(''));
  });

  it('joins Chinese lines without a space', () => {
    expect(joinLines(['今天天气', '很好', 'and', 'good'])).toBe('今天天气很好and good');
  });
});

describe('splitLongText', () => {
  it.each([
    ['One. Two three four five.', 10, ['One.', 'Two three', 'four five.']],
    ['aaaa, bbbb cccc dddd', 10, ['aaaa,', 'bbbb', 'cccc dddd']],
    ['aaaaaaaaaaaaaaaaaaaa', 8, ['aaaaaaaa', 'aaaaaaaa', 'aaaa']],
    ['a. aaaaaaaa', 8, ['a.', 'aaaaaaaa']],
    ['a. aaaaaaaaa', 9, ['a.', 'aaaaaaaaa']],
    ['a; aaaaaaaaaaa', 12, ['a;', 'aaaaaaaaaaa']],
    ['“好。”他走了，然后回来', 8, ['“好。”', '他走了，然后回来']],
    ['aaa 3.5 bbb', 8, ['aaa', '3.5 bbb']],
    ['aaaa –bbbb – cc', 10, ['aaaa', '–bbbb – cc']],
    ['aaaa – bbbb –cc', 10, ['aaaa –', 'bbbb –cc']],
    ['a! bb! cc! dd', 9, ['a! bb!', 'cc! dd']],
    ['😀😀😀😀', 3, ['😀', '😀', '😀', '😀']],
    ['abcdefgh ijk', 8, ['abcdefgh', 'ijk']],
    ['abcdefgh ijk', 12, ['abcdefgh ijk']],
    ['  a  ', 5, ['a']],
    [' ', 5, []],
  ])('cuts %j to at most %i characters', (text, max, pieces) => {
    expect(splitLongText(text, max)).toEqual(pieces);
  });
});

it.each([
  ['a', 'b', true],
  ['a ', 'b', false],
  ['a', ' b', false],
  ['', 'b', false],
  ['a', '', false],
  ['字', 'b', false],
  ['a', '字', false],
  ['a。', 'b', false],
  ['a', '「b', false],
  ['か', 'b', false],
  ['😀', 'b', true],
  ['a', '😀', true],
  ['한', '국', true],
])('a space between %j and %j: %s', (before, after, needed) => {
  expect(needsSpaceBetween(before, after)).toBe(needed);
  expect(joinLines([`${before}`, '  ', after])).toBe(
    [before.trim(), after.trim()].filter(Boolean).join(needed || / /.test(before + after) ? ' ' : ''),
  );
});

describe('a block of lines', () => {
  const line = (width: number, end = '') =>
    'barn '
      .repeat(30)
      .slice(0, width - end.length)
      .replace(/ $/, 's') + end;
  it.each<[what: string, lines: string[], joined: boolean]>([
    ['of 30 characters', [line(30), line(30)], true],
    ['of 29 characters', [line(29), line(29)], false],
    ['of 100 characters', [line(100), line(100)], true],
    ['of 101 characters', [line(101), line(101)], false],
    ['with a line of four fifths', [line(50), line(40), line(50)], true],
    ['with a line of less, where the next word would not fit', [line(50), line(30), `${'b'.repeat(20)} ${line(28)}`], true],
    ['with a line of less, where the next word would fit', [line(50), line(30), `${'b'.repeat(19)} ${line(28)}`], false],
    ['with a line of three fifths less one', [line(50), line(29), `${'b'.repeat(40)} b`], false],
    ['with a short last line', [line(50), line(50), 'b'], true],
    ['with a list mark', [line(50), `- ${line(48)}`], false],
    ['with a number', [line(50), `12. ${line(46)}`], false],
    ['with a Chinese number', [line(50), `3、${line(46)}`], false],
    ['with a heading', [line(50), `# ${line(48)}`], false],
    ['with a line that only seems a number', [line(50), `1234. ${line(44)}`], true],
    ['of which one ends a sentence', [line(50, '.'), line(50), line(50, '.')], true],
    ['of which two of three end a sentence', [line(50, '.'), line(50, '.'), line(50), line(50)], false],
    ['of which two of five end a sentence', [line(50, '.'), line(50, '.”'), line(50), line(50), line(50), line(50)], true],
    ['of two turns', [`Ada: ${line(45)}`, `Bo: ${line(46)}`], false],
    ['of one turn', [`Ada: ${line(45)}`, line(50)], true],
    ['of one day', [`3月12日 ${line(44)}`, line(50)], true],
    ['of two days', [`3月12日 ${line(44)}`, `2024年3月13日 ${line(40)}`], false],
    ['that begins with a time', [`10:15 ${line(44)}`, line(50)], false],
    ['that begins with a date', [`(2024-03-12 ${line(40)}`, line(50)], false],
  ])('%s: joined or not', (_, lines, joined) => {
    expect(unwrapLines(lines.join('\r\n'))).toBe(lines.join(joined ? ' ' : '\n'));
  });
});

it('leaves out what has no words, and white space', () => {
  expect(paragraphsToSegments('\ufeffa \t b\n* * *\r\u2028 c\u200bd\u00ade \f1\v').map(({ id, text }) => [id, text])).toEqual([
    [0, 'a b'],
    [1, 'cde'],
    [2, '1'],
  ]);
  expect(unwrapLines('\n\n a  \n\n\n b\n')).toBe(' a\n\n b');
});
