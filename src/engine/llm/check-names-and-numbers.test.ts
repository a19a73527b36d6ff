import { describe, expect, test } from 'vitest';
import { createScriptedLlm } from '../../../tests/fakes/scripted-llm.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import { run } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import type { Outline, Point, Segment } from '../domain.ts';
import type { LanguageModelPort } from '../ports.ts';
import { applyCorrections, readCorrections } from '../summarise/with-model/correct-statements.ts';
import { summariseWithModel } from '../summarise/with-model/summarise-with-model.ts';
import { createGrounding } from './check-names-and-numbers.ts';
import { namesIn } from './names.ts';

function lines(texts: readonly string[]): Segment[] {
  return texts.map((text, id) => ({ id, startMs: id * 5000, endMs: id * 5000 + 4500, text }));
}

const filler = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `They walked on along the river and looked at stone ${index + 1} of the wall.`);

const facts = { title: 'The kiln of Lorn', author: 'Ada Marsh', description: null, timed: true, chapters: [] };

describe('SUM-08 grounding', () => {
  test('SUM-08 keeps the details of a dropped point that rest on lines of their own', () => {
    const said = (text: string, ...segmentIds: number[]): Point => ({ text, segmentIds });
    const details = [said('Ten of them were wet.', 3), said('So it failed.'), said('Made up.', 4)];
    const wrong = { ...said('It took 999 bricks.', 1), details };
    const outline = { chapters: [{ points: [wrong, said('It held.', 5)] }] } as unknown as Outline;
    const failing = [wrong, details[2]].flatMap((statement) => (statement ? [{ statement, section: [1] }] : []));
    applyCorrections(outline, failing, [
      { index: 0, drop: true },
      { index: 1, drop: true },
    ]);
    expect(outline.chapters[0]?.points).toEqual([said('Ten of them were wet.', 3), said('It held.', 5)]);
  });

  const segments = lines([
    'The first kiln took three hundred and twenty bricks, says Ada Marsh.',
    'Marcel Hoff measured one point two million joules in nineteen eighty-four.',
    ...filler(30),
    'In the end the village paid 45,000 crowns to Ilse Brandt.',
  ]);
  const grounding = createGrounding(segments, facts);
  const everything = segments.map((segment) => segment.id);

  test.each([
    ['It took 320 bricks.', [0], []],
    ['It took 350 bricks.', [0], ['350']],
    ['In 1984 Hoff measured the heat.', [1], []],
    ['The village paid 45,000 crowns.', [0], ['45,000']],
    ['The village paid 45,000 crowns.', [32], []],
    ['The village paid 45 thousand crowns.', [32], []],
    ['The village of Lorn thanked Ada Marsh.', [5], []],
    ['The village thanked Niels Bohr.', [32], ['Niels', 'Bohr']],
    ['Three reasons are given.', [5], []],
  ])('%s', (text, segmentIds, missing) => {
    expect(grounding.missing({ text, segmentIds }, everything)).toEqual(missing);
  });

  test('checks Chinese statements against Chinese lines', () => {
    const chinese = createGrounding(lines(['我们用了三万五千块砖，请了OpenAI的工程师。', '温度降了百分之三十。']), {
      ...facts,
      title: null,
    });
    expect(chinese.missing({ text: '一共用了3.5万块砖', segmentIds: [0] }, [0, 1])).toEqual([]);
    expect(chinese.missing({ text: '温度降了30%', segmentIds: [1] }, [0, 1])).toEqual([]);
    expect(chinese.missing({ text: '温度降了40%', segmentIds: [1] }, [0, 1])).toEqual(['40']);
    expect(chinese.missing({ text: 'OpenAI和DeepMind的工程师都来了', segmentIds: [0] }, [0, 1])).toEqual(['DeepMind']);
  });

  test('does not look up a Latin name in a source without Latin letters', () => {
    const chinese = createGrounding(lines(['奥尔特曼说模型会更便宜。', '大家都同意他的看法。']), { ...facts, title: null });
    expect(chinese.missing({ text: 'Altman says models become cheaper.', segmentIds: [0] }, [0, 1])).toEqual([]);
  });

  test('accepts a named speaker whose lines they are, or who is mentioned in them', () => {
    const talk = [...Array.from({ length: 12 }, () => 'Ada Marsh'), ...Array.from({ length: 12 }, () => 'Tom Reed')].map(
      (speaker, id) => ({ ...(lines([`They walked on past stone number ${id}.`])[0] as Segment), id, speaker }),
    );
    const speakers = createGrounding(talk, { ...facts, author: null });
    const all = talk.map(({ id }) => id);
    expect(speakers.missing({ text: 'Marsh says that they walked on.', segmentIds: [2] }, all)).toEqual([]);
    expect(speakers.missing({ text: 'Tom Reed says that they walked on.', segmentIds: [2] }, all)).toEqual(['Tom Reed']);
    expect(speakers.missing({ text: 'They walked on, as Reed thought.', segmentIds: [20] }, all)).toEqual([]);
  });

  test('takes words with a capital inside a sentence for names', () => {
    expect(namesIn('The team of Niels Bohr used GPT-4 and the iPhone.')).toEqual([
      { words: ['Niels', 'Bohr'] },
      { words: ['GPT-4'] },
      { words: ['iPhone'] },
    ]);
    expect(namesIn('作者认为 Transformer 很重要')).toEqual([{ words: ['Transformer'] }]);
  });
});

