import { expect, test } from 'vitest';
import { placeOf } from './nav-tree.ts';

test.each([
  ['/', undefined, '/', null],
  ['/desktop', undefined, '/', null],
  ['/user/videos', undefined, '/user/videos', null],
  ['/user/videos', 'audio', '/user/videos?type=audio', 'records'],
  ['/user/videos', 'nonsense', '/user/videos', null],
  ['/user/prompts/custom', undefined, '/user/prompts/custom', 'outputs'],
  ['/user/outputs/highlight', 'audio', '/user/outputs/highlight', 'outputs'],
  ['/user/outputs/highlight/some', undefined, '/user/outputs/highlight', 'outputs'],
  ['/user/videosomething', undefined, null, null],
  ['/user/settings', undefined, null, null],
  ['/explore/channel', undefined, '/popular', 'explore'],
  ['/explore/podcast', undefined, '/popular', 'explore'],
  ['/user/digest', undefined, '/user/channels', 'explore'],
  ['/content/some', undefined, null, null],
])('SHL-02 the line of %s with type %s is %s', (path, type, line, branch) => {
  expect(placeOf(path, { type })).toEqual({ line, branch });
});

test('SHL-02 COL-06 the line of a smart folder is its own, on the page of records only', () => {
  expect(placeOf('/user/videos', { smartFolder: 'a', type: 'audio' })).toEqual({
    line: '/user/videos?smartFolder=a',
    branch: 'records',
  });
  expect(placeOf('/user/settings', { smartFolder: 'a' })).toEqual({ line: null, branch: null });
});
