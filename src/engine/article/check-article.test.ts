import { describe, expect, it } from 'vitest';
import type { Segment } from '../domain.ts';
import { createArticleChecks } from './check-article.ts';

const facts = { title: null, author: null, description: null, timed: true, chapters: [] };

/** Chinese speech as a recogniser returns it: without punctuation, and with hesitations. */
const spoken = [
  '嗯今天我们来聊一聊这个磨坊的事情',
  '这个磨坊呢是1862年修的当时花了三百两银子',
  '然后呢村里的人就把粮食都送到这里来磨',
  '磨坊主他要收十分之一的粮食作为工钱',
  '很多人觉得这个十分之一太多了',
  '那后来呢他们就自己修了第二座磨坊',
  '修第二座磨坊的时候河水正好涨了',
  '就是说把原来的堤坝给冲垮了一半',
  '所以他们又花了两年时间才把它修好',
  '修好以后面粉的价格就降了差不多一半',
];
const written = [
  '今天我们聊一聊磨坊的事情。这座磨坊是1862年修的，当时花了三百两银子，村里人把粮食都送到这里来磨。磨坊主要收十分之一的粮食作为工钱，很多人觉得十分之一太多了。',
  '后来他们自己修了第二座磨坊。修的时候河水正好涨了，把原来的堤坝冲垮了一半，所以又花了两年时间才修好。修好以后，面粉的价格降了差不多一半。',
];

function lines(texts: readonly string[], speakers: readonly string[] = []): Segment[] {
  return texts.map((text, id) => ({
    id,
    startMs: id * 4000,
    endMs: id * 4000 + 3900,
    text,
    ...(speakers.length > 0 ? { speaker: speakers[Math.floor(id / 5) % speakers.length] ?? '' } : {}),
  }));
}

const range = { first: 0, last: 9 };
const whole = [
  { text: written[0] ?? '', first: 0, last: 4 },
  { text: written[1] ?? '', first: 5, last: 9 },
];

describe('CON-05 checks of a written article', () => {
  const checks = createArticleChecks(lines(spoken), facts);
  const faults = (paragraphs: { text: string; first: number; last: number }[]) =>
    checks.check(paragraphs, range).faults.map(({ kind }) => kind);

  it('accept well-formed Chinese of the spoken text', () => {
    expect(checks.check(whole, range)).toMatchObject({ faults: [], lost: false, paragraphs: whole });
  });

  it.each([
    ['a summary', [{ text: '村民修了两座磨坊，价格降了。', first: 0, last: 9 }], 'too_short'],
    ['half of it', [{ text: `${written[0]}${written[0]}`, first: 0, last: 4 }], 'left_out'],
    [
      'a translation',
      [{ text: 'Today we talk about the mill, which was built in 1862 for three hundred taels. '.repeat(4), first: 0, last: 9 }],
      'other_language',
    ],
    ['much more than was said', [{ text: written.join('').repeat(3), first: 0, last: 9 }], 'too_long'],
    [
      'another number',
      [
        { ...(whole[0] as { text: string; first: number; last: number }), text: (written[0] ?? '').replace('1862', '1962') },
        ...whole.slice(1),
      ],
      'not_said',
    ],
    [
      'a name nobody said',
      [
        { ...(whole[0] as { text: string; first: number; last: number }), text: `${written[0]}他叫王二，住在三百五十号。` },
        ...whole.slice(1),
      ],
      'not_said',
    ],
  ])('%s does not', (_name, paragraphs, kind) => {
    expect(faults(paragraphs)).toContain(kind);
  });

  it('find an invented paragraph between true ones', () => {
    const other = { text: '火星上的企鹅喜欢在下午三点弹钢琴并且用望远镜观察蓝色的鲸鱼群。', first: 5, last: 9 };
    const checked = checks.check([whole[0] ?? other, other], range);
    expect(checked.faults).toContainEqual({ kind: 'other_words', paragraph: 2 });
    expect(checked.faulty.has(1)).toBe(true);
  });

  it('reject a word that only repeats', () => {
    const checked = checks.check(
      [whole[0] ?? { text: '', first: 0, last: 4 }, { text: '鲸鱼'.repeat(30), first: 5, last: 9 }],
      range,
    );
    expect(checked.faults).toContainEqual({ kind: 'other_words', paragraph: 2 });
  });

  it('remove the speaker’s name in front and reject another’s', () => {
    const two = createArticleChecks(lines(spoken, ['甲', '乙']), facts);
    const named = (first: string, second: string) =>
      two.check(
        whole.map((one, index) => ({ ...one, text: `${index === 0 ? first : second}：${one.text}` })),
        range,
      );
    expect(named('甲', '乙')).toMatchObject({ faults: [], paragraphs: whole });
    expect(named('乙', '乙').faults).toEqual([{ kind: 'several_speakers', paragraph: 1 }]);
  });
});

