import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anchorOfStart, formatAnchor, parseAnchor } from '#lib/markdown/anchors.ts';
import { type CitedLine, citedPlace, linesNear } from './cited-place.ts';

function script(...texts: (string | Partial<CitedLine>)[]): CitedLine[] {
  return texts.map((line, id) => ({
    id,
    startMs: id * 3000,
    endMs: id * 3000 + 2800,
    text: '',
    ...(typeof line === 'string' ? { text: line } : line),
  }));
}

function paragraphs(...texts: (string | Partial<CitedLine>)[]): CitedLine[] {
  return script(...texts).map((line) => ({ ...line, startMs: null, endMs: null }));
}

const at = (ms: number) => ({ kind: 'time', ms }) as const;
const paragraph = (id: number) => ({ kind: 'paragraph', id }) as const;

describe('a moment of a script', () => {
  const lines = script('One.', 'Two.', { text: 'Three.', speaker: 'The keeper' }, 'Four.');

  test('is the line that began last, with its neighbours, its speaker and its stretch', () => {
    expect(citedPlace(lines, at(6000))).toEqual({
      text: 'Three.',
      before: 'Two.',
      after: 'Four.',
      speaker: 'The keeper',
      stretch: { startMs: 6000, endMs: 8800 },
      page: null,
      paragraph: 2,
    });
    expect(citedPlace(lines, at(5999))?.text).toBe('Two.');
    expect(citedPlace(lines, at(5999))?.speaker).toBeNull();
  });

  test('has one neighbour at either end', () => {
    expect(citedPlace(lines, at(0))).toMatchObject({ text: 'One.', before: null, after: 'Two.' });
    expect(citedPlace(lines, at(9000))).toMatchObject({ text: 'Four.', before: 'Three.', after: null });
    expect(citedPlace(script('Alone.'), at(1))).toMatchObject({ text: 'Alone.', before: null, after: null });
  });

  test('before the first line and long after the last is no place', () => {
    const late = lines.map((line) => ({ ...line, startMs: (line.startMs ?? 0) + 1000 }));
    expect(citedPlace(late, at(999))).toBeNull();
    expect(citedPlace(lines, at(11_800 + 30_000))?.text).toBe('Four.');
    expect(citedPlace(lines, at(11_801 + 30_000))).toBeNull();
    expect(citedPlace([], at(0))).toBeNull();
  });

  test('in a pause between two lines is the line before it', () => {
    const paused = script('One.', { text: 'Two.', startMs: 600_000, endMs: 602_000 });
    expect(citedPlace(paused, at(300_000))?.text).toBe('One.');
  });

  test('shows a sentence that goes on over several lines whole', () => {
    const running = script('Before it.', 'The keeper weighed', 'each sack and', 'wrote it down.', 'After it.');
    for (const ms of [3000, 6000, 9000])
      expect(citedPlace(running, at(ms))).toMatchObject({
        text: 'The keeper weighed each sack and wrote it down.',
        before: 'Before it.',
        after: 'After it.',
        stretch: { startMs: 3000, endMs: 11_800 },
      });
  });

  test('joins Chinese lines without a space', () => {
    expect(citedPlace(script('看守人称每一袋，', '并且记下来。', '后来呢？'), at(0))).toMatchObject({
      text: '看守人称每一袋，并且记下来。',
      after: '后来呢？',
    });
  });

  test('takes in the line in which its sentence ends or begins, and no more', () => {
    const running = script('It was so. The keeper', 'weighed each', 'sack. Then he', 'went home.');
    expect(citedPlace(running, at(3000))).toMatchObject({
      text: 'It was so. The keeper weighed each sack. Then he',
      before: null,
      after: 'went home.',
    });
  });

  test('is its own line where no end of a sentence is near', () => {
    const endless = script('a one', 'b two', 'c three', 'd four', 'e five', 'f six', 'g seven');
    expect(citedPlace(endless, at(9000))).toMatchObject({ text: 'd four', before: 'c three', after: 'e five' });
    const openEnd = script('Done.', 'b two', 'c three', 'd four', 'e five', 'f six');
    expect(citedPlace(openEnd, at(6000))).toMatchObject({ text: 'b two c three', before: 'Done.', after: 'd four' });
  });

  test('does not run on into another voice or over a silence', () => {
    const voices = script('we think', { text: 'that it', speaker: 'A' }, { text: 'is so.', speaker: 'B' });
    expect(citedPlace(voices, at(3000))).toMatchObject({ text: 'that it', before: 'we think', after: 'is so.' });
    const silence = (gapMs: number) => script('we think', { text: 'it is so.', startMs: 2800 + gapMs, endMs: 20_000 });
    expect(citedPlace(silence(4000), at(0))?.text).toBe('we think it is so.');
    expect(citedPlace(silence(4001), at(0))?.text).toBe('we think');
  });

  test('ends where the next line begins, or after five seconds, when its end is not known', () => {
    const open = script({ text: 'One.', endMs: null }, { text: 'Two.', endMs: null });
    expect(citedPlace(open, at(0))?.stretch).toEqual({ startMs: 0, endMs: 3000 });
    expect(citedPlace(open, at(3000))?.stretch).toEqual({ startMs: 3000, endMs: 8000 });
  });
});

