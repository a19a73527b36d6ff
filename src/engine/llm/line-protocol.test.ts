import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileLines, lineReference, run } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { createDraftParser, type Draft, readReferences } from './line-protocol.ts';

const range = { first: 0, last: 99 };

function read(text: string, pieces: number[] = []): Draft {
  const parser = createDraftParser(range);
  let from = 0;
  for (const cut of [...pieces].sort((a, b) => a - b)) {
    parser.push(text.slice(from, Math.max(from, cut)));
    parser.snapshot();
    from = Math.max(from, cut);
  }
  parser.push(text.slice(from));
  return parser.finish();
}

const note = `> 摘要一句。
> Second line.

## 开场 [L0]
- 第一点说了“原话在此” [L3-L5]
  - 细节 [L4]
- Second point. [L7, L9]

## Next [L20]
- Point without reference.
- 全角引用【L21–L22】

#标签 #deep-learning`;

describe('createDraftParser', () => {
  test('SUM-08 reads an abstract with and without a space behind its mark', () => {
    expect(read('>One line.\n> Another.\n>  A third.\n\n## A [L1]\n- b [L2]').abstract).toBe('One line. Another. A third.');
  });

  test('SUM-14 drops characters that nobody sees and those that turn the direction, and keeps joined emoji', () => {
    const draft = read('> In\u200b brief\u202e.\n\n## The \u2066mill\u2069 [L0]\n- It\ufeff turns 👩\u200d🌾. [L1]');
    expect([draft.abstract, draft.sections[0]?.title, draft.sections[0]?.points[0]?.text]).toEqual([
      'In brief.',
      'The mill',
      'It turns 👩\u200d🌾.',
    ]);
  });

  test('SUM-08 reads abstract, sections, points, details and tags', () => {
    const draft = read(note);
    expect(draft.abstract).toBe('摘要一句。 Second line.');
    expect(draft.sections).toEqual([
      {
        title: '开场',
        segmentIds: [0],
        points: [
          { text: '第一点说了“原话在此”', segmentIds: [3, 4, 5], details: [{ text: '细节', segmentIds: [4] }] },
          { text: 'Second point.', segmentIds: [7, 9], details: [] },
        ],
      },
      {
        title: 'Next',
        segmentIds: [20],
        points: [
          { text: 'Point without reference.', segmentIds: [], details: [] },
          { text: '全角引用', segmentIds: [21, 22], details: [] },
        ],
      },
    ]);
    expect(draft.tags).toEqual(['标签', 'deep-learning']);
  });

  test('SUM-08 gives the same result however the stream is cut', () => {
    const whole = read(note);
    fc.assert(
      fc.property(fc.array(fc.nat(note.length), { maxLength: 12 }), (cuts) => {
        expect(read(note, cuts)).toEqual(whole);
      }),
    );
    for (let cut = 0; cut <= note.length; cut++) expect(read(note, [cut])).toEqual(whole);
  });

  test('shows no reference in any snapshot, whole or in part', () => {
    const parser = createDraftParser(range);
    for (const character of note) {
      parser.push(character);
      const { abstract, sections } = parser.snapshot();
      const texts = sections.flatMap((section) => [
        section.title,
        ...section.points.flatMap((point) => [point.text, ...point.details.map((detail) => detail.text)]),
      ]);
      for (const text of [abstract, ...texts]) expect(text).not.toMatch(/[[【(]/);
    }
  });

  test.each([
    ['A [L12 and L14]', [12, 14]],
    ['A [L12, see L14].', [12, 14]],
    ['A [Lines 12-14]', [12, 13, 14]],
    ['A [[L12]]', [12]],
    ['A **[L12]**', [12]],
    ['A [**L12**]', [12]],
    ['A \\[L12\\]', [12]],
    ['A [L12](#l12)', [12]],
    ['A ［Ｌ12］', [12]],
    ['A {L12}', [12]],
    ['A [L12…L14]', [12, 13, 14]],
    ['A L12-L14', [12, 13, 14]],
    ['A [L12', []],
    ['A [L12-', []],
    ['A [L', []],
    ['A [', []],
  ])('reads a reference however it is dressed up, and shows none: %s', (line, ids) => {
    const found = readReferences(line, range);
    expect(found.ids).toEqual(ids);
    expect(found.text.replace('.', '')).toBe('A');
  });

  test.each(['The L2 cache is small', 'He calls it [sic]', 'a language (L1) and [more of L1 learning] later', 'A list [1, 2]'])(
    'what only looks like a reference stays: %s',
    (line) => {
      expect(readReferences(line.replace(' (L1)', ''), range)).toEqual({ text: line.replace(' (L1)', ''), ids: [] });
    },
  );

  test.each([
    ['Lines 12-15', [12, 13, 14, 15]],
    ['lines 3, 5 and 7', [3, 5, 7]],
    ['line 4', [4]],
    ['L3至L5、L9', [3, 4, 5, 9]],
    ['第 L3 行到 L5', [3, 4, 5]],
    ['Ｌ3–Ｌ5', [3, 4, 5]],
    ['see L8; also L9', [8, 9]],
    ['source: L2/L4', [2, 4]],
    ['L10 L14', [10, 14]],
    ['L3 L40 L41', [3, 40, 41]],
    ['L3-L5 L9', [3, 4, 5, 9]],
    ['L3 - L5 L9', [3, 4, 5, 9]],
    ['lines 3 to 5', [3, 4, 5]],
    [Array.from({ length: 40 }, (_, at) => `L${at * 2}-L${at * 2}`).join(', '), Array.from({ length: 40 }, (_, at) => at * 2)],
  ])('SUM-08 reads [%s]', (inside, ids) => {
    for (const [open, close] of ['[]', '【】', '［］', '{}'])
      expect(readReferences(`A ${open}${inside}${close}.`, range)).toEqual({ text: 'A.', ids });
  });

  test('SUM-08 reads every reference of an honest model', () => {
    fc.assert(
      fc.property(lineReference, ({ text, ids }) => {
        expect(readReferences(`It fell ${text}.`, range)).toEqual({ text: 'It fell.', ids });
      }),
    );
  });

  test('SUM-08 never shows a reference of any form when the note is cut at any character', () => {
    const dressed = `> In short.\n\n## Kilns [L0 and L3]\n- One **[L4]**\n- Two [[L5, L6, L7, L8, L9, L10, L11, L12, L13, L14]]\n  - Three [Lines 15-17]\n- Four [L18](#l18), five ［Ｌ19］\n\n#kilns`;
    for (let cut = 0; cut <= dressed.length; cut++) {
      const parser = createDraftParser(range);
      parser.push(dressed.slice(0, cut));
      for (const draft of [parser.snapshot(), parser.finish()]) {
        const text = JSON.stringify([
          draft.abstract,
          draft.sections.map(({ title, points }) => [
            title,
            points.map((point) => [point.text, point.details.map((detail) => detail.text)]),
          ]),
        ]);
        expect(text).not.toMatch(/(?:\[|［|【)[LＬ]|Lines? ?\d|[LＬ]\d/u);
      }
    }
  });

  test('SUM-08 takes off the mark of a list, and no number that a statement begins with', () => {
    const statements: [line: string, text: string][] = [
      ['3.5 million users joined in May.', '3.5 million users joined in May.'],
      ['2、3个月后才完成。', '2、3个月后才完成。'],
      ['-5 °C was measured.', '-5 °C was measured.'],
      ['3. Users joined.', 'Users joined.'],
      ['2、用户加入。', '用户加入。'],
      ['4)12 users joined.', '12 users joined.'],
      ['-Users joined.', 'Users joined.'],
      ['- 3.5 million.', '3.5 million.'],
    ];
    for (const [line, text] of statements)
      expect(read(`## Growth [L0]\n${line} [L3]`).sections[0]?.points, line).toEqual([{ text, segmentIds: [3], details: [] }]);
  });

  test('drops words before the note, and rejects words alone', () => {
    expect(read('Sure! Here is the note:\n> Brief.\n\n## A [L1]\n- b [L2]').abstract).toBe('Brief.');
    expect(read('About kilns.\n\n## A [L1]\n- b [L2]').abstract).toBe('About kilns.');
    expect(read('I am sorry, but I cannot do that.').abstract).toBe('');
  });

  test('drops and counts references that do not exist', () => {
    const draft = read('## A [L500]\n- made up [L100]\n- partly [L98-L120]\n- real [L5]');
    expect(draft.droppedReferences).toBe(3);
    expect(draft.sections[0]?.segmentIds).toEqual([]);
    expect(draft.sections[0]?.points.map((point) => point.segmentIds)).toEqual([[], [98, 99], [5]]);
  });

  test('takes markup, links, images and reasoning out of what the model wrote', () => {
    const draft = read(
      '<think>\nplan\n</think>\n# Title\n## **Bold** [L1]\n- see [here](https://evil.example/x) ![p](https://evil.example/p.png) <img src=x> `code` [L2]\n```\n',
    );
    expect(draft.sections).toEqual([
      { title: 'Bold', segmentIds: [1], points: [{ text: 'see here p code', segmentIds: [2], details: [] }] },
    ]);
  });

  test('SUM-08 reads headings without a space, tags behind a label, and a quotation of a section as its point', () => {
    const draft = read(
      '> In short.\n##标题一 [L0]\n- a [L1]\n> “So it was said.” [L2]\n###标题二 [L3]\n- b [L4]\n> At the end.\n\n**标签：** #一、#二',
    );
    expect(draft.abstract).toBe('In short. At the end.');
    expect(
      draft.sections.map(({ title, points }) => [title, ...points.map(({ text, segmentIds }) => `${text} ${segmentIds.join()}`)]),
    ).toEqual([
      ['标题一', 'a 1', '“So it was said.” 2'],
      ['标题二', 'b 4'],
    ]);
    expect(draft.tags).toEqual(['一', '二']);
    expect(read('## A [L0]\n- b [L1]\n\nTags: #one #two').tags).toEqual(['one', 'two']);
  });

  test('empties the draft when reasoning ends that had no opening tag, once', () => {
    const wanted = '> In short.\n\n## Kilns [L1]\n- Heat lasts. [L2]\n\n#kilns';
    const planned = 'First a plan.\n> Draft.\n## Draft [L0]\n- Drafted. [L3]\n#draft\n</think>\n\n';
    expect(read(`${planned}${wanted}`)).toEqual(read(wanted));
    expect(read(`<think>\nplan\n</think>\n${wanted}\n</think>`).sections).toHaveLength(1);
  });

  test('reads any text without throwing, and cites only what exists', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom('## x [L3]', '- y [L1-L400]', '  - z 【L5】', '#t', '> q', 'merge 1,2 as m', '<think>', '</think>'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const draft = read(lines.join('\n'));
        const ids = draft.sections.flatMap((section) => [
          section.segmentIds,
          ...section.points.flatMap((point) => [point.segmentIds, ...point.details.map((detail) => detail.segmentIds)]),
        ]);
        for (const id of ids.flat()) expect(id >= range.first && id <= range.last).toBe(true);
      }),
    );
  });

  test('finds references in linear time', () => {
    for (const line of hostileLines) expectLinearTime((share) => readReferences(line(20_000 * share), range));
  });

  test('reads any answer in linear time', () => {
    // The reader cuts lines at 8,000 characters. Finding links within a line is quadratic, so lines with links are left out.
    const lines = hostileLines.filter((line) => !line(20).includes(']('));
    for (const line of lines) expectLinearTime((share) => read(`## A [L1]\n- ${line(7000 * share)}`, [7000 * share]));
    for (const piece of ['(L1 ', '[L1', '[', '{', '【', ' ', '*', '![', '[a](', 'merge  ']) {
      expectLinearTime((share) => readReferences(run(piece, 100_000 * share), range));
      expectLinearTime((share) => read(`## A [L1]\n- ${run(piece, 100_000 * share)}`));
    }
    for (const head of ['merge', 'merge 1']) expectLinearTime((share) => read(`${head}${' '.repeat(7990 * share)}x`));
  });

  test('gives an endless line one result for any chunks', () => {
    const text = `## A [L1]\n- ${'word 😀 '.repeat(4000)}[L3]\n- b [L4]`;
    expect(read(text, [100, 9000, 9001, 16_000])).toEqual(read(text));
    expect(JSON.stringify(read(text))).not.toMatch(/\\ud[89a-f]/);
  });
});

