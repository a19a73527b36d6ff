/**
 * What is read about a page from the heads and bylines in `tests/golden/page/heads.html`, one page a line: its title, author, date
 * and so on. The same short text stands in each; what follows `<below>` stands below it.
 */
import { expect, test } from 'vitest';
import { goldenFile, goldenLines } from '../../../tests/harness/files/line-record.ts';
import { readHeadMetadata } from './metadata/head-metadata.ts';
import { readPage } from './read-page.ts';

const text =
  '<p>The canal was dug by hand, stone by stone, and the town paid for all of it in the end, as it had said it would.</p>'.repeat(
    3,
  );
const url = 'https://www.example.com/valley/the-canal';

const shown = (facts: object): string =>
  Object.entries(facts)
    .flatMap(([name, value]) =>
      value === null || value === false ? [] : [`${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`],
    )
    .join(' | ');

test('SUM-09 reads who wrote a page, when, and under which title as on record', async () => {
  const records = goldenLines('page/heads.html').map((html) => {
    const [head = '', body = ''] = html.split('<body>');
    const [above = '', below = ''] = body.split('<below>');
    const page = `<!doctype html>${/<html/.test(head) ? '' : '<html>'}${head}<body>${above}${text}${below}`;
    const {
      text: _,
      markdown: __,
      ...facts
    } = readPage({ bytes: Buffer.from(page), contentType: 'text/html; charset=utf-8', url });
    return `${html.replaceAll('\n', '⏎')}\n    ${shown(facts) || '–'}\n    head: ${shown(readHeadMetadata(page, url)) || '–'}\n`;
  });
  await expect(records.join('')).toMatchFileSnapshot(goldenFile('page/heads.record.txt'));
});
