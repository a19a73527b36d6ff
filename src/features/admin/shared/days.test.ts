import { expect, test } from 'vitest';
import { addDays, readDay, writeDay } from './days.ts';
import { readRole, writeRole } from './role-text.ts';

test.each([
  ['2026-12-31', '2026-12-31'],
  [' 2026-2-3 ', '2026-02-03'],
  ['2028-02-29', '2028-02-29'],
])('%j is the day %s, to its end', (typed, day) => {
  const read = readDay(typed);
  expect(read && writeDay(read)).toBe(day);
  expect(read?.getHours()).toBe(23);
});

test.each(['', '2026-13-01', '2026-02-30', '2027-02-29', '31.12.2026', '12/31/2026', '2026-12-31T00:00'])(
  '%j is no day',
  (typed) => {
    expect(readDay(typed)).toBeNull();
  },
);

test('days are added across months and years', () => {
  expect(addDays(new Date(2026, 11, 15, 12), 30)).toBe('2027-01-14');
  expect(addDays(new Date(2026, 11, 15, 12), 365)).toBe('2027-12-15');
});

test.each([
  [{ isAdmin: false, isLifetime: false, paidUntil: null }, 'user'],
  [{ isAdmin: true, isLifetime: false, paidUntil: null }, 'admin'],
  [{ isAdmin: true, isLifetime: true, paidUntil: '2026-12-31' }, 'admin, lifetime, paid 2026-12-31'],
])('a role is kept as text and read again: %j', (role, text) => {
  expect(writeRole(role)).toBe(text);
  expect(readRole(text)).toEqual(role);
});