test('SUM-08 reads corrections in any order and ignores the rest', () => {
  const text = 'Here they are:\n2. drop\n1. It took 320 bricks. [L0]\n3. No reference\n9. Too far. [L0]\n1. Again. [L1]';
  expect(readCorrections(text, 3, { first: 0, last: 5 })).toEqual([
    { index: 1, drop: true },
    { index: 0, text: 'It took 320 bricks.', segmentIds: [0] },
  ]);
  const reasoned = `<think>\n1. drop\n2. Maybe this. [L3]\n</think>\n${text}`;
  expect(readCorrections(reasoned, 3, { first: 0, last: 5 })).toEqual(readCorrections(text, 3, { first: 0, last: 5 }));
});

const segments = lines([
  'The first kiln took three hundred and twenty bricks.',
  'The second one failed because the stones were wet.',
  ...filler(20),
]);

function write(llm: LanguageModelPort): Promise<Outline> {
  return summariseWithModel({
    facts,
    segments,
    noteLanguage: 'en',
    detail: 'standard',
    llm,
    ports: {
      compute: computeHere,
      checkpoints: { get: async () => null, put: async () => {} },
      clock: { now: () => 0, sleep: async () => {} },
    },
    progress: { stage() {}, partial() {} },
    signal: new AbortController().signal,
    onPartial() {},
  });
}

test('SUM-08 looks up a number in the cited lines, independent of earlier look-ups', () => {
  const segments = lines(filler(251).map((text, id) => (id === 50 ? 'They paid 4711 crowns.' : text)));
  const grounding = createGrounding(segments, facts);
  const missing = (segmentIds: number[]) => grounding.missing({ text: 'They paid 4711 crowns.', segmentIds }, []);
  expect(missing([0, 50, 200])).toEqual([]);
  expect(missing([0, 100, 200])).toEqual(['4711']);
  expect(missing([0, 48, 49, 200])).toEqual([]);
  expect(missing([0, 98, 99, 200])).toEqual(['4711']);
  expect(missing([0, 50, 200])).toEqual([]);
});

test('looks up endless claims in linear time', () => {
  const segments = lines(filler(20));
  const grounding = createGrounding(segments, facts);
  for (const piece of ['Ada ', 'ADA ', 'Ada says ', 'Ada. ', 'A.', '"Ada" ', 'L1 ', '4711 ', '张三说', '《张', '中·', '万', ' '])
    expectLinearTime((share) => {
      const text = run(piece, 24_000 * share);
      expect(grounding.missing({ text, segmentIds: [3] }, [3]).length).toBeLessThan(20);
    });
});

test('looks up the names of an endless list in linear time', () => {
  const grounding = createGrounding(lines(filler(20)), facts);
  expectLinearTime((share) =>
    expect(grounding.missing({ text: `${'K2, '.repeat(12_000 * share)}…`, segmentIds: [3] }, [3])).toEqual(['K2']),
  );
});

const note =
  '> In brief.\n\n## Kilns [L0]\n- It took 900 bricks. [L0]\n- The second failed. [L1]\n- Paid by Niels Bohr himself. [L1]\n- Rests on nothing.\n\n#kiln';

test('SUM-08 corrects, drops and marks failing statements with one repair', async () => {
  const { llm, calls } = createScriptedLlm((call) =>
    call.prompt.includes('could not be checked')
      ? { text: '1. It took 320 bricks. [L0]\n2. drop\n3. Still about 777 stones. [L1]' }
      : { text: note },
  );
  const outline = await write(llm);
  expect(calls).toHaveLength(2);
  expect(calls[1]?.prompt).toContain('not found there: 900');
  expect(calls[1]?.prompt).toContain('not found there: Niels, Bohr');
  expect(outline.chapters[0]?.points).toEqual([
    { text: 'It took 320 bricks.', segmentIds: [0] },
    { text: 'The second failed.', segmentIds: [1] },
    { text: 'Still about 777 stones.', segmentIds: [1], unverified: ['777'] },
  ]);
  expect(outline.checks).toMatchObject({ statements: 3, statementsVerified: 2 });
});

test('SUM-08 keeps the marks when the repair fails', async () => {
  const { llm } = createScriptedLlm((call) =>
    call.prompt.includes('could not be checked') ? { text: 'I cannot do that.' } : { text: note },
  );
  const outline = await write(llm);
  expect(outline.chapters[0]?.points.map((point) => point.unverified)).toEqual([['900'], undefined, ['Niels', 'Bohr'], []]);
});

test('SUM-08 retries an answer in another language once', async () => {
  const inChinese =
    '> 简介。\n\n## 窑的历史与建造过程 [L0]\n- 第一座窑用了三百二十块砖，这是村里人一起搬来的。 [L0]\n- 第二座窑失败了，因为石头还是湿的，没有晾干。 [L1]\n';
  const { llm, calls } = createScriptedLlm((_call, index) => ({
    text: index === 0 ? inChinese : '> Brief.\n\n## Kilns [L0]\n- It took 320 bricks. [L0]',
  }));
  const outline = await write(llm);
  expect(calls).toHaveLength(2);
  expect(outline.chapters[0]?.title).toBe('Kilns');
});
