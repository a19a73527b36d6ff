import { expect, test } from 'vitest';
import { formatClock } from '#lib/time.ts';
import { makeFormat } from '#ui/format.ts';

const zh = makeFormat('zh-CN', '刚刚');
const en = makeFormat('en', 'just now');
const now = Date.parse('2026-11-20T12:00:00Z');
const before = (ms: number) => new Date(now - ms).toISOString();

test('SHL-07 formats lengths in the user’s language with at most two units', () => {
  expect(en.duration(7325)).toBe('2 hr 2 min');
  expect(en.duration(125)).toBe('2 min 5 sec');
  expect(en.duration(0)).toBe('0 sec');
  // As a clock beside it says: a player of it ends at 0:10.
  expect([en.duration(10.9), formatClock(10_900)]).toEqual(['10 sec', '00:10']);
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

test('SHL-07 changes the unit where the next one begins', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  const told = [minute - 1, minute, hour - 1, hour, day - 1, day, 7 * day - 1].map((ms) => en.ago(before(ms), now));
  expect(told).toEqual(['just now', '1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago', 'yesterday', '6 days ago']);
  expect(en.ago(before(7 * day), now)).toBe('Nov 13');
  expect(en.ago(before(-hour), now)).toBe('just now');
  expect(zh.ago(before(20 * day), now)).toBe('10月31日');
});

test('SHL-07 a day, month or year alone is the same everywhere, and no more is said of it', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/Los_Angeles';
  try {
    const [west, sinograms] = [makeFormat('en', ''), makeFormat('zh-CN', '')];
    const dates = ['2026-03-05', '2026-03', '2026', '2026-03-05T02:00:00Z'];
    expect(dates.map(west.date)).toEqual(['Mar 5, 2026', 'Mar 2026', '2026', 'Mar 4, 2026']);
    expect(dates.slice(0, 3).map(sinograms.date)).toEqual(['2026年3月5日', '2026年3月', '2026年']);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('SHL-07 says seconds of what is shorter than ten minutes', () => {
  const lengths = [-5, 0.4, 59, 60, 599, 600, 605, 3599, 3605, 36_061].map((seconds) => en.duration(seconds));
  expect(lengths).toEqual([
    '0 sec',
    '0 sec',
    '59 sec',
    '1 min',
    '9 min 59 sec',
    '10 min',
    '10 min',
    '59 min',
    '1 hr',
    '10 hr 1 min',
  ]);
});

test('formats sizes with three digits, and never rounds a percentage up to 100', () => {
  const sizes = [0, 999, 1000, 1500, 102_399, 102_400, 1_023_999, 4 * 1024 ** 3, 5 * 1024 ** 4, 5000 * 1024 ** 4];
  expect(sizes.map((size) => en.bytes(size))).toEqual([
    '0 byte',
    '999 byte',
    '1 kB',
    '1.5 kB',
    '100 kB',
    '100 kB',
    '1 MB',
    '4 GB',
    '5 TB',
    '5,000 TB',
  ]);
  expect(en.bytes(103_200)).toBe('101 kB');
  expect([en.percent(99.9), en.percent(100)]).toEqual(['99%', '100%']);
});

test('formats numbers, money, days and hours as the language does', () => {
  expect([en.number(1234.5), zh.number(1234)]).toEqual(['1,234.5', '1,234']);
  const amounts = [0, 0.001234, 0.0949, 0.095, 0.0999, 0.1, 0.126, 1234.5, -0.5];
  expect(amounts.map((amount) => en.dollars(amount))).toEqual([
    '$0.00',
    '$0.0012',
    '$0.095',
    '$0.10',
    '$0.10',
    '$0.10',
    '$0.13',
    '$1,234.50',
    '-$0.50',
  ]);
  const at = new Date(2026, 2, 4, 15, 7).toISOString();
  expect([en.time(at), en.date(at), en.dateTime(at)].map((text) => text.replace(/\s/g, ' '))).toEqual([
    '3:07 PM',
    'Mar 4, 2026',
    'Mar 4, 2026, 3:07 PM',
  ]);
  expect([zh.time(at), zh.date(at)]).toEqual(['15:07', '2026年3月4日']);
});

test('SHL-07 a list sets the word between Latin parts apart, and leaves the parts as they are', () => {
  expect(zh.list(['Ollama', 'LM Studio'])).toBe('Ollama 和 LM Studio');
  expect(zh.list(['a.mp4', '第3课.mp4', '讲座'])).toBe('a.mp4、第3课.mp4 和讲座');
  expect(zh.list(['讲座', '第二讲'])).toBe('讲座和第二讲');
  expect(zh.list(['讲座', 'b'])).toBe('讲座和 b');
  expect(zh.list(['only'])).toBe('only');
  expect(en.list(['Ollama', 'LM Studio', 'vLLM'])).toBe('Ollama, LM Studio, and vLLM');
});
