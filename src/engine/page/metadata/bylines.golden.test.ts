/**
 * Whom the lines in `tests/golden/page/bylines.txt` name as the author of a page, wherever they stand, and what becomes of the
 * names in `names.txt`. Both hold the constructs that the patterns name, and others just beside them.
 */
import { expect, test } from 'vitest';
import { goldenFile, goldenLines, lineRecord } from '../../../../tests/harness/files/line-record.ts';
import { findByline } from './byline.ts';
import { blogOwner, chineseByline, editorOf, labelledAuthor, reporterIn, sourceOf } from './chinese-byline.ts';
import { chineseNames, cleanName, onlyNames, outlet } from './names.ts';

/** Readings with the same outcome stand together. */
function joined(found: Record<string, string | null>): string {
  const byOutcome = new Map<string, string[]>();
  for (const [name, outcome] of Object.entries(found))
    if (outcome !== null) byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), name]);
  return [...byOutcome].map(([outcome, names]) => `${outcome} (${names.join(' ')})`).join('; ');
}

const nowhere = { lead: '', below: '', tail: '', after: '' };

function authorsIn(text: string): string {
  const person = reporterIn(text);
  return joined({
    label: labelledAuthor(text),
    lead: chineseByline({ ...nowhere, lead: text }),
    below: chineseByline({ ...nowhere, below: text }),
    tail: chineseByline({ ...nowhere, tail: text }),
    after: chineseByline({ ...nowhere, after: text }),
    any: findByline({ ...nowhere, lead: text }),
    editor: editorOf(text),
    source: sourceOf(text),
    blog: blogOwner(text),
    reporter: person === text ? null : person,
  });
}

const marks = /[：:／/|｜丨、，,（）()[\]【】@·]/g;

const variants = {
  doubled: (line: string) => line.replaceAll(' ', '  '),
  wide: (line: string) => line.replaceAll(' ', '\u3000'),
  tight: (line: string) => line.replaceAll(' ', ''),
  loose: (line: string) => line.replace(marks, ' $& '),
  looser: (line: string) => line.replace(marks, '  $&  '),
  'between lines': (line: string) => `上一行\n${line}\n下一行`,
  'in a word': (line: string) => `字${line}字`,
  'in a sentence': (line: string) => `字。${line}。字`,
};

test('SUM-09 reads who wrote a page from lines as on record', async () => {
  const record = lineRecord(goldenLines('page/bylines.txt'), authorsIn, variants);
  await expect(record).toMatchFileSnapshot(goldenFile('page/bylines.record.txt'));
});

const nameIn = (text: string): string =>
  joined({
    clean: cleanName(text),
    chinese: chineseNames(text),
    'only, two': onlyNames(text, 2),
    'only, three': onlyNames(text, 3),
    'after a label': labelledAuthor(`作者：${text}`),
  }) + (outlet.test(text) ? ' outlet' : '');

test('SUM-09 tells names from other words as on record', async () => {
  const { doubled, wide, tight } = variants;
  const others = {
    doubled,
    wide,
    tight,
    capital: (line: string) => line.toUpperCase(),
    'in words': (line: string) => `a${line}b`,
  };
  await expect(lineRecord(goldenLines('page/names.txt'), nameIn, others)).toMatchFileSnapshot(
    goldenFile('page/names.record.txt'),
  );
});

type Rule = [rule: string, numbers: readonly number[], author: (number: number) => string | null];

const filler = (length: number): string => '水'.repeat(length);
const someone = '周晓河';
const names = ['周晓河', '陈立平', '吴小敏', '李大明', '王小芳', '何大江'];

const rules: readonly Rule[] = [
  ['letters from a label to the end', [399, 400, 401], (n) => labelledAuthor('', `作者：${someone}\n${filler(n - 7)}`)],
  ['labels without a name before one with it', [5, 6], (n) => labelledAuthor(`${'作者：佚名\n'.repeat(n)}作者：${someone}`)],
  ['letters behind a label', [59, 60, 61], (n) => labelledAuthor(`作者：${'·'.repeat(n - 3)}${someone}`)],
  ['letters before a word of a sentence', [0, 1, 2, 3, 4], (n) => labelledAuthor(`${'本'.repeat(n)}书的作者：河边的阿周`)],
  [
    'reporters without a name before one with it',
    [5, 6],
    (n) => chineseByline({ ...nowhere, lead: `${'记者 我们。'.repeat(n)}记者 ${someone}` }),
  ],
  [
    'letters from a role in brackets to the end',
    [59, 60, 61],
    (n) => chineseByline({ ...nowhere, tail: `（${someone} 供稿）${filler(n - 8)}` }),
  ],
  [
    'letters from an office to the end',
    [121, 122, 123],
    (n) => chineseByline({ ...nowhere, tail: `\n某某市政府\n2024年5月2日${filler(n - 16)}` }),
  ],
  [
    'letters from the foot of a post to the end',
    [198, 199, 200],
    (n) => chineseByline({ ...nowhere, tail: `posted @ 2024-10-27 08:30 阿周 阅读${filler(n - 30)}` }),
  ],
  [
    'letters from an English signature to the end',
    [201, 202, 203],
    (n) => findByline({ ...nowhere, tail: `x\nWords by Ada Quill.\n${'x'.repeat(n - 22)}` }),
  ],
  [
    'letters from an editor to the end',
    [199, 200, 201],
    (n) => findByline({ ...nowhere, tail: `责编：${someone}\n${filler(n - 7)}` }),
  ],
  ['lines before a list of authors', [11, 12], (n) => findByline({ ...nowhere, lead: `${'水\n'.repeat(n)}周晓河，陈立平` })],
  ['authors of a list', [1, 2, 5, 6], (n) => findByline({ ...nowhere, lead: names.slice(0, n).join('，') })],
  [
    'names with a surname among four',
    [1, 2, 3],
    (n) =>
      findByline({ ...nowhere, lead: [...names.slice(0, n), '鹅鹅鹅', '鹅鹅鹅', '鹅鹅鹅', '鹅鹅鹅'].slice(0, 4).join('，') }),
  ],
  ['names read together', [3, 4, 5], (n) => chineseNames(names.slice(0, n).join(' '))],
  ['names without a label', [3, 4, 5], (n) => onlyNames(names.slice(0, n).join(' '), 3)],
  ['letters of a name', [1, 2, 80, 81], (n) => (cleanName('a'.repeat(n)) === null ? null : 'a name')],
];

test('SUM-09 reads names from places up to the limits on record', async () => {
  const record = rules.map(
    ([rule, numbers, author]) => `${rule}: ${numbers.map((n) => `${n} ${author(n) ?? '–'}`).join(', ')}\n`,
  );
  await expect(record.join('')).toMatchFileSnapshot(goldenFile('page/name-limits.record.txt'));
});
