/** Which days the texts in `tests/golden/page/dates.txt` name: in running text, declared by a page, and in an address. */
import { expect, test } from 'vitest';
import { goldenFile, goldenLines, lineRecord } from '../../../../tests/harness/files/line-record.ts';
import { findDate, parseDate } from './dates.ts';

function daysIn(text: string): string {
  const found = findDate(text);
  const told = parseDate(text);
  const declared = parseDate(text, 'declared');
  return [
    found && `${found.iso}${found.index > 0 ? ` at ${found.index}` : ''}`,
    told === (found?.iso ?? null) ? null : `parsed ${told}`,
    declared === told ? null : `declared ${declared}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const variants = {
  within: (text: string) => `Posted: ${text} by Ada`,
  'after words': (text: string) => `x ${text}`,
  'in a word': (text: string) => `x${text}x`,
  doubled: (text: string) => text.replaceAll(' ', '  '),
};

test('SUM-09 reads the days of pages as on record', async () => {
  const record = lineRecord(goldenLines('page/dates.txt'), daysIn, variants);
  await expect(record).toMatchFileSnapshot(goldenFile('page/dates.record.txt'));
});
