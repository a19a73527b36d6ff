import { expect, test } from 'vitest';
import { expectLinearTime } from '../../../../tests/harness/growth.ts';
import { imageAddresses, withImagePaths } from './article-images.ts';

test('pictures get paths of this server, each address one number', () => {
  const markdown = '![a](https://a.example/1.png) ![b \\[c\\]](https://a.example/2(x).png "t") ![](https://a.example/1.png)';
  expect(imageAddresses(markdown)).toEqual(['https://a.example/1.png', 'https://a.example/2(x).png']);
  expect(withImagePaths(markdown, 'id')).toBe(
    '![a](/api/contents/id/images/0) ![b \\[c\\]](/api/contents/id/images/1) ![](/api/contents/id/images/0)',
  );
});

test.each(['![', '![a', '![](https://a(', '![](   ', '![\\'])(
  'an article full of %s is searched in time that grows with its length',
  (unit) => {
    expectLinearTime((share) => expect(imageAddresses(unit.repeat(100_000 * share))).toEqual([]));
  },
);
