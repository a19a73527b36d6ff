import { expect, test } from 'vitest';
import { trailOf } from './trail.ts';

const says = (path: string, type?: string) => {
  const { crumbs, whole } = trailOf(path, type);
  const names = crumbs.map((crumb) => ('type' in crumb ? crumb.type : crumb.to === undefined ? crumb.name : `[${crumb.name}]`));
  return [...names, ...(whole ? [] : ['(title)'])].join(' ');
};

test.each([
  ['/', undefined, 'newSummary'],
  ['/desktop', undefined, 'newSummary'],
  ['/desktopish', undefined, '(title)'],
  ['/user/videos', undefined, 'records'],
  ['/user/videos', 'audio', '[records] audio'],
  ['/user/videos', 'nonsense', 'records'],
  ['/content/some', undefined, '[records] (title)'],
  ['/user/outputs/highlight', undefined, 'outputs highlights'],
  ['/user/outputs/other', undefined, 'outputs (title)'],
  ['/user/prompts/custom', undefined, 'outputs (title)'],
  ['/user/smart-folders', undefined, '[records] smartFolders'],
  ['/user/ask', undefined, '[records] ask'],
  ['/user/tags', 'audio', '[records] tags'],
  ['/user/digest', undefined, 'explore [channels] (title)'],
  ['/user/channels', undefined, 'explore channels'],
  ['/popular', undefined, 'explore popular'],
  ['/explore/podcast', undefined, 'explore (title)'],
  ['/user/collections/', undefined, '[collections] (title)'],
  ['/user/collections', undefined, 'collections'],
  ['/user/collections/bread', undefined, '[collections] (title)'],
  ['/user/settings', undefined, 'settings'],
  ['/user/profile', undefined, '(title)'],
  ['/no/such/page', undefined, '(title)'],
])('SHL-05 the header of %s with type %s says %s', (path, type, text) => {
  expect(says(path, type)).toBe(text);
});

test('SHL-05 what leads back leads to the page that it names', () => {
  const paths = (path: string, type?: string) => trailOf(path, type).crumbs.map((crumb) => ('to' in crumb ? crumb.to : null));
  expect([paths('/content/a'), paths('/user/digest'), paths('/user/collections/a'), paths('/user/videos', 'audio')]).toEqual([
    ['/user/videos'],
    [null, '/user/channels'],
    ['/user/collections'],
    ['/user/videos', null],
  ]);
});
