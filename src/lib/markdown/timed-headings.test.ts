import { expect, test } from 'vitest';
import { timedHeadings } from './timed-headings.ts';

test('makes chapters of sections with a time, with their current titles', () => {
  const note =
    '> Lead [00:01](#t=1)\n\n## 1. The *town* [00:10](#t=10)\n\n- x [00:12](#t=12)\n\n### Part [00:15](#t=15)\n\n## No time\n\n' +
    '## Page [p.2](#p3)\n\n# Late [00:20](#t=20) [01:00](#t=60.5)\n\nTwo\n--- \n\n## See [it](https://a.example)\n';
  expect(timedHeadings(note)).toEqual([
    { title: '1. The town', startMs: 10_000 },
    { title: 'Late', startMs: 60_500 },
  ]);
  expect(timedHeadings('')).toEqual([]);
});
