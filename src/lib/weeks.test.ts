import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, weekAt, weekOfDay } from './weeks.ts';

const hourMs = 3_600_000;

/** With summer time at midnight, 1, 2 or 3, or none; with offsets of half and quarter hours; near the date line. */
const zones = [
  ...['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'America/Sao_Paulo', 'Africa/Cairo', 'Asia/Beirut'],
  ...[
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Pacific/Chatham',
    'America/Havana',
    'Atlantic/Azores',
    'Asia/Tehran',
  ],
];
const zone = fc.constantFrom(...zones);
const moment = fc.date({ min: new Date('1995-01-01T00:00:00Z'), max: new Date('2060-01-01T00:00:00Z'), noInvalidDate: true });

const show = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    at,
  );

describe('a week', () => {
  test('EXP-01 holds every moment once, in every zone: where one ends the next begins', () => {
    fc.assert(
      fc.property(moment, zone, (at, where) => {
        const week = weekAt(at, where);
        expect(at >= week.from && at < week.until).toBe(true);
        expect(weekAt(week.until, where)).toEqual(weekOfDay(addDays(week.week, 7), where));
        expect(weekAt(week.until, where).from).toEqual(week.until);
        expect(weekAt(new Date(week.until.getTime() - 1), where)).toEqual(week);
        expect(weekAt(week.from, where)).toEqual(week);
      }),
      { numRuns: 300 },
    );
  });

  test('EXP-01 begins with the first moment of Monday, and lasts seven days but for a change of the clocks', () => {
    fc.assert(
      fc.property(moment, zone, (at, where) => {
        const { week, from, until } = weekAt(at, where);
        expect(new Date(`${week}T00:00:00Z`).getUTCDay()).toBe(1);
        expect(show(from, where)).toMatch(/^Mon,? 0[01]:/);
        expect(show(new Date(from.getTime() - 1), where)).toMatch(/^Sun/);
        // Samoa once skipped a Friday.
        const longest = where === 'Pacific/Apia' ? 25 : 2;
        expect(Math.abs(until.getTime() - from.getTime() - 168 * hourMs) / hourMs).toBeLessThan(longest);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    // Clocks go forward, or back, on that Sunday.
    ['2026-03-25', 'Europe/Berlin', '2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-18T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['2026-11-22', 'Asia/Shanghai', '2026-11-15T16:00:00.000Z', '2026-11-22T16:00:00.000Z'],
    // That Monday began at one o'clock, as clocks went forward at midnight.
    ['2021-03-25', 'Asia/Tehran', '2021-03-21T20:30:00.000Z', '2021-03-28T19:30:00.000Z'],
  ])('EXP-01 of %s in %s', (day, where, from, until) => {
    const week = weekOfDay(day, where);
    expect([week.from.toISOString(), week.until.toISOString()]).toEqual([from, until]);
  });
});
