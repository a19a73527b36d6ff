import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point, Segment } from '../../domain.ts';
import { segmentTopics } from './chapters/segment-topics.ts';
import { readDocument } from './document.ts';
import { bestSentences } from './sentences/sentences-within-limit.ts';
import { type ExtractiveInput, summariseExtractive } from './summarise.ts';

function untimed(lines: readonly string[]): Segment[] {
  return lines.map((text, id) => ({ id, startMs: null, endMs: null, text }));
}

function timed(lines: readonly string[], stepMs = 6000): Segment[] {
  return lines.map((text, id) => ({ id, startMs: id * stepMs, endMs: (id + 1) * stepMs, text }));
}

function input(segments: Segment[], more: Partial<ExtractiveInput> = {}): ExtractiveInput {
  return {
    segments,
    timed: segments[0]?.startMs !== undefined && segments[0]?.startMs !== null,
    title: null,
    language: null,
    noteLanguage: 'en',
    sourceChapters: [],
    ...more,
  };
}

/** Three subjects, each with words of its own, said in many different sentences. */
const subjects = {
  bees: ['honey', 'hive', 'queen', 'bees', 'pollen', 'beekeeper', 'swarm', 'wax'],
  trains: ['railway', 'locomotive', 'station', 'signal', 'track', 'carriage', 'timetable', 'platform'],
  bread: ['sourdough', 'flour', 'oven', 'crust', 'yeast', 'dough', 'baker', 'loaf'],
};

function talk(words: readonly string[], sentences: number): string[] {
  return Array.from({ length: sentences }, (_, index) => {
    const pick = (offset: number): string => words[(index * 3 + offset * offset + offset) % words.length] ?? '';
    return `The ${pick(0)} shows every ${pick(1)} how a ${pick(2)} depends on the ${pick(3)} near the ${pick(4)}.`;
  });
}

const threeSubjects = [...talk(subjects.bees, 50), ...talk(subjects.trains, 50), ...talk(subjects.bread, 50)];

const chineseTalk = [
  '大家好，欢迎来到今天的节目。',
  ...Array.from({ length: 30 }, (_, index) => `嗯，元宇宙的第${index}个应用场景需要虚拟现实设备和元宇宙平台的支持。`),
  '好，谢谢。那接下来我们聊第二个话题，就是志愿者服务。',
  ...Array.from({ length: 30 }, (_, index) => `然后志愿者在社区里帮助老人完成第${index}次志愿者培训和登记工作。`),
];

