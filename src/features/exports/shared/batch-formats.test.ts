import { expect, test } from 'vitest';
import { batchExtension, batchFormatNames, batchFormats, mostExportedAtOnce } from './batch-formats.ts';
import { exportBatchPath, exportPath } from './export-path.ts';

test('LIB-16 files have the addresses that the server answers', () => {
  expect([exportPath('id', 'docx'), exportBatchPath('epub')]).toEqual(['/api/exports/id/docx', '/api/exports/batch/epub']);
});

test('LIB-16 formats say what they need, who may use them, how many at once, and their ending', () => {
  const facts = batchFormatNames.map((format) => {
    const { isPro, of } = batchFormats[format];
    return [format, isPro ? 'members' : 'all', of, mostExportedAtOnce(format), batchExtension(format)];
  });
  expect(facts).toEqual([
    ['md', 'all', 'note', 10_000, 'zip'],
    ['html', 'all', 'note', 10_000, 'zip'],
    ['json', 'all', 'note', 10_000, 'zip'],
    ['srt', 'all', 'subtitles', 10_000, 'zip'],
    ['pdf', 'members', 'note', 500, 'zip'],
    ['docx', 'members', 'note', 10_000, 'zip'],
    ['opml', 'members', 'note', 10_000, 'zip'],
    ['epub', 'members', 'note', 10_000, 'epub'],
    ['anki', 'members', 'note', 10_000, 'apkg'],
  ]);
});
