import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDay, monthSpans, weeksOf } from './days-in-weeks.ts';

test('LIB-14 a year begins on the day after the same day a year before', () => {
  expect(firstDay('2026-11-24')).toBe('2025-11-25');
  expect(firstDay('2026-01-01')).toBe('2025-01-02');
  expect(firstDay('2024-02-29')).toBe('2023-03-01');
  expect(firstDay('2026-12-31')).toBe('2026-01-01');
});

test('LIB-14 days stand in columns from Monday to Sunday, with their counts', () => {
  // A Tuesday.
  const weeks = weeksOf('2026-11-24', new Map([['2026-11-23', 4]]));
  expect(weeks.at(-1)).toEqual([
    { date: '2026-11-23', count: 4, level: 2 },
    { date: '2026-11-24', count: 0, level: 0 },
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(weeks[0]?.map((day) => day?.date ?? null)).toEqual([
    null,
    '2025-11-25',
    '2025-11-26',
    '2025-11-27',
    '2025-11-28',
    '2025-11-29',
    '2025-11-30',
  ]);
});

test('LIB-14 every day of the year is there once, in order, whatever today is', () => {
  const today = fc
    .integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2100, 0, 1) / 86_400_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(today, (date) => {
      const weeks = weeksOf(date, new Map());
      const days = weeks.flat().flatMap((day) => (day === null ? [] : [day.date]));
      expect(days[0]).toBe(firstDay(date));
      expect(days.at(-1)).toBe(date);
      expect(new Set(days).size).toBe(days.length);
      expect(days.length).toBeGreaterThanOrEqual(364);
      expect(days.length).toBeLessThanOrEqual(367);
      expect(days).toEqual(days.toSorted());
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        for (const [index, day] of week.entries())
          if (day !== null) expect((new Date(`${day.date}T00:00:00Z`).getUTCDay() + 6) % 7).toBe(index);
      }
      expect(monthSpans(weeks).reduce((sum, span) => sum + span.weeks, 0)).toBe(weeks.length);
    }),
    { numRuns: 25 },
  );
});
