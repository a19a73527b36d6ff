import { expect, test } from 'vitest';
import { articles } from '#features/articles/words/en.ts';
import { mindMaps } from '#features/mind-maps/words/en.ts';
import { transcripts } from '#features/transcripts/words/en.ts';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useShownTabs } from './shown-tabs.ts';
import { content } from './words/en.ts';

const nothing = {
  ...{ kind: 'page', timed: false, hasText: false, media: null, embed: null, ownWords: false, rejectedTracks: [], note: null },
  ...{ originalFile: null, sourceUrl: null, articleFrameUrl: null, pdf: null },
};

test('CON-01 the tabs are the note, what the features show, the pages, and what the route adds', async () => {
  const page = openPage({ words: { content, articles, mindMaps, transcripts } });
  const extra = { id: 'custom-1', label: 'Mine' };
  type Given = { detail?: object; running?: boolean; tabs?: (typeof extra)[] };
  const hook = await page.render(
    ({ detail = nothing, running = false, tabs }: Given) =>
      useShownTabs(detail as never, running, (tabs === undefined ? {} : { tabs }) as never),
    {} as Given,
  );
  const shown = () => hook.now.map(({ id, label }) => `${id} ${label}`);
  expect(shown()).toEqual([`outline ${content.tabs.outline}`]);
  const detail = { ...nothing, pdf: { url: '/x', pages: 1 }, note: '# n', hasText: true };
  await hook.update({ detail, tabs: [extra] });
  expect(shown()).toEqual([
    `outline ${content.tabs.outline}`,
    `mindmap ${mindMaps.tab}`,
    `article ${articles.tab}`,
    `pdf ${content.tabs.pdf}`,
    'custom-1 Mine',
  ]);
  expect(hook.now.map(({ feature, preload }) => [feature?.id, typeof preload])).toEqual([
    [undefined, 'undefined'],
    ['mindmap', 'function'],
    ['article', expect.any(String)],
    [undefined, 'function'],
    [undefined, 'undefined'],
  ]);
  const before = hook.now;
  const tabs = [extra];
  await hook.update({ detail, tabs });
  const after = hook.now;
  await hook.update({ detail, tabs });
  expect([after === before, hook.now === after]).toEqual([false, true]);
  await hook.update({ detail: nothing, running: true });
  expect(hook.now.map(({ id }) => id)).toEqual(['outline', 'mindmap', 'article']);
});
