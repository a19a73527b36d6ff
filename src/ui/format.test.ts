import { expect, test } from 'vitest';
import { makeFormat } from '#ui/format.ts';

const zh = makeFormat('zh-CN', '刚刚');
const en = makeFormat('en', 'just now');
const now = Date.parse('2026-11-20T12:00:00Z');
const before = (ms: number) => new Date(now - ms).toISOString();

test('SHL-07 formats lengths in the user’s language with at most two units', () => {
  expect(en.duration(7325)).toBe('2 hr 2 min');
  expect(en.duration(125)).toBe('2 min 5 sec');
  expect(en.duration(0)).toBe('0 sec');
  expect(en.duration(3600)).toBe('1 hr');
  expect(zh.duration(7325)).toMatch(/^2\s?小时 2\s?分钟$/);
});

test('SHL-07 formats moments of this week relatively, older ones as dates', () => {
  expect(en.ago(before(20_000), now)).toBe('just now');
  expect(zh.ago(before(20_000), now)).toBe('刚刚');
  expect(en.ago(before(3 * 60_000), now)).toBe('3 minutes ago');
  expect(en.ago(before(26 * 3_600_000), now)).toBe('yesterday');
  expect(en.ago(before(6.5 * 86_400_000), now)).toBe('6 days ago');
  expect(en.ago(before(20 * 86_400_000), now)).toBe('Oct 31');
  expect(en.ago(before(400 * 86_400_000), now)).toMatch(/2025$/);
});

test('formats sizes with three digits, and never rounds a percentage up to 100', () => {
  expect(en.bytes(4 * 1024 ** 3)).toBe('4 GB');
  expect(en.bytes(1500)).toBe('1.5 kB');
  expect(en.bytes(0)).toBe('0 byte');
  expect(en.percent(99.9)).toBe('99%');
});
