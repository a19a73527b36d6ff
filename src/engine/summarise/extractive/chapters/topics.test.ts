import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../domain.ts';
import { findTopics } from './topics.ts';

const subjects = [
  'barn roof',
  'river dam',
  'apple press',
  'wool spindle',
  'copper kettle',
  'glass lantern',
  'bee hive',
  'salt pan',
];

/** So many lines of so many seconds, over so many subjects, which change evenly. */
function talk(lines: number, seconds: number, changes: number): Segment[] {
  return Array.from({ length: lines }, (_, id) => {
    const subject = subjects[Math.floor((id * changes) / lines) % subjects.length];
    return {
      id,
      startMs: id * seconds * 1000,
      endMs: (id + 1) * seconds * 1000,
      text: `Our ${subject} number ${id} holds the ${subject}.`,
    };
  });
}

describe('SUM-14 topics of a talk', () => {
  it('are one before three minutes, then fewer per hour the longer it lasts', () => {
    const count = (minutes: number) => findTopics(talk(160, (minutes * 60) / 160, 8), 'en').length;
    expect([2.9, 3, 11, 12, 15, 45, 60, 90, 240].map(count)).toEqual([1, 2, 2, 3, 3, 5, 6, 9, 24]);
  });

  it('begin where the words change', () => {
    expect(findTopics(talk(40, 12, 2), 'en')).toEqual([0, 20]);
    expect(findTopics(talk(90, 10, 3), 'en')).toEqual([0, 30, 60]);
    expect(findTopics(talk(120, 30, 6), 'en')).toEqual([0, 20, 40, 60, 80, 100]);
    // Words decide, and times only limit.
    expect(findTopics(talk(40, 12, 2), 'en', 4)).toHaveLength(4);
    expect(findTopics(talk(3, 100, 3), 'en')).toEqual([0]);
    expect(findTopics(talk(4, 100, 2), 'en')).toEqual([0, 2]);
    expect(findTopics([], 'en')).toEqual([]);
  });

  it('begin at a pause of a second and a half up to two lines away', () => {
    const paused = (at: number, ms: number) =>
      findTopics(
        talk(40, 12, 2).map((line) =>
          line.id < at ? { ...line, ...(line.id === at - 1 ? { endMs: (line.endMs ?? 0) - ms } : {}) } : line,
        ),
        'en',
      );
    expect([17, 18, 19, 20, 21, 22, 23].map((at) => paused(at, 1500)[1])).toEqual([20, 18, 19, 20, 21, 22, 20]);
    expect([18, 19, 21, 22].map((at) => paused(at, 1499)[1])).toEqual([20, 20, 20, 20]);
  });

  it('begin rather with words that open one, or after words that close one', () => {
    /** Between the subjects are five lines without words of either. */
    const said = (at: number, text: string) =>
      findTopics(
        talk(40, 12, 2).map((line) =>
          line.id < 18 || line.id > 22 ? line : { ...line, text: line.id === at ? text : 'And so it is.' },
        ),
        'en',
      )[1];
    expect([19, 20, 21, 22].map((at) => said(at, 'And moving on it is.'))).toEqual([19, 20, 21, 22]);
    expect([19, 20, 21].map((at) => said(at, "And that's all."))).toEqual([20, 21, 22]);
    expect(said(20, 'And it is so.')).not.toBe(20);
  });

  it('are told by the length of a text without times', () => {
    const untimed = (lines: number, changes: number) =>
      talk(lines, 1, changes).map((line) => ({ ...line, startMs: null, endMs: null }));
    // 14 characters are a second: 43 lines of about 41 characters are two minutes, and 70 more than three.
    expect([untimed(58, 2), untimed(64, 2), untimed(400, 4)].map((lines) => findTopics(lines, 'en'))).toMatchInlineSnapshot(`
      [
        [
          0,
          29,
        ],
        [
          0,
          32,
        ],
        [
          0,
          100,
          200,
          300,
        ],
      ]
    `);
  });

  it('are no longer than a quarter of an hour', () => {
    const long = findTopics(talk(240, 20, 1), 'en');
    const lengths = long.map((start, at) => ((long[at + 1] ?? 240) - start) / 3);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(15);
  });

  it('are found in a talk of more lines than are compared', () => {
    const starts = findTopics(talk(2000, 2, 4), 'en');
    expect(starts).toMatchInlineSnapshot(`
      [
        0,
        420,
        501,
        951,
        1050,
        1500,
        1920,
      ]
    `);
  });
});
