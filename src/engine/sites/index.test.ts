import { expect, test } from 'vitest';
import { sites } from './index.ts';
import { videoSiteIds, videoSites } from './shared/video-sites.ts';

test('every site has its own id', () => {
  const ids = sites.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(videoSiteIds)('the engine reads videos of %s, whose player the browser shows', (id) => {
  expect(sites.find((site) => site.id === id)).toMatchObject({ name: videoSites[id].name, source: expect.anything() });
});
