import { expect, test } from 'vitest';
import { realTitle } from './real-title.ts';

test.each([
  'about:blank',
  'About:blank',
  'Microsoft Word - x.doc',
  'Microsoft PowerPoint – Vortrag',
  'PowerPoint Presentation',
  'untitled',
  'Untitled-1',
  'Untitled document',
  'Document1',
  'document 12',
  'Blank Page',
  'New document',
  'Unknown',
  '无标题',
  '未命名文档 2',
  '新建文档',
  'thesis_final.pdf',
  'Bericht.DOCX',
  'page.html',
  'https://example.org/print?id=3',
  'file:///C:/tmp/a',
  'x',
  '[Docs] [txt|pdf] [Tracker] [Email]',
  '  ',
  '2024-03-01',
  'Le caf\ufffd',
])('SUM-05 %s is no title', (title) => {
  expect(realTitle(title)).toBeNull();
});

test.each([
  'About time',
  '[Draft] [Second] A remote storage',
  'Documents of the valley',
  'A new page',
  'Unknown soldiers',
  'Unter titled roofs',
  '文件与记忆',
  '无标题的一生',
  'HTTP: a history',
  'On .NET and C#',
  'K2',
])('SUM-05 %s is a title', (title) => {
  expect(realTitle(` ${title} `)).toBe(title);
});

test('SUM-05 a missing title is none', () => {
  expect(realTitle(null)).toBeNull();
});
