import { expect, test } from 'vitest';
import { isoDay, readPdfMetadata } from './pdf-metadata.ts';

const told = (info: object, other: Record<string, unknown> = {}) =>
  readPdfMetadata({ info, metadata: { get: (name) => other[name] } });
const nothing = { title: null, author: null, created: null, language: null, subject: null };

test('SUM-05 reads what a PDF says of itself', () => {
  expect(readPdfMetadata(null)).toEqual(nothing);
  expect(readPdfMetadata({ info: { Title: ' A  talk ' }, metadata: null })).toEqual({ ...nothing, title: 'A talk' });
  const info = { Title: 'A talk', Author: 'Ann', CreationDate: 'D:2024', Language: 'en-GB', Subject: 'Locks' };
  const other = { 'dc:title': 'x', 'dc:creator': ['x'], 'xmp:createdate': 'x', 'dc:description': 'x' };
  expect(told(info, other)).toEqual({ title: 'A talk', author: 'Ann', created: 'D:2024', language: 'en-GB', subject: 'Locks' });
  expect(told({}, { ...other, 'dc:title': 'Other', 'dc:creator': ['Ann', 'Bo'] })).toEqual({
    ...nothing,
    title: 'Other',
    author: 'Ann, Bo',
    created: 'x',
    subject: 'x',
  });
  expect(told({ Title: 1, Author: '—', CreationDate: 2024, Language: 5, Subject: ' ' })).toEqual(nothing);
  expect(told({ Subject: '12' }).subject).toBe('12');
  expect(told({ Subject: 'a'.repeat(501) }).subject).toHaveLength(500);
});

test.each(['en', 'deu', 'zh-Hans-CN'])('SUM-05 takes %j for a language', (language) => {
  expect(told({ Language: language }).language).toBe(language);
});

test.each(['e', 'engl', 'english', 'en-', 'en-x', 'xen-GB!', 'en_GB'])('SUM-05 takes %j for no language', (language) => {
  expect(told({ Language: language }).language).toBeNull();
});

test.each([
  ...['user', 'Users', 'Admin', 'administrator', 'Author', 'unknown', 'owner', 'Windows User', 'Microsoft'],
  ...['Microsoft Office', 'Microsoft User', 'Microsoft Office User', '微软用户', '用户', '作者', 'A\ufffdn'],
])('SUM-05 takes %j for nobody', (author) => {
  expect(told({ Author: author }).author).toBeNull();
});

test.each(['User Ann', 'Microsoft Ann', 'The Owner', '用户甲'])('SUM-05 takes %j for somebody', (author) => {
  expect(told({ Author: author }).author).toBe(author);
});

test.each([
  ["D:20240229093000+08'00'", '2024-02-29'],
  [' 2024-02-29T00:00', '2024-02-29'],
  ['202402', '2024-02-01'],
  ['2024-02', '2024-02-01'],
  ['2024', '2024-01-01'],
  ['2024-2-9', '2024-01-01'],
  ['1000', '1000-01-01'],
  ['0999', null],
  ['2023-02-29', null],
  ['2024-13', null],
  ['2024-00-10', null],
  ['x2024', null],
  ['', null],
  [null, null],
])('SUM-05 reads the day %j', (value, iso) => {
  expect(isoDay(value)).toBe(iso);
});