const inside = { first: 2, last: 99 };

test.each<[line: string, text: string, ids: string, dropped?: number]>([
  ['A [L1]', 'A', '', 1],
  ['A [L2]', 'A', '2'],
  ['A [L99]', 'A', '99'],
  ['A [L100]', 'A', '', 1],
  ['A [L98-L100]', 'A', '98,99', 1],
  ['A [L5-L3]', 'A', '5'],
  ['A (L5)', 'A', '5'],
  ['A ( L5 )', 'A', '5'],
  ['A （L5）', 'A', '5'],
  ['A (L5, see L6)', 'A (L5, see L6)', ''],
  ['A (see L5)', 'A (see L5)', ''],
  ['A [[L5]', 'A', '5'],
  ['A {[L5]}', 'A', '5'],
  ['A[L5]B', 'AB', '5'],
  ['A [L5] B', 'A B', '5'],
  ['A [see L5]', 'A', '5'],
  ['A [ref. L5]', 'A', '5'],
  ['A [lines 5 and 6 of the book]', 'A [lines 5 and 6 of the book]', ''],
  ['A [L5 of the cache]', 'A', '5'],
  ['A [the L5 cache]', 'A [the L5 cache]', ''],
  ['A [XL5]', 'A [XL5]', ''],
  ['A [LL5]', 'A [LL5]', ''],
  ['A L5-L6', 'A', '5,6'],
  ['A L5-L6.', 'A.', '5,6'],
  ['A L5-L6 B', 'A L5-L6 B', ''],
  ['A L5–L1234567', 'A L5–L1234567', ''],
  ['A L5', 'A L5', ''],
  ['A `[L5]`', 'A', '5'],
  ['A _[L5]_', 'A', '5'],
  ['A *[L5]*.', 'A .', '5'],
  ['A [L5](http://x.y) B', 'A B', '5'],
  ['A [L5, L', 'A', ''],
  ['A [Line', 'A', ''],
  ['A **[L', 'A', ''],
  ['A \\[L', 'A', ''],
  ['A `[', 'A', ''],
  ['A [x', 'A [x', ''],
  ['A ] [L5', 'A ]', ''],
  ['A 】 [L5', 'A 】', ''],
  ['A } [L5', 'A }', ''],
  ['A ］ [L5', 'A ］', ''],
  ['A [L9, L3; L5]', 'A', '3,5,9'],
  ['A [L7] b [L3].', 'A b.', '3,7'],
  ['A [L3..L5]', 'A', '3,4,5'],
  ['A [L3, 5, 7-9]', 'A', '3,5,7,8,9'],
  [`A [L5 ${'x'.repeat(199)}]`, 'A', '5'],
  [`A [L5 ${'x'.repeat(200)}]`, `A [L5 ${'x'.repeat(200)}]`, ''],
  ['a*b*c', 'a*b*c', ''],
  ['a_b_c', 'a_b_c', ''],
  ['a __init__ b', 'a init b', ''],
  ['*a* b', 'a b', ''],
  ['__a__ b', 'a b', ''],
  ['a **** b', 'a b', ''],
  ['a ____ b', 'a b', ''],
  ['a ** b', 'a b', ''],
  ['2**3', '2**3', ''],
  ['x ** 2', 'x ** 2', ''],
  ['[a](b) c', 'a c', ''],
  ['![a](b) c', 'a c', ''],
  ['<b>a</b> c', 'a c', ''],
  ['a < b > c', 'a < b > c', ''],
  ['a<1>', 'a<1>', ''],
  ['a [ ] b【】c', 'a bc', ''],
])('SUM-08 what is said and cited in the line %s', (line, text, ids, dropped = 0) => {
  let count = 0;
  const found = readReferences(line, inside, () => count++);
  expect([found.text, found.ids.join(), count]).toEqual([text, ids, dropped]);
});

