import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropStutters, trimFillers } from './fillers.ts';
import { endsSentence, sentenceSpans } from './sentences.ts';

function cut(text: string, language: 'zh' | 'en'): string[] {
  return sentenceSpans(text, language).map((span) => text.slice(span.start, span.end));
}

describe('sentences', () => {
  it('puts every character but white space in one sentence of limited length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'B', '.', '!', '。', '，', ',', ' ', '字', '😀', '"', '”', '3'), { maxLength: 400 }),
        fc.constantFrom('zh' as const, 'en' as const),
        (characters, language) => {
          const text = characters.join('');
          expect(cut(text, language).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
          for (const sentence of cut(text, language)) expect(sentence.length).toBeLessThanOrEqual(330);
        },
      ),
    );
  });

  it('ends English sentences at true full stops only', () => {
    expect(cut('Dr. Smith paid 3.50 dollars. He left! "Why?" asked J. Doe. it went on.', 'en')).toEqual([
      'Dr. Smith paid 3.50 dollars.',
      'He left!',
      '"Why?" asked J. Doe. it went on.',
    ]);
    expect(cut('We asked Yahoo! and others. They said no! Who knows?', 'en')).toEqual([
      'We asked Yahoo! and others.',
      'They said no!',
      'Who knows?',
    ]);
    // In a text without capitals, only the marks count.
    expect(cut('is it on? yes. we can begin now! good.', 'en')).toEqual(['is it on?', 'yes.', 'we can begin now!', 'good.']);
  });

  it.each([
    ['The U.S. Senate passed it. Sen. Warren and Gov. Newsom met on Jan. 6 at 5 p.m. Eastern. Gen. Grant agreed.', 3],
    ['Smith et al. (2020) show it. See Sec. 3 and Eq. 4. Mt. Everest is high.', 3],
    ['A Ph.D. Student left the U.S. The law is old. She has a Ph.D. It helps. We met in Dec. Then we left.', 6],
    ['He waited 5 sec. The bill lost. We came in Jan. Sales rose.', 4],
  ])('does not end within names, dates and places: %s', (text, sentences) => {
    expect(cut(text, 'en')).toHaveLength(sentences);
  });

  it.each([
    ['1. 打开设置 2. 点击确定。再看。', ['1. 打开设置 2. 点击确定。', '再看。']],
    ['详见 https://a.com/?a=1 的说明。真的吗?A是的。', ['详见 https://a.com/?a=1 的说明。', '真的吗?', 'A是的。']],
  ])('does not end within the numbers and addresses of Chinese: %s', (text, sentences) => {
    expect(cut(text, 'zh')).toEqual(sentences);
  });

  it('ends Chinese sentences at their marks, closing quotes included', () => {
    expect(cut('他说：“好。”然后走了！真的？', 'zh')).toEqual(['他说：“好。”', '然后走了！', '真的？']);
  });

  it('cuts a long sentence at clauses and numbers its pieces alike', () => {
    const text = `${'这一段话没有句号，'.repeat(12)}结束。下一句。`;
    const spans = sentenceSpans(text, 'zh');
    const first = spans.filter((span) => span.sentence === 0);
    expect(first.length).toBeGreaterThan(1);
    for (const span of first) expect(text.slice(span.start, span.end)).toMatch(/[，。]$/u);
    expect(spans.at(-1)?.sentence).toBe(1);
  });

  it('accepts a quoted end mark', () => {
    expect(endsSentence('He said "yes."')).toBe(true);
    expect(endsSentence('好的。”')).toBe(true);
    expect(endsSentence('and then')).toBe(false);
  });

  it('does not end with a title or another word that leads on', () => {
    for (const text of [
      'We met Dr.',
      'as told by (Mr.',
      'some grains, e.g.',
      'oats vs. ',
      'said George W.',
      'J.',
      'passed by Sen.',
      'on Jan.',
    ])
      expect(endsSentence(text), text).toBe(false);
    for (const text of [
      'He said no.',
      'oats, rye, etc.',
      'a wave of the Pdr.',
      'rich in vitamin C.',
      'So do I.',
      'in the U.S.',
      'at 5 p.m.',
    ])
      expect(endsSentence(text), text).toBe(true);
  });
});

