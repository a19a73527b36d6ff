/** What the addresses in `tests/golden/page/addresses.txt` say about their pages: the kind, the day, a site whose layout is known. */
import { expect, test } from 'vitest';
import { goldenFile, goldenLines, lineRecord } from '../../../tests/harness/files/line-record.ts';
import { pageFacts } from './features.ts';
import { layoutOf } from './layouts/read-layout.ts';
import { dateOfUrl } from './metadata/dates.ts';

const kinds = ['thread', 'product', 'manual', 'list', 'post', 'service'];

function meaningOf(url: string): string {
  const { host, pathDepth, pathFlags, isThread, isPost } = pageFacts(url, [], null);
  const found = kinds.filter((_, index) => pathFlags[index] === 1);
  // Where a page counts as a thread or a post must agree with its flags.
  const judged = [isThread ? 'thread' : '', isPost ? 'post' : ''].filter(Boolean);
  return [
    host || 'no host',
    `depth ${pathDepth}`,
    found.join(' '),
    judged.join(' ') && `judged ${judged.join(' ')}`,
    dateOfUrl(url),
    layoutOf(url)?.id,
  ]
    .filter(Boolean)
    .join(', ');
}

test('SUM-05 SUM-09 addresses of pages say what is on record', async () => {
  const record = lineRecord(goldenLines('page/addresses.txt'), meaningOf);
  await expect(record).toMatchFileSnapshot(goldenFile('page/addresses.record.txt'));
});