test('SUM-08 a reference cites no more than sixty lines', () => {
  for (const [to, last] of [
    [60, 60],
    [61, 61],
    [62, 61],
    [99, 61],
  ])
    expect(readReferences(`A [L2-L${to}]`, inside).ids).toEqual(Array.from({ length: (last ?? 0) - 1 }, (_, at) => at + 2));
});

/** Abstract, sections, tags and merges in short: a point with its lines behind it, a detail with a dash before it. */
function shortly({ abstract, sections, tags, merges, droppedReferences }: Draft): string[] {
  const cited = (text: string, ids: number[]) => (ids.length > 0 ? `${text} ${ids.join()}` : text);
  return [
    ...(abstract === '' ? [] : [`> ${abstract}`]),
    ...sections.flatMap(({ title, segmentIds, points }) => [
      `# ${cited(title, segmentIds)}`,
      ...points.flatMap((point) => [
        cited(point.text, point.segmentIds),
        ...point.details.map((detail) => `- ${cited(detail.text, detail.segmentIds)}`),
      ]),
    ]),
    ...tags.map((tag) => `#${tag}`),
    ...merges.map(({ sections: numbers, title }) => `merge ${numbers.join()} ${title}`),
    ...(droppedReferences > 0 ? [`dropped ${droppedReferences}`] : []),
  ];
}

