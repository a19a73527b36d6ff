import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { smartFolders } from '../words/en.ts';
import type { Rules } from './folder-draft.ts';
import { useLanguageName, useRuleWords } from './rule-words.ts';

async function said(rules: Rules) {
  const page = openPage({ words: { smartFolders } });
  const hook = await page.render(() => useRuleWords(), null);
  return hook.now(rules);
}

test('COL-06 every rule is said in a few words, in the order of the form', async () => {
  const zone = 'UTC';
  expect(
    await said({
      todo: 'done',
      text: 'tea',
      published: { days: 1 },
      added: { days: 1000 },
      minutes: { from: 1000, to: 2000 },
      languages: ['en', 'zh'],
      sites: ['a.com', 'b.com'],
      types: ['audio', 'online'],
    }),
  ).toEqual([
    'Type: Audio, Web pages and documents',
    'Site: a.com, b.com',
    'Language: English, Chinese',
    'Length: 1,000–2,000 min',
    'Added: Last 1,000 days',
    'Published: Last 1 day',
    'Contains: “tea”',
    'To-dos: all done',
  ]);
  expect(
    await said({ minutes: { from: 5 }, added: { from: '2026-01-02', zone }, published: { to: '2026-02-03', zone } }),
  ).toEqual(['Length: 5 min or more', 'Added: since 2026-01-02', 'Published: until 2026-02-03']);
  expect(await said({ minutes: { to: 7 }, added: { from: '2026-01-02', to: '2026-02-03', zone } })).toEqual([
    'Length: up to 7 min',
    'Added: 2026-01-02 to 2026-02-03',
  ]);
  expect(await said({ minutes: { from: 0, to: 0 } })).toEqual(['Length: 0–0 min']);
  expect(await said({})).toEqual([]);
});

test('COL-06 a language that has no name is called by its tag', async () => {
  const page = openPage();
  const name = (await page.render(() => useLanguageName(), null)).now;
  expect([name('fr'), name('not a language')]).toEqual(['French', 'not a language']);
});