describe('SUM-14 the summary without a model', () => {
  it('SUM-14 finds topic changes and names each chapter by its own words', () => {
    const outline = summariseExtractive(input(timed(threeSubjects)));
    const starts = outline.chapters.map((chapter) => chapter.segmentIds[0] ?? -1);
    for (const boundary of [50, 100])
      expect(Math.min(...starts.map((start) => Math.abs(start - boundary)))).toBeLessThanOrEqual(3);
    for (const chapter of outline.chapters) {
      const middle = chapter.segmentIds[Math.floor(chapter.segmentIds.length / 2)] ?? 0;
      const own = Object.values(subjects)[Math.floor(middle / 50)] ?? [];
      expect(own.some((word) => chapter.title.toLowerCase().includes(word))).toBe(true);
    }
  });

  it('SUM-14 shows only text of the cited segments', () => {
    for (const lines of [threeSubjects, chineseTalk]) {
      const segments = timed(lines);
      const outline = summariseExtractive(input(segments));
      const shown = [...outline.abstract, ...outline.chapters.flatMap((chapter) => chapter.points)];
      expect(shown.length).toBeGreaterThan(2);
      for (const point of shown) {
        const source = point.segmentIds.map((id) => segments[id]?.text ?? '').join(' ');
        expect(source.toLowerCase()).toContain(point.text.toLowerCase());
      }
    }
  });

  it('SUM-14 trims fillers and skips greetings and thanks', () => {
    const outline = summariseExtractive(input(timed(chineseTalk), { noteLanguage: 'zh' }));
    const shown = [...outline.abstract, ...outline.chapters.flatMap((chapter) => chapter.points)].map((point) => point.text);
    for (const text of shown) expect(text).not.toMatch(/^(?:嗯|然后|好，谢谢)|大家好/u);
  });

  it('SUM-14 shows one long sentence once in the abstract', () => {
    const long = `${'区块链把资产数字化以后交易流动起来，'.repeat(3)}${'社区规则让资产在链上交易流动，'.repeat(3)}这就是区块链资产。`;
    const lines = [long, ...chineseTalk, long.replaceAll('资产', '数据')];
    const { abstract } = summariseExtractive(input(untimed(lines), { noteLanguage: 'zh' }));
    const texts = abstract.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('SUM-14 skips introductions, thanks and the chair’s questions', () => {
    const chair = [
      '好感谢陈老师，我们日后的志愿者工作可以依赖两位。',
      '陈斌教授，环境研究中心主任王志云老师，发展研究院副院长徐金涛教授。',
      '下面我再问元宇宙的一个问题，请陈老师来讲。',
      '我代表主办方对各位嘉宾的到来表示衷心的感谢。',
      '第一位是元宇宙公司的创始人，李总先上台。',
    ];
    const outline = summariseExtractive(input(untimed([...chair, ...chineseTalk]), { noteLanguage: 'zh', treatment: 'speech' }));
    const shown = [...outline.abstract, ...outline.chapters.flatMap((chapter) => chapter.points)];
    for (const { segmentIds } of shown) expect(Math.min(...segmentIds)).toBeGreaterThanOrEqual(chair.length);
  });

  it('SUM-14 keeps an interrupted sentence apart from the next speaker’s', () => {
    const whole = talk(subjects.bees, 40);
    const interrupted = whole.flatMap((line) => [line.replace(/\.$/, ' and those'), 'We go back to the honey hive.', line]);
    const inLines = whole.flatMap((line) => ['The beekeeper wrote', line]);
    const texts = (lines: string[]) =>
      readDocument({ segments: timed(lines), timed: true, language: 'en', treatment: 'speech' }).sentences.map(
        ({ text }) => text,
      );
    expect(texts([...whole, ...interrupted]).filter((text) => text.includes('those We'))).toEqual([]);
    // Where lines break anywhere, a capital letter does not begin a sentence.
    expect(texts(inLines)).toContain(`The beekeeper wrote ${whole[0]}`);
  });

  it('SUM-14 does not cut a name out of a longer one', () => {
    const lines = Array.from(
      { length: 12 },
      (_, index) => `南方科技大学的开源俱乐部在第${index + 3}年招了很多新人，科技大学生都来了。`,
    );
    const outline = summariseExtractive(input(untimed([...lines]), { noteLanguage: 'zh', treatment: 'speech' }));
    for (const { title } of outline.chapters) expect(title.startsWith('科技大学')).toBe(false);
  });

  it('SUM-14 removes list numbers from titles', () => {
    const page = ['1. About bees', ...talk(subjects.bees, 25), '4. About trains', ...talk(subjects.trains, 25)];
    const outline = summariseExtractive(input(untimed(page), { treatment: 'article' }));
    expect(outline.chapters.map((chapter) => chapter.title)).toEqual(['About bees', 'About trains']);
  });

  it('SUM-14 ends titles at complete names and keeps hyphenated words whole', () => {
    const titles = (lines: string[], noteLanguage: 'zh' | 'en') =>
      summariseExtractive(input(timed(lines), { noteLanguage, treatment: 'speech' })).chapters.map(({ title }) => title);
    const costs = Array.from(
      { length: 12 },
      (_, at) => `House number ${at + 3} has remodel costs depending on its ${at + 2} rooms.`,
    );
    expect(titles(costs, 'en').filter((title) => title.endsWith('depending'))).toEqual([]);
    const cream = Array.from({ length: 12 }, (_, at) => `第${at + 3}位消费者买了SK-II精华乳以后来投诉。`);
    expect(titles(cream, 'zh').filter((title) => /(?<!SK-)II/.test(title))).toEqual([]);
  });

  it('SUM-13 SUM-14 uses whole words without spaces or marks as tags', () => {
    const { tags } = summariseExtractive(input(timed(chineseTalk), { noteLanguage: 'zh' }));
    expect(tags).toContain('元宇宙');
    expect(tags).toContain('志愿者');
    expect(tags.length).toBeGreaterThanOrEqual(3);
    expect(tags.length).toBeLessThanOrEqual(6);
    for (const tag of tags) expect(tag).not.toMatch(/[\s#]/u);
  });

  it('SUM-14 makes the overview of a point of each chapter, and of other sentences where there are no chapters', () => {
    const textsOf = (points: readonly Point[]) => points.map((point) => point.text);
    const long = summariseExtractive(input(timed(threeSubjects)));
    expect(long.chapters.length).toBeGreaterThanOrEqual(3);
    for (const line of textsOf(long.abstract))
      expect(long.chapters.filter(({ points }) => textsOf(points).includes(line))).toHaveLength(1);
    const points = long.chapters.flatMap((chapter) => textsOf(chapter.points));
    expect(new Set(points).size).toBe(points.length);
    const short = summariseExtractive(input(timed(talk(subjects.bees, 20))));
    const shown = textsOf([...short.abstract, ...short.chapters.flatMap((chapter) => chapter.points)]);
    expect(new Set(shown).size).toBe(shown.length);
    const said = 'The village kept its grain in a stone barn near the river.';
    const single = summariseExtractive(input(untimed([said])));
    expect(textsOf([...single.abstract, ...single.chapters.flatMap((chapter) => chapter.points)])).toEqual([said]);
  });

  it('SUM-14 leaves a chapter that names none of the subjects out of the overview, not out of the note', () => {
    const syllables = ['ba', 'do', 'ki', 'lu', 'me', 'no', 'ra', 'su', 'ti', 've'];
    const word = (at: number): string => Array.from(String(at + 1000), (digit) => syllables[Number(digit)]).join('');
    const aside = Array.from(
      { length: 50 },
      (_, at) => `The ${word(at)} and the ${word(at + 200)} were with the ${word(at + 400)} of the ${word(at + 600)}.`,
    );
    const sourceChapters = ['Bees', 'Trains', 'Bread', 'Others'].map((title, at) => ({ title, startMs: at * 300_000 }));
    const { abstract, chapters } = summariseExtractive(input(timed([...threeSubjects, ...aside]), { sourceChapters }));
    const lastLines = chapters.at(-1)?.points.map(({ text }) => text) ?? [];
    expect(lastLines.length).toBeGreaterThan(0);
    expect(abstract).toHaveLength(3);
    expect(abstract.filter(({ text }) => lastLines.includes(text))).toEqual([]);
  });

  it('SUM-14 shows no sentence of the overview twice, alone and with the next one', () => {
    const lines = [
      'The Fjord is a rucksack of waxed canvas for long weekends.',
      'It carries forty litres, and keeps what is in the waxed canvas dry for long.',
      'Straps and buckles can be replaced without a machine.',
      'Its frame is a single sheet of ash that bends with the back of the rucksack.',
    ];
    const shown = summariseExtractive(input(untimed(lines), { treatment: 'article' })).abstract.map(({ text }) => text);
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.filter((text, at) => shown.some((other, place) => place !== at && other.includes(text)))).toEqual([]);
  });

  it('SUM-14 says in the overview once what every chapter says', () => {
    const page = Array.from({ length: 14 }, (_, chapter) => [
      `Chapter ${chapter + 1} of the river`,
      ...Array.from(
        { length: 6 },
        (_, part) =>
          `In year ${1700 + chapter * 10 + part} the keeper of gate ${chapter + 1} measured ${part + 3} metres of water because the spring flood came early, and the village decided that the wall should be raised by ${part + 1} feet before winter. The miller lost ${part * 7 + 10} sacks of rye, which cost more than the wall itself.`,
      ),
    ]).flat();
    const { abstract } = summariseExtractive(input(untimed(page), { treatment: 'article' }));
    expect(abstract.length).toBeGreaterThan(1);
    expect(new Set(abstract.map(({ text }) => text)).size).toBe(abstract.length);
  });

  it('SUM-14 leaves no part of a long chapter without a line when one can be read there', () => {
    const dull = Array.from({ length: 40 }, () => 'Yeah, okay, well, you know, that one there.');
    const own = [
      'The queen leaves the old hive with a swarm of bees.',
      'A beekeeper finds honey and wax in every hive of the bees.',
      'The bees of a hive need pollen because the queen lays eggs.',
    ];
    const lines = [
      ...own,
      ...dull,
      'Red slate from a quarry lies on many roofs.',
      ...dull,
      ...talk(subjects.trains, 27),
      ...talk(subjects.bread, 27),
    ];
    const chapters = [0, 840, 1110].map((seconds) => ({ title: `From ${seconds}`, startMs: seconds * 1000 }));
    const outline = summariseExtractive(input(timed(lines, 10_000), { sourceChapters: chapters, detail: 'brief' }));
    expect(outline.chapters[0]?.points.map(({ text }) => text).join()).toContain('Red slate');
  });

  it('SUM-14 names another subject in each line of the overview rather than one again', () => {
    const outline = summariseExtractive(input(timed(threeSubjects)));
    const own = Object.values(subjects).map((words) =>
      outline.abstract.some(({ text }) => words.some((word) => text.includes(word))),
    );
    expect(own).toEqual([true, true, true]);
  });

  it('SUM-14 makes no chapter much longer than a quarter of an hour', () => {
    const outline = summariseExtractive(input(timed(threeSubjects, 36_000)));
    const minutes = outline.chapters.map(({ segmentIds }) => (segmentIds.length * 36) / 60);
    expect(Math.max(...minutes)).toBeLessThanOrEqual(16);
    expect(minutes.length).toBeLessThanOrEqual(12);
  });

  it('SUM-14 joins Chinese cues of a fixed width without a space in a word', () => {
    const text = '人类命运共同体需要构建和谐社会然后区块链技术正在改变金融行业的信用体系'.repeat(40);
    const segments = timed(text.match(/.{1,7}/gu) ?? []);
    const { sentences } = readDocument({ segments, timed: true, language: 'zh', treatment: 'speech' });
    for (const sentence of sentences) expect(sentence.text).not.toMatch(/\s/u);
  });

  it("SUM-14 the creator's chapters win, in any order and past the end", () => {
    const sourceChapters = [
      { title: 'Trains', startMs: 300_000 },
      { title: 'Bees', startMs: 0 },
      { title: 'After the end', startMs: 9_000_000 },
    ];
    const outline = summariseExtractive(input(timed(threeSubjects), { sourceChapters }));
    expect(outline.chapters.map(({ title, startMs }) => ({ title, startMs }))).toEqual([
      { title: 'Bees', startMs: 0 },
      { title: 'Trains', startMs: 300_000 },
    ]);
    expect(outline.chapters[1]?.segmentIds[0]).toBe(50);
  });

  it('SUM-14 makes a short page one chapter and follows the headings of a long one', () => {
    const short = summariseExtractive(input(untimed(talk(subjects.bees, 12)), { treatment: 'article' }));
    expect(short.chapters).toHaveLength(1);
    const page = ['About bees', ...talk(subjects.bees, 25), 'About trains', ...talk(subjects.trains, 25)];
    const long = summariseExtractive(input(untimed(page), { treatment: 'article' }));
    expect(long.chapters.map((chapter) => chapter.title)).toEqual(['About bees', 'About trains']);
    expect(long.chapters[1]?.startMs).toBeNull();
  });

  it('SUM-14 makes no chapter of a part that every entry has, nor of a table of contents', () => {
    const entry = (name: string, words: readonly string[]) => [
      ...[`About ${name}`, ...talk(words, 12)],
      ...['Pros', ...talk(words, 12)],
      ...['Cons', ...talk(words, 12)],
    ];
    const page = [
      ...talk(subjects.bread, 12),
      'About bees',
      'About trains',
      ...entry('bees', subjects.bees),
      ...entry('trains', subjects.trains),
    ];
    const { chapters } = summariseExtractive(input(untimed(page), { treatment: 'article' }));
    expect(chapters.slice(1).map(({ title }) => title)).toEqual(['About bees', 'About trains']);
  });

  it('SUM-14 throws the reason of an abort', () => {
    const controller = new AbortController();
    controller.abort(new Error('stop'));
    expect(() => summariseExtractive(input(timed(threeSubjects), { signal: controller.signal }))).toThrow('stop');
  });
});

const word = fc.constantFrom(
  'bees',
  'honey',
  'so',
  'um',
  '蜜蜂',
  '然后',
  '。',
  '.',
  '?',
  '，',
  '😀',
  'https://x.test',
  '12',
  'the',
  '\u0000',
);
const line = fc.array(word, { maxLength: 30 }).map((parts) => parts.join(' '));

describe('SUM-14 for any input', () => {
  it('SUM-14 keeps every segment once and in order, with ascending existing references', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 60 }),
        fc.boolean(),
        fc.constantFrom('speech', 'article', undefined),
        (lines, hasTimes, treatment) => {
          const segments = hasTimes ? timed(lines) : untimed(lines);
          const outline = summariseExtractive(input(segments, { treatment, timed: hasTimes }));
          expect(outline.chapters.flatMap((chapter) => chapter.segmentIds)).toEqual(segments.map((segment) => segment.id));
          for (const chapter of outline.chapters) {
            expect(chapter.title.trim()).not.toBe('');
            expect(chapter.points.length).toBeLessThanOrEqual(6);
          }
          for (const point of [...outline.abstract, ...outline.chapters.flatMap((chapter) => chapter.points)]) {
            expect(point.text).not.toBe('');
            expect(point.segmentIds.length).toBeGreaterThan(0);
            expect(point.segmentIds).toEqual([...new Set(point.segmentIds)].sort((a, b) => a - b));
            for (const id of point.segmentIds) expect(segments[id]).toBeDefined();
          }
          expect(outline.tags.length).toBeLessThanOrEqual(6);
          expect(summariseExtractive(input(segments, { treatment, timed: hasTimes }))).toEqual(outline);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('SUM-14 clips a lede that is longer than the budget at a clause', () => {
    const lede =
      'The town dredged its reservoir in two summers, and the farmers around the hill took most of the silt for their fields.';
    const best = (treatment: 'article' | 'speech', budget: number) =>
      bestSentences({ ...input(untimed([lede, 'It rained.'])), timed: false, treatment }, budget).map(({ text }) => text);
    expect(best('article', 70)).toEqual(['The town dredged its reservoir in two summers']);
    expect(best('article', 46)).toEqual(['The town dredged its reservoir in two summers']);
    expect(best('article', lede.length)).toContain(lede);
    expect(best('speech', 70)).not.toContain('The town dredged its reservoir in two summers');
  });

  it('SUM-14 keeps the best sentences within their budget, in source order', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.integer({ min: 0, max: 300 }), (lines, budget) => {
        const best = bestSentences({ ...input(untimed(lines)), timed: false }, budget);
        expect(best.map((sentence) => sentence.text).join('\n').length).toBeLessThanOrEqual(budget);
        const firsts = best.map((sentence) => sentence.segmentIds[0] ?? -1);
        expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
      }),
      { numRuns: 150 },
    );
  });

  const odd: [string, string[]][] = [
    ['nothing', []],
    ['one empty line', ['']],
    ['one word', ['Hello']],
    ['emoji only', ['😀😀😀', '🎉']],
    ['one huge line without spaces', ['x'.repeat(300_000)]],
    ['one huge line of words', ['the quick brown fox jumps '.repeat(12_000)]],
    ['one huge Chinese line', ['区块链技术的应用前景'.repeat(10_000)]],
    ['ten thousand equal lines', Array.from({ length: 10_000 }, () => 'The same line of text is said again and again.')],
  ];
  it.each(odd)('SUM-14 %s ends quickly', (_, lines) => {
    const segments = timed(lines);
    const outline = summariseExtractive(input(segments));
    expect(outline.chapters.flatMap((chapter) => chapter.segmentIds)).toHaveLength(lines.length);
    expect(
      bestSentences(input(segments), 200)
        .map((sentence) => sentence.text)
        .join('\n').length,
    ).toBeLessThanOrEqual(200);
    expect(segmentTopics(input(segments)).flatMap((topic) => topic.segmentIds)).toHaveLength(lines.length);
  });
});
