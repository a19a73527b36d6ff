import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SubtitleCue } from '../raw-content.ts';
import { parseSubtitles } from './parse-subtitles.ts';
import { cuesToSegments } from './segments.ts';

/** Cues of `seconds` each, back to back. */
const inARow = (texts: string[], seconds = 2): SubtitleCue[] =>
  texts.map((text, index) => ({ startMs: index * seconds * 1000, endMs: (index + 1) * seconds * 1000, text }));
const textsOf = (cues: SubtitleCue[]) => cuesToSegments(cues).map((segment) => segment.text);

describe('cuesToSegments', () => {
  it('CON-04 merges pieces of a sentence into one line with exact times', () => {
    const cues = inARow([
      'The bad news is that you',
      'probably spent a\nlot of time',
      'in school.',
      'The good news',
      'is different.',
    ]);
    expect(cuesToSegments(cues)).toEqual([
      { id: 0, startMs: 0, endMs: 6000, text: 'The bad news is that you probably spent a lot of time in school.' },
      { id: 1, startMs: 6000, endMs: 10_000, text: 'The good news is different.' },
    ]);
  });

  it('CON-04 leaves a cue that is a full sentence alone', () => {
    const cues = inARow(
      [
        '那个其实我跟乔总的经历很像，刚才乔总有一张图，他从北京到了南京。',
        '我之前的话是在杭州算是二线城市。',
        '今天这个话题跟我们很像。',
      ],
      9,
    );
    expect(cuesToSegments(cues).map((segment) => segment.startMs)).toEqual([0, 9000, 18_000]);
  });

  it('CON-04 closes lines of Chinese captions, which have no punctuation, by their length', () => {
    const cues = inARow(Array.from({ length: 20 }, (_, index) => `今天我们来聊第${index}个话题`));
    const segments = cuesToSegments(cues);
    expect(segments).toHaveLength(5);
    for (const { startMs, endMs, text } of segments) {
      expect((endMs ?? 0) - (startMs ?? 0)).toBe(8000);
      expect(text).not.toContain(' ');
    }
  });

  it('CON-04 lets no line grow past 20 seconds while it waits for the end of a sentence', () => {
    const slow = inARow([...Array.from({ length: 11 }, () => 'slow words'), 'end.', 'Fine.'], 3);
    expect(cuesToSegments(slow).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 18_000],
      [18_000, 36_000],
      [36_000, 39_000],
    ]);
  });

  it('CON-04 starts a new line at a pause, a speaker, and a speaker mark', () => {
    const cues: SubtitleCue[] = [
      { startMs: 0, endMs: 1000, text: 'well', speaker: 'Ann' },
      { startMs: 1000, endMs: 2000, text: 'I think', speaker: 'Ann' },
      { startMs: 2000, endMs: 3000, text: 'no', speaker: 'Bob' },
      { startMs: 3701, endMs: 4000, text: 'maybe', speaker: 'Bob' },
      { startMs: 4000, endMs: 5000, text: '>> hold on', speaker: 'Bob' },
    ];
    expect(cuesToSegments(cues).map(({ text, speaker, startMs }) => [startMs, speaker, text])).toEqual([
      [0, 'Ann', 'well I think'],
      [2000, 'Bob', 'no'],
      [3701, 'Bob', 'maybe'],
      [4000, 'Bob', 'hold on'],
    ]);
  });

  it('CON-04 leaves out note signs and sounds, but not the words of a song', () => {
    const cues = inARow([
      '[Music]',
      '[Music] [Applause]',
      '– (laughs) –',
      '[speaks in a foreign language]',
      '♪',
      '♪ we are the champions ♪',
      '（掌声）',
      'thank you (laughs) all',
      '{\\an8}[upbeat music playing]',
    ]);
    expect(textsOf(cues)).toEqual(['we are the champions', 'thank you (laughs) all']);
    const said = ['(out of sight)', '(Foreign policy matters.)', '【笑傲江湖】', '(music is what I teach)'];
    expect(textsOf(inARow([...said, '[foreign]', '（笑声）', '(Coughing)'], 9)).join(' ')).toBe(
      '(out of sight) (Foreign policy matters.) 【笑傲江湖】(music is what I teach)',
    );
    const heard = [
      '[speaking foreign language]',
      '[foreign language]',
      '[soft piano music playing]',
      '(audience laughing and applauding)',
      '（大家笑）',
      '（哄堂大笑）',
    ];
    expect(textsOf(inARow([...heard, 'The barn burnt.'], 7))).toEqual(['The barn burnt.']);
    // A track with only sounds keeps them, as there is nothing else.
    expect(textsOf(inARow(['[Music]', '♪']))).toEqual(['[Music]']);
    expect(textsOf(inARow(['♪', '...']))).toEqual([]);
  });

  it('CON-04 reads a rolling track once', () => {
    const rolling: SubtitleCue[] = [
      { startMs: 0, endMs: 2000, text: 'so today we will talk' },
      { startMs: 2000, endMs: 2010, text: 'so today we will talk' },
      { startMs: 2010, endMs: 4000, text: 'so today we will talk\nabout the summary of' },
      { startMs: 4000, endMs: 4010, text: 'about the summary of' },
      { startMs: 4010, endMs: 6000, text: 'about the summary of\nlong videos' },
      { startMs: 6000, endMs: 6010, text: 'long videos' },
    ];
    expect(textsOf(rolling)).toEqual(['so today we will talk about the summary of long videos']);
    const growing = ['I', 'I am', 'I am your', 'I am your father', 'I am your father and'];
    expect(textsOf(inARow(growing, 0.4))).toEqual(['I am your father and']);
  });

  it('CON-04 reads the tracks that download tools write from automatic captions once', () => {
    const vtt = `WEBVTT
Kind: captions

00:00:00.000 --> 00:00:02.000 align:start position:0%
 
hello<00:00:00.480><c> dear</c><00:00:00.900><c> friends</c>

00:00:02.000 --> 00:00:02.010 align:start position:0%
hello dear friends
 

00:00:02.010 --> 00:00:05.000 align:start position:0%
hello dear friends
and<00:00:02.500><c> all</c><00:00:03.000><c> others</c>

00:00:05.000 --> 00:00:05.010 align:start position:0%
and all others
 
`;
    const { cues, automatic } = parseSubtitles(Buffer.from(vtt));
    expect(textsOf(cues)).toEqual(['hello dear friends and all others']);
    expect(automatic).toBe(true);
  });

  it('CON-04 keeps a refrain and repeated answers', () => {
    expect(textsOf(inARow(['Yes yes.', 'Yes yes.', 'Yes yes.', 'Yes yes.'], 3))).toHaveLength(4);
    expect(textsOf(inARow(['la la', 'la la', 'la la'])).join(' ')).toBe('la la la la la la');
  });

  it('CON-04 keeps occasional repeats in a track that does not roll', () => {
    const said = [
      'so I said',
      'so I said no',
      'and she',
      'left me',
      'on a rainy',
      'night of',
      'my life',
      'so we',
      'so we went',
      'home again',
    ];
    expect(textsOf(inARow(said)).join(' ')).toBe(said.join(' '));
  });

  it('CON-04 keeps one of several identical layers', () => {
    const layer = { startMs: 0, endMs: 1000, text: 'Sign' };
    expect(textsOf([layer, layer, layer])).toEqual(['Sign']);
  });

  it('cuts a cue that is far too long, inside its own time', () => {
    const segments = cuesToSegments([{ startMs: 1000, endMs: 101_000, text: 'This is a sentence of some length. '.repeat(40) }]);
    expect(segments.length).toBeGreaterThan(5);
    for (const [index, { startMs, endMs, text }] of segments.entries()) {
      expect(text.length).toBeLessThanOrEqual(200);
      expect(startMs).toBe(index === 0 ? 1000 : segments[index - 1]?.endMs);
      expect(endMs).toBeLessThanOrEqual(101_000);
    }
  });

  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const mark = fc.constantFrom('', '', '', '.', ',', '?', '。');
  const cue = fc.record({
    startMs: fc.integer({ min: 0, max: 600_000 }),
    length: fc.integer({ min: 0, max: 9000 }),
    words: fc.array(fc.tuple(word, mark), { minLength: 1, maxLength: 12 }),
    speaker: fc.constantFrom(undefined, 'Ann', 'Bob'),
  });
  const track = fc.array(cue, { maxLength: 60 }).map((cues) =>
    cues.map(({ startMs, length, words, speaker }, index) => {
      // Words are numbered, so that a lost or doubled one shows.
      const text = words.map(([letters, end], at) => `${letters}${index}x${at}${end}`).join(' ');
      return { startMs, endMs: startMs + length, text, ...(speaker ? { speaker } : {}) };
    }),
  );

  it('CON-04 loses and doubles no word, and takes every time from a cue', () => {
    fc.assert(
      fc.property(track, (cues) => {
        const segments = cuesToSegments(cues);
        const wordsOf = (texts: string[]) =>
          texts
            .flatMap((text) => text.split(/\s+|(?<=。)/))
            .filter(Boolean)
            .sort();
        expect(wordsOf(segments.map((segment) => segment.text))).toEqual(wordsOf(cues.map((one) => one.text)));
        const starts = new Set(cues.map((one) => one.startMs));
        const ends = new Set(cues.map((one) => one.endMs));
        let last = 0;
        for (const [index, { id, startMs, endMs, text }] of segments.entries()) {
          expect(id).toBe(index);
          expect(starts.has(startMs ?? -1) && ends.has(endMs ?? -1)).toBe(true);
          expect(startMs).toBeGreaterThanOrEqual(last);
          expect(endMs).toBeGreaterThanOrEqual(startMs ?? 0);
          last = startMs ?? 0;
          expect(text.length <= 200 || cues.some((one) => one.text.length >= text.length)).toBe(true);
        }
      }),
    );
  });

  it('takes cues in any order', () => {
    fc.assert(
      fc.property(track, (cues) => {
        const distinct = cues.filter((one, index) => cues.findIndex((other) => other.startMs === one.startMs) === index);
        expect(cuesToSegments(distinct.toReversed())).toEqual(cuesToSegments(distinct));
      }),
    );
  });

  it('merges a long track quickly, a rolling one too', () => {
    expect(cuesToSegments(inARow(Array.from({ length: 50_000 }, (_, index) => `word ${index} and more`))).length).toBeGreaterThan(
      5000,
    );
    const shifting = Array.from({ length: 20_000 }, (_, index) => `line number ${index}\nline number ${index + 1}`);
    expect(
      cuesToSegments(inARow(shifting))
        .map((segment) => segment.text)
        .join(' '),
    ).toContain('line number 19999 line number 20000');
  });
});
