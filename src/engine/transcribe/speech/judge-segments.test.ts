import { describe, expect, test } from 'vitest';
import type { SpokenSegment } from '../../ports.ts';
import { type JudgeFacts, judgeSegments } from './judge-segments.ts';

const never: JudgeFacts = { quiet: [], prompt: '' };

function say(text: string, more: Partial<SpokenSegment> = {}): SpokenSegment {
  return { startMs: 1000, endMs: 4000, text, ...more };
}

function kept(segments: SpokenSegment[], facts = never): string[] {
  return judgeSegments(segments, facts).map(({ text }) => text);
}

const hushed = { quiet: [{ startMs: 900, endMs: 3200 }], prompt: 'The mill at Ober. Ana Ruiz' };

describe('SUM-04 hallucinated segments', () => {
  test('drops a segment that the recogniser marks as silence', () => {
    expect(kept([say('You know.', { noSpeechProbability: 0.9, averageLogProbability: -1.4 }), say('The mill.')])).toEqual([
      'The mill.',
    ]);
    expect(kept([say('The mill.', { noSpeechProbability: 0.9, averageLogProbability: -0.3 })])).toEqual(['The mill.']);
  });

  test.each([
    'Thanks for watching!',
    'Thank you.',
    'Please subscribe to my channel.',
    'See you next time.',
    '谢谢观看',
    '谢谢大家。',
    '请点赞、订阅、转发',
    '訂閱我的頻道',
    '下期再见！',
    '嗯。',
    'The mill at Ober.',
  ])('%s, where hardly anything is to be heard', (text) => {
    expect(kept([say(text)], hushed)).toEqual([]);
    expect(kept([say(text)])).toEqual([text]);
  });

  test.each([
    '字幕由Amara.org社区提供',
    '字幕志愿者 杨栋梁',
    '请不吝点赞 订阅 转发 打赏支持明镜与点点栏目',
    'Subtitles by the Amara.org community',
  ])('%s is never speech', (text) => {
    expect(kept([say(text)])).toEqual([]);
  });

  test('drops any segment over a pause', () => {
    expect(kept([say('The bridge is old and long.')], { quiet: [{ startMs: 0, endMs: 9000 }], prompt: '' })).toEqual([]);
  });

  test('drops a segment that loops, in both languages; keeps lists and refrains', () => {
    expect(kept([say('and then I went '.repeat(12))])).toEqual([]);
    expect(kept([say('我觉得这个问题'.repeat(12))])).toEqual([]);
    expect(kept([say('no no no')])).toEqual(['no no no']);
    const list = 'one mill, two mills, three mills, four mills, and on the fifth day the river froze and nobody ground any corn';
    expect(kept([say(list, { compressionRatio: 2.6 })])).toEqual([list]);
  });

  test('keeps one of segments that repeat three times, alone or in rounds', () => {
    const times = (texts: string[]) =>
      texts.map((text, index) => say(text, { startMs: index * 3000, endMs: index * 3000 + 2500 }));
    expect(kept(times(['Good morning.', 'Yes.', 'yes', 'Yes!', 'So.']))).toEqual(['Good morning.', 'Yes.', 'So.']);
    expect(kept(times(['甲说。', '乙说。', '甲说。', '乙说。', '甲说。', '乙说。', '丙说。']))).toEqual([
      '甲说。',
      '乙说。',
      '丙说。',
    ]);
    expect(kept(times(['Yes.', 'Yes.', 'No.']))).toEqual(['Yes.', 'Yes.', 'No.']);
  });
});