describe('fillers', () => {
  it.each([
    ['Um, so, you know, the battery lasts two days, right?', 'The battery lasts two days'],
    ['Okay, well, I mean, we ship on Friday.', 'We ship on Friday.'],
    ['So far nothing has changed.', 'So far nothing has changed.'],
    ['He left early.”', 'He left early.'],
    ['He said "no".', 'He said "no".'],
    ['Right now we wait.', 'Right now we wait.'],
    ['The form says that is alright.', 'The form says that is alright.'],
    ['We grow nasturtium.', 'We grow nasturtium.'],
    ['Mr. Chair, farmers pay a carbon tax.', 'Farmers pay a carbon tax.'],
    ['Mr. Chair agreed.', 'Mr. Chair agreed.'],
  ])('English: %s', (text, expected) => {
    expect(trimFillers(text, 'en')).toBe(expected);
  });

  it.each([
    ['嗯，就是说，然后我们今天发布新版本，对吧？', '我们今天发布新版本'],
    ['对，那么，这个方案成本最低。', '这个方案成本最低。'],
    ['就是这个方案。', '就是这个方案。'],
    ['那个人走了。', '那个人走了。'],
    ['那其实这个市场还在增长。', '其实这个市场还在增长。'],
    ['而且我们的成本降了一半。', '我们的成本降了一半。'],
    ['而是另一回事，谁也没想到。', '而是另一回事，谁也没想到。'],
    ['他说得对。', '他说得对。'],
  ])('Chinese: %s', (text, expected) => {
    expect(trimFillers(text, 'zh')).toBe(expected);
  });

  it.each([
    ['我我们没有没有办法，对吧，去打消这个这个质疑。', 'zh', '我们没有办法，去打消这个质疑。'],
    ['一个一个看看，人人都讨论讨论。', 'zh', '一个一个看看，人人都讨论。'],
    ['We, um, saw the the first mill.', 'en', 'We, saw the first mill.'],
  ] as const)('false starts inside go: %s', (text, language, expected) => {
    expect(dropStutters(text, language)).toBe(expected);
  });

  it('leaves a non-empty piece of the text', () => {
    const piece = fc.constantFrom('um', 'so', ',', ' ', '.', 'cat', '嗯', '然后', '，', '猫', '对吧', '？');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.constantFrom('zh' as const, 'en' as const), (pieces, language) => {
        const text = pieces.join('');
        const trimmed = trimFillers(text, language);
        expect(text.toLowerCase()).toContain(trimmed.toLowerCase());
        if (text.trim() !== '') expect(trimmed).not.toBe('');
      }),
    );
  });
});

it.each<[text: string, language: 'zh' | 'en', sentences: string[]]>([
  ['Dr. Smith paid 3.50. He left!', 'en', ['Dr. Smith paid 3.50.', 'He left!']],
  ['Yahoo! said so. "Why?" he asked. (Yes.) No.', 'en', ['Yahoo! said so.', '"Why?" he asked.', '(Yes.)', 'No.']],
  ['A... b. C', 'en', ['A...', 'b. C']],
  ['see fig. 3 and No. 4. Then e.g. this', 'en', ['see fig. 3 and No. 4.', 'Then e.g. this']],
  ['U.S. Senate. U.S. The law. Ph.D. It', 'en', ['U.S. Senate.', 'U.S.', 'The law.', 'Ph.D.', 'It']],
  ['Hi!Hi。Hi', 'en', ['Hi!Hi。', 'Hi']],
  ['a . b', 'en', ['a .', 'b']],
  ['I met Gen. Lee on Jan. 6. In Jan. we', 'en', ['I met Gen. Lee on Jan. 6.', 'In Jan. we']],
  ['好。”他走了！真的？！是', 'zh', ['好。”', '他走了！', '真的？！', '是']],
  ['1. 一 2. 二。a.com/?b=1 好?', 'zh', ['1. 一 2. 二。', 'a.com/?b=1 好?']],
  [' \n ', 'en', []],
])('SUM-14 the sentences of %j', (text, language, sentences) => {
  const spans = sentenceSpans(text, language);
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(sentences);
  expect(spans.map(({ sentence }) => sentence)).toEqual(sentences.map((_, at) => at));
});

it('SUM-14 a long sentence is cut behind a mark, at a space, or at its limit', () => {
  const lengths = (text: string, language: 'zh' | 'en') =>
    sentenceSpans(text, language).map(({ start, end, sentence }) => `${end - start}#${sentence}`);
  expect(lengths('x'.repeat(320), 'en')).toEqual(['320#0']);
  expect(lengths('x'.repeat(321), 'en')).toEqual(['320#0', '1#0']);
  expect(lengths('字'.repeat(60), 'zh')).toEqual(['60#0']);
  expect(lengths(`${'字'.repeat(61)}。字`, 'zh')).toEqual(['60#0', '2#0', '1#1']);
  expect(lengths(`${'字'.repeat(40)}，${'字'.repeat(40)}`, 'zh')).toEqual(['41#0', '40#0']);
  // A mark in the first half of the window does not count.
  expect(lengths(`${'字'.repeat(20)}，${'字'.repeat(60)}`, 'zh')).toEqual(['60#0', '21#0']);
  expect(lengths(`${'word '.repeat(40)}, ${'word '.repeat(40)}`, 'en')).toEqual(['201#0', '199#0']);
  expect(lengths(`${'x'.repeat(200)} ${'x'.repeat(200)}`, 'en')).toEqual(['200#0', '200#0']);
  expect(lengths(`${'字'.repeat(59)}😀字`, 'zh')).toEqual(['59#0', '3#0']);
});
