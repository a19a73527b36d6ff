/**
 * What is read from the short pages in `tests/golden/page/short-pages.html`, one a line: pages that are empty, that scripts fill,
 * and whose text is in their data.
 */
import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { goldenFile, goldenLines, lineRecord } from '../../../tests/harness/files/line-record.ts';
import { readPage } from './read-page.ts';

function outcomeOf(html: string): string {
  const bytes = Buffer.from(`<!doctype html><body>${html}`);
  try {
    const { text, markdown } = readPage({ bytes, contentType: 'text/html; charset=utf-8', url: 'https://example.com/x' });
    return text === markdown ? text : `${text} ── ${markdown}`;
  } catch (error) {
    if (error instanceof AppError) return `error: ${error.code}`;
    throw error;
  }
}

test('SUM-05 reads short pages, or says why not, as on record', async () => {
  const record = lineRecord(goldenLines('page/short-pages.html'), outcomeOf);
  await expect(record).toMatchFileSnapshot(goldenFile('page/short-pages.record.txt'));
});
