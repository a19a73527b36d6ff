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
