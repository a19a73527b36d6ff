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
  const others = { doubled, wide, tight, capital: (line: string) => line.toUpperCase(), 'in words': (line: string) => `a${line}b` };
  await expect(lineRecord(goldenLines('page/names.txt'), nameIn, others)).toMatchFileSnapshot(goldenFile('page/names.record.txt'));
});