describe('a paragraph', () => {
  const lines = paragraphs(
    'It begins here. The first ends.',
    { text: 'The barn was stone. The miller asked a tenth. Nobody agreed.', page: 2 },
    'It goes on. It ends.',
  );

  test('is shown whole without a claim, between the sentences around it, and cannot be played', () => {
    expect(citedPlace(lines, paragraph(1))).toEqual({
      text: 'The barn was stone. The miller asked a tenth. Nobody agreed.',
      before: 'The first ends.',
      after: 'It goes on.',
      speaker: null,
      stretch: null,
      page: 2,
      paragraph: 1,
    });
  });

  test('is as much as the claim has in the same words', () => {
    const german = paragraphs('Vorher war nichts. Am 6. Oktober kam die Müllerin mit A. Quill zur ul. Długiej. Sie blieb.');
    expect(citedPlace(german, paragraph(0), 'Am 6. Oktober kam die Müllerin mit A. Quill zur ul. Długiej. ')).toMatchObject({
      text: 'Am 6. Oktober kam die Müllerin mit A. Quill zur ul. Długiej.',
      before: 'Vorher war nichts.',
      after: 'Sie blieb.',
    });
    expect(citedPlace(lines, paragraph(1), 'The barn was stone. The miller asked a tenth.')).toMatchObject({
      text: 'The barn was stone. The miller asked a tenth.',
      after: 'Nobody agreed.',
    });
    expect(
      citedPlace(paragraphs('谷仓是石头的。磨坊主要收十分之一。没人同意。'), paragraph(0), '磨坊主要收十分之一。没人同意'),
    ).toMatchObject({
      text: '磨坊主要收十分之一。',
    });
  });

  test('is the sentence that the claim is about, between its neighbours', () => {
    expect(citedPlace(lines, paragraph(1), 'The miller wanted a tenth')).toMatchObject({
      text: 'The miller asked a tenth.',
      before: 'The barn was stone.',
      after: 'Nobody agreed.',
    });
    expect(citedPlace(lines, paragraph(1), 'A stone barn')).toMatchObject({
      before: 'The first ends.',
      after: 'The miller asked a tenth.',
    });
    expect(citedPlace(lines, paragraph(1), 'But nobody had agreed')).toMatchObject({
      after: 'It goes on.',
      before: 'The miller asked a tenth.',
    });
  });

  test('has one neighbour at either end of the source', () => {
    expect(citedPlace(lines, paragraph(0))).toMatchObject({ before: null, after: 'The barn was stone.', paragraph: 0 });
    expect(citedPlace(lines, paragraph(2))).toMatchObject({ before: 'Nobody agreed.', after: null });
  });

  test('that the source does not have is no place', () => {
    expect(citedPlace(lines, paragraph(3))).toBeNull();
    expect(linesNear(lines, paragraph(3))).toEqual([]);
  });
});

test('the lines near a place are all that it takes to show it', () => {
  const text = fc.constantFrom(
    'One.',
    'goes on',
    'ends. Begins',
    '说完了。',
    '还没说完',
    'Two three four five. Six seven eight!',
  );
  const line = fc.record({
    text,
    gapMs: fc.integer({ min: 0, max: 6000 }),
    lengthMs: fc.option(fc.integer({ min: 0, max: 5000 })),
    speaker: fc.option(fc.constantFrom('A', 'B'), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.boolean(), fc.nat(20), fc.nat(120_000), (drawn, timed, id, ms) => {
      let now = 0;
      const lines = drawn.map(({ text, gapMs, lengthMs, speaker }, index): CitedLine => {
        const startMs = now + gapMs;
        now = startMs + (lengthMs ?? 1000);
        const times = timed ? { startMs, endMs: lengthMs === null ? null : startMs + lengthMs } : { startMs: null, endMs: null };
        return { id: index, text, speaker, ...times };
      });
      const anchor = timed ? at(ms) : paragraph(id);
      const near = linesNear(lines, anchor);
      expect(near.length).toBeLessThanOrEqual(7);
      expect(citedPlace(near, anchor, 'two three')).toEqual(citedPlace(lines, anchor, 'two three'));
    }),
  );
});

test('CON-02 the anchor of a line that starts between two milliseconds cites that line', () => {
  const lines = script({ text: 'One.' }, { text: 'Two.', startMs: 3000.4 }, { text: 'Three.', startMs: 6000.6 });
  for (const { startMs, text } of lines.slice(1)) {
    const anchor = parseAnchor(formatAnchor(anchorOfStart(startMs ?? 0)));
    expect(anchor && citedPlace(lines, anchor)?.text).toBe(text);
  }
});

test.each<[lines: string[], ms: number, text: string]>([
  [
    ['It was so. The keeper', 'weighed each', 'sack.” Then he', 'went home.'],
    3000,
    'It was so. The keeper weighed each sack.” Then he',
  ],
  [['He said “yes.” ', 'Then he left.'], 0, 'He said “yes.”'],
  [['it cost 3.5', 'sacks of rye.'], 0, 'it cost 3.5 sacks of rye.'],
  [['see a.b', 'for more.', 'Then'], 0, 'see a.b for more.'],
])('CON-02 of the lines %j the sentence at %i ms is found', (texts, ms, text) => {
  expect(citedPlace(script(...texts), at(ms))?.text.trim()).toBe(text);
});
