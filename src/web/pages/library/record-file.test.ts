import { expect, test } from 'vitest';
import { writeRecordFile } from './record-file.ts';

const detail = {
  contentId: 'c',
  subtitlesArray: [{ id: 0, startMs: 0, endMs: 1500, text: 'Hello' }],
  articleMarkdown: '# Oven',
  articleImages: [],
  paragraphs: [],
} as unknown as Parameters<typeof writeRecordFile>[0];

test('a record is saved as its subtitles or as its text', () => {
  expect(writeRecordFile(detail, 'Talk', 'article')).toMatchObject({ name: 'Talk.md', text: '# Oven' });
  const { name, text } = writeRecordFile(detail, 'Talk', 'subtitles');
  expect([name, text.split('\r\n').slice(0, 3)]).toEqual(['Talk.srt', ['1', '00:00:00,000 --> 00:00:01,500', 'Hello']]);
});
