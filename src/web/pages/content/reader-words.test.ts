import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useReaderWords } from './reader-words.ts';
import { content } from './words/en.ts';

test('a reference says where it leads: to a page, a paragraph counted from 1, a moment or a line', async () => {
  const page = openPage({ words: { content } });
  const hook = await page.render(useReaderWords, true);
  const [time, paragraph] = [{ kind: 'time', ms: 65_000 } as const, { kind: 'paragraph', id: 0 } as const];
  const said = () => [hook.now.hintOf(time), hook.now.hintOf(paragraph), hook.now.hintOf(paragraph, 3), hook.now.hintOf(time, 0)];
  const places = ['Show paragraph 1 of the source', 'Show page 3 of the source', 'Show page 0 of the source'];
  expect(said()).toEqual(['Play from 01:05', ...places]);
  await hook.update(false);
  expect(said()).toEqual(['Show 01:05 in the transcript', ...places]);
  expect(hook.now).toMatchObject({ opensNewTab: content.places.opensNewTab, unverified: content.places.unverified });
  const before = hook.now;
  await hook.update(false);
  expect(hook.now).toBe(before);
});