describe('CON-05 the limits of an article', () => {
  const letters = 'bdfghkmnp';
  /** Words of six letters, all different. */
  const token = (at: number) => `q${letters[Math.floor(at / 81) % 9]}${letters[Math.floor(at / 9) % 9]}${letters[at % 9]}ok`;
  const words = (from: number, count: number) => Array.from({ length: count }, (_, at) => token(from + at)).join(' ');
  /** Ten lines of ten words: 600 letters. */
  const checks = createArticleChecks(lines(Array.from({ length: 10 }, (_, id) => words(id * 10, 10))), facts);
  const told = (...written: [first: number, last: number, text: string][]) => {
    const { faults, lost, faulty } = checks.check(
      written.map(([first, last, text]) => ({ first, last, text })),
      range,
    );
    const said = faults.map((fault) =>
      [fault.kind, 'paragraph' in fault ? fault.paragraph : '', 'first' in fault ? `${fault.first}-${fault.last}` : ''].join(''),
    );
    return [...said, ...(lost ? ['lost'] : []), ...(faulty.size > 0 ? [`faulty ${[...faulty].join()}`] : [])].join(' ');
  };
  const half: [number, number, string] = [5, 9, words(50, 50)];

  it('its whole has half to a third more of what is said, with some letters to spare', () => {
    expect([checks.said(0, 9), checks.said(2, 3)]).toEqual([600, 120]);
    expect([told([0, 9, `${words(0, 46)} qqqq`]), told([0, 9, `${words(0, 46)} qqq`])]).toEqual(['', 'too_short lost']);
    const longer = (count: number) => told([0, 9, `${words(0, 100)} ${'q'.repeat(count)}`]);
    expect([longer(330), longer(331)]).toEqual(['', 'too_long lost']);
  });

  it('its paragraphs have a third to twice of what their lines say, where these say much', () => {
    expect([told([0, 9, words(0, 30)]), told([0, 9, `${words(0, 29)} qqqqq`])]).toEqual([
      'too_short lost',
      'too_short shortened1 lost faulty 0',
    ]);
    const rest: [number, number, string] = [4, 9, words(40, 60)];
    expect([told([0, 3, words(0, 12)], rest), told([0, 3, `${words(0, 11)} qqqqq`], rest)]).toEqual([
      '',
      'shortened1 lost faulty 0',
    ]);
    // Three lines say too little to be judged by their length.
    const most: [number, number, string] = [3, 9, words(30, 70)];
    expect([told([0, 2, words(0, 8)], most), told([0, 2, words(0, 7)], most)]).toEqual(['', 'other_words1 lost faulty 0']);
    const padded = (count: number) => told([0, 0, words(0, 10) + 'x'.repeat(count)], [1, 9, words(10, 90)]);
    expect([padded(204), padded(205)]).toEqual(['', 'padded1 lost faulty 0']);
    const endless = (count: number) => told([0, 9, 'x'.repeat(count)]);
    expect([endless(2800), endless(2801)]).toEqual([
      'too_long padded1 other_words1 lost faulty 0',
      'too_long endless1 other_words1 lost faulty 0',
    ]);
  });

  it('its paragraphs have three tenths of their words from lines nearby', () => {
    const own = (count: number) => told([0, 4, `${words(0, count)} ${words(400, 50 - count)}`], half);
    expect([own(15), own(14)]).toEqual(['', 'other_words1 lost faulty 0']);
    // One of three paragraphs may be about something else.
    const other: [number, number, string] = [4, 5, words(300, 20)];
    expect(told([0, 3, words(0, 40)], other, [6, 9, words(60, 40)])).toBe('other_words2 faulty 1');
  });

  it('its gaps are lines whose words stand in no paragraph beside, a fifth of all at most', () => {
    expect(told([0, 1, words(0, 20)], [3, 9, words(30, 70)])).toBe('left_out2-2');
    expect(told([0, 1, words(0, 20)], [2, 9, words(30, 70)])).toBe('');
    expect([told([0, 7, words(0, 80)]), told([0, 6, words(0, 70)])]).toEqual(['left_out8-9', 'left_out7-9 lost']);
    const cited = (count: number) => told([0, 7, `${words(0, 80)} ${words(80, count)}`]);
    expect([cited(15), cited(14)]).toEqual(['', 'left_out8-9']);
    expect(told([0, 4, words(0, 50)], [4, 9, words(50, 50)])).toBe('');
  });
});