test.each<[text: string, whole: string[], shown?: string[]]>([
  ['# Title\n## A [L5]\n- b [L6]', ['# A 5', 'b 6']],
  ['# Title [L5]\n- b [L6]', ['# Title 5', 'b 6']],
  ['## A [L5]\n# B\n- c [L6]', ['# A 5', '# B', 'c 6']],
  ['## A\n### B [L5]\n- c [L6]\n####### D', ['# A', '# B 5', 'c 6', '####### D'], ['# A', '# B 5', 'c 6']],
  ['##A [L5]\n#B', ['# A 5', '#B'], ['# A 5']],
  ['## [L5]\n- c', [], []],
  ['- a [L5]\n## B [L6]\n- c [L7]', ['> a', '# B 6', 'c 7'], ['# B 6', 'c 7']],
  ['> a\nb\n## C [L5]\n> d\n> e [L6]\n- f [L7]', ['> a d', '# C 5', 'e 6', 'f 7']],
  [
    '## A [L5]\n- b [L6]\n [L7]\n- c [L8]\n\t- d [L9]\n  - e\n - f\n1. g\n   2) h [L3]\n* i\n+ j\n• k',
    ['# A 5', 'b 6,7', 'c 8', '- d 9', '- e', 'f', 'g', '- h 3', 'i', 'j', 'k'],
  ],
  ['## A\n  - b [L5]\n  - c [L6]', ['# A', 'b 5', '- c 6']],
  ['## A\n[L5]\n- b [L9]\n[L7]\n[L8, L9]', ['# A', 'b 7,8,9'], ['# A', 'b 7,9']],
  ['## A\n- b\n  plain [L5]\n', ['# A', 'b', 'plain 5']],
  [
    'merge 1, 2 as Both parts\nMERGE 3 4 as X\nmerge 5 as\nmerge as x\nMerge 1，2、3 as **Y**',
    ['> merge 5 as merge as x', 'merge 1,2 Both parts', 'merge 3,4 X', 'merge 1,2,3 Y'],
    ['merge 1,2 Both parts', 'merge 3,4 X'],
  ],
  ['#a #b #a\n#c', ['#a', '#b', '#c'], ['#a', '#b']],
  ['## A [L5]\n#tag-one #标签', ['# A 5', '#tag-one', '#标签'], ['# A 5']],
  ['**标签**：#a、#b，#c\n', ['#a', '#b', '#c']],
  ['Tags: #a b\n', []],
  ['## A [L5]\na label that is far too long: #a\n', ['# A 5', 'a label that is far too long: #a']],
  ['```\n## A [L5]\n~~~\n---\n----\n***\n****\n===\n====\n- b [L6]', ['# A 5', 'b 6']],
  ['## A [L5]\n** \n==\n', ['# A 5', '==']],
  ['<think>x\n## A [L5]\n</think>## B [L6]\n- c [L7]', ['# B 6', 'c 7']],
  ['<THINKING>x\n## A\n- b</Thinking>## B [L6]\n', ['# B 6']],
  ['<think>\n## A\n- b', [], []],
  ['<think>x</think>## B [L6]', ['# B 6'], []],
  ['## A [L5]\n</think>\n## B [L6]', ['# B 6']],
  ['## A [L5]\r\n- b [L6]\r\n', ['# A 5', 'b 6']],
  ['Intro:\nMore words\n## A [L5]\n- b', ['> More words', '# A 5', 'b'], ['# A 5', 'b']],
  ['> Own\nIntro\n## A', ['> Own', '# A']],
  ['Intro：\n#a\n', ['#a']],
  ['Intro\n#a\n', ['> Intro', '#a'], ['#a']],
  ['> a\n>\n> b\n', ['> a b']],
  ['## A [L5]\n- b [L6]\n- c [L', ['# A 5', 'b 6', 'c']],
  ['## A [L5]\n- b [L6]\n- c (L7', ['# A 5', 'b 6', 'c (L7'], ['# A 5', 'b 6', 'c']],
  ['## A [L5]\n> c', ['> c', '# A 5'], ['# A 5']],
  ['> c', ['> c']],
  ['## A [L5]\n> c [L6]', ['# A 5', 'c 6'], ['# A 5']],
  ['## A [L5]\n\nplain [L6]', ['# A 5', 'plain 6'], ['# A 5']],
  ['## A [L5]\n- b\n  - c [L100]', ['# A 5', 'b', '- c', 'dropped 1']],
])('SUM-08 a model’s text %j is read, and shown as far as it is settled', (text, whole, shown = whole) => {
  const parser = createDraftParser(inside);
  parser.push(text);
  expect(shortly(parser.snapshot())).toEqual(shown);
  expect(shortly(parser.finish())).toEqual(whole);
});

test('SUM-08 an endless line is cut at eight thousand characters', () => {
  const points = (text: string) => read(`## A\n${text}`).sections[0]?.points.map((point) => point.text.length);
  expect(points(`${'x'.repeat(7998)}yy\n- z`)).toEqual([8000, 1]);
  expect(points(`${'x'.repeat(7999)}yy\n- z`)).toEqual([8000, 1, 1]);
  expect(points(`${'x'.repeat(7999)}😀\n- z`)).toEqual([7999, 2, 1]);
});
