import { expect, test } from 'vitest';
import { picturesOf, skeletonPictures } from './recent-pictures.ts';

test('SHL-08 while the home page waits, its cards have pictures where they had them last time', () => {
  const rows = ['/api/covers/a', null, '/api/contents/b/icon', '/api/covers/b'].map((cover_url) => ({ cover_url }));
  expect(picturesOf(rows)).toEqual([true, false, false]);
  expect(skeletonPictures(picturesOf(rows))).toEqual([true, false, false]);
  expect(skeletonPictures(picturesOf(rows.slice(0, 1)))).toEqual([true, false, false]);
  expect(skeletonPictures([])).toEqual([false, false, false]);
});
