import { expect, test } from 'vitest';
import { parseSubtitles } from './parse-subtitles.ts';
import { cuesToSegments } from './segments.ts';

/** The lines of a WebVTT or SubRip file with a cue each second. */
function linesOf(texts: readonly string[], isVtt = true): string[] {
  const blocks = texts.map((text, i) => `00:00:1${i}.000 --> 00:00:1${i + 1}.000\n${text}\n`);
  const { cues } = parseSubtitles(Buffer.from(`${isVtt ? 'WEBVTT\n\n' : ''}${blocks.join('\n')}`));
  return cuesToSegments(cues).map(({ speaker, text }) => `[${speaker ?? ''}] ${text}`);
}

test('SUM-05 tells speakers apart whose names stand before the words', () => {
  for (const isVtt of [true, false]) {
    expect(linesOf(['John Smith: Hello all.', 'Mary Wu: Hi.'], isVtt)).toEqual(['[John Smith] Hello all.', '[Mary Wu] Hi.']);
    expect(linesOf(['张三：大家好。', '李四: 你好。', '张三：开始吧。', '李四: 好的，我先说。', '第一项。'], isVtt)).toEqual([
      '[张三] 大家好。',
      '[李四] 你好。',
      '[张三] 开始吧。',
      '[李四] 好的，我先说。',
      '[] 第一项。',
    ]);
  }
  expect(linesOf(['ANN: Hi.\nBOB: Hello.', 'BOB: And you?\nNote: it rains.', 'ANN: Fine.'])).toEqual([
    '[ANN] Hi.',
    '[BOB] Hello. And you? Note: it rains.',
    '[ANN] Fine.',
  ]);
  expect(linesOf(['[SPEAKER_01]: Yes.', '[SPEAKER_00]: No.'])).toEqual(['[SPEAKER_01] Yes.', '[SPEAKER_00] No.']);
});

test('SUM-05 takes words before a colon for no names where they differ or are few', () => {
  for (const texts of [
    ['First: we mix', 'Then: we wait', 'and at last', 'Now: we bake'],
    ['Ann: Hi', 'what', 'is', 'that'],
    ['Only: one'],
  ])
    expect(linesOf(texts).join(' ')).toContain(texts[0]);
});

test('SUM-05 makes a line of each voice of a WebVTT cue', () => {
  expect(
    linesOf(['<v Fred>Hi\n<v Bill>Hi &amp; there', '<v Bill>One <b>more</b></v>', '<v Fred>A</v> (both) <v Bill>B']),
  ).toEqual(['[Fred] Hi', '[Bill] Hi & there One more', '[Fred] A', '[] (both)', '[Bill] B']);
});