describe('SUM-04 phrases over silence', () => {
  test.each([
    ...['Thanks', 'thank you so much', 'Thank you very much all', 'Thanks guys for listening', 'Thank you everyone'],
    ...[
      'thank you for your attention today',
      'thanks for your time',
      'Like and subscribe',
      'subscribe to my channel',
      "Don't forget to like this video",
    ],
    ...[
      "I'll see you in the next video.",
      'see you next week',
      'See you next episode',
      'Bye',
      'bye bye',
      'Goodbye!',
      'You',
      'The end',
      'okay',
      'So',
      'Hmm',
      'uh',
      'Music',
      'applause',
      'silence',
    ],
    ...[
      '谢谢',
      '感谢您的收听',
      '多謝各位',
      '謝謝大家觀看',
      '感谢你支持',
      '请记得订阅我的频道',
      '點贊',
      '打赏和收藏',
      '转发、投币',
      '我们下期再见',
      '下次节目见',
      '下集再見',
      '再见',
      '拜拜',
      '啊',
      '呃',
      '完',
      '音乐',
      '掌声',
      '未完待续',
    ],
  ])('%s is dropped where it is doubtful', (text) => {
    expect(kept([say(text, { noSpeechProbability: 0.41 })])).toEqual([]);
    expect(kept([say(text, { noSpeechProbability: 0.4 })])).toEqual([text]);
    expect(kept([say(`-- ${text} ♪`, { noSpeechProbability: 0.5 })])).toEqual([]);
    expect(kept([say(`Hans ${text} Hans`, { noSpeechProbability: 0.5 })])).toEqual([`Hans ${text} Hans`]);
  });

  test.each([
    ...[
      'Thanks to Ann',
      'Thank you both',
      'please subscribe or leave',
      'see you next spring',
      'the ending',
      'bye for now',
      'no thanks',
    ],
    ...['谢谢他的观看', '我们下期', '点赞的人', '不再见', '完了'],
  ])('%s is kept even where it is doubtful', (text) => {
    expect(kept([say(text, { noSpeechProbability: 0.5 })])).toEqual([text]);
  });

  test.each<[text: string, isCredit: boolean]>([
    ['Amara.org', true],
    ['amara-org', false],
    ['字幕：某某提供', true],
    ['字幕:某某製作', true],
    ['字幕由某某志願者', true],
    ['字幕由一二三四五六七八九十甲乙丙丁戊己庚辛壬癸制作', true],
    ['字幕由一二三四五六七八九十甲乙丙丁戊己庚辛壬癸子制作', false],
    ['中文字幕志愿者', true],
    ['字幕很好', false],
    ['請不吝點贊', true],
    ['明鏡與點點', true],
    ['Captions created by Ann', true],
    ['transcription by Bo', true],
    ['transcript provided by Cy', true],
    ['The subtitle by Ann', false],
    ['subtitles bye', false],
    ['from opensubtitles', true],
    ['Addic7ed', true],
    ['CastingWords', true],
    ['castingwordss', false],
  ])('of %s it is known whether it is a credit: %s', (text, isCredit) => {
    expect(kept([say(text)])).toEqual(isCredit ? [] : [text]);
  });
});

describe('SUM-04 edges of doubt', () => {
  const silence = (noSpeechProbability: number, averageLogProbability: number) =>
    kept([say('The mill.', { noSpeechProbability, averageLogProbability })]).length;

  test('a segment is silence from both marks on', () => {
    expect([silence(0.61, -1.01), silence(0.6, -1.01), silence(0.61, -1)]).toEqual([0, 1, 1]);
  });

  const quietUntil = (endMs: number, text = 'The old bridge.') =>
    kept([say(text)], { quiet: [{ startMs: 0, endMs }], prompt: 'The mill at Ober. Ana Ruiz' }).length;

  test('a segment needs a tenth of a second of sound, counted with some slack', () => {
    expect([quietUntil(4200), quietUntil(4201), quietUntil(4300)]).toEqual([1, 0, 0]);
    expect(kept([say('Word.', { endMs: 1000 })], { quiet: [{ startMs: 0, endMs: 9000 }], prompt: '' })).toEqual(['Word.']);
  });

  test('a stock phrase, or what was expected, is doubted where half of it is silent', () => {
    expect([quietUntil(2500, 'Thank you.'), quietUntil(2501, 'Thank you.')]).toEqual([1, 0]);
    expect([quietUntil(2501, 'mill at'), quietUntil(2501, 'mill at ober'), quietUntil(2501, 'mill of ober')]).toEqual([1, 0, 1]);
    expect(kept([say('Ober')], { quiet: [{ startMs: 0, endMs: 2501 }], prompt: 'Ober' })).toEqual([]);
    expect(kept([say('…')], { quiet: [{ startMs: 0, endMs: 2501 }], prompt: '' })).toEqual(['…']);
  });

  test('a text loops only where it is long or packs well, and repeats for half of it', () => {
    const loop = 'and then I went '.repeat(3).trim();
    expect(kept([say(loop)])).toEqual([loop]);
    expect(kept([say(loop, { compressionRatio: 2.5 })])).toEqual([]);
    expect(kept([say(loop, { compressionRatio: 2.4 })])).toEqual([loop]);
    const half = `${'no '.repeat(6)}one two three four five six`;
    expect(kept([say(half, { compressionRatio: 3 })])).toEqual([]);
    expect(kept([say(`${half} seven`, { compressionRatio: 3 })])).toEqual([`${half} seven`]);
    expect(kept([say('no no yes', { compressionRatio: 3 })])).toEqual(['no no yes']);
  });

  test('rounds of up to four segments that come three times are kept once', () => {
    const texts = (round: string[], times: number, rest: string[] = []) =>
      kept(
        [...Array.from({ length: times }, () => round).flat(), ...rest].map((text, index) =>
          say(text, { startMs: index * 4000, endMs: index * 4000 + 3000 }),
        ),
      );
    const four = ['Ann.', 'Bo.', 'Cy.', 'Di.'];
    expect(texts(four, 3, ['Ann.'])).toEqual([...four, 'Ann.']);
    expect(texts(four, 2)).toHaveLength(8);
    expect(texts([...four, 'Eve.'], 3)).toHaveLength(15);
    expect(texts(['Ann.', 'Ann.', 'Bo.'], 4)).toEqual(['Ann.', 'Ann.', 'Bo.']);
  });
});
