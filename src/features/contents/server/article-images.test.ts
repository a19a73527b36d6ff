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

const picture = 'https://a.example/1.png';
test.each([
  [`![](${picture})`, picture],
  [`![a\\]b](${picture})`, picture],
  [`![a](  ${picture}  )`, picture],
  [`![a](\n${picture}\n)`, picture],
  [`![a](<${picture}>)`, picture],
  [`![a](${picture} "a title")`, picture],
  [`![a](${picture}   "")`, picture],
  ['![a](http://a.example/x)', 'http://a.example/x'],
  ['![a](https://a.example/(b)c(d)e)', 'https://a.example/(b)c(d)e'],
  ['![a](https://a.example/x?y=z#w)', 'https://a.example/x?y=z#w'],
  [`![${'x'.repeat(1000)}](${picture})`, picture],
  [`x![a](${picture})y`, picture],
  [`[a](${picture})`, null],
  [`! [a](${picture})`, null],
  [`![a] (${picture})`, null],
  [`![a[b](${picture})`, null],
  [`![a\nb](${picture})`, null],
  [`![${'x'.repeat(1001)}](${picture})`, null],
  [`![a](${picture}`, null],
  [`![a](${picture} x)`, null],
  [`![a](${picture}"t")`, `${picture}"t"`],
  [`![a](${picture} "t)`, null],
  [`![a](${picture} "a\nb")`, null],
  ['![a](ftp://a.example/x)', null],
  ['![a](httpx://a.example/x)', null],
  ['![a](/x.png)', null],
  ['![a](https://)', null],
  ['![a](https://a.example/<x>)', null],
  ['![a](https://a.example/(x)', null],
  ['![a](xhttps://a.example/x)', null],
])('of %j the picture is %s', (markdown, address) => {
  expect(imageAddresses(markdown)).toEqual(address === null ? [] : [address]);
  const shown = withImagePaths(markdown, 'id');
  expect(shown === markdown).toBe(address === null);
  if (address !== null) expect(shown).toContain('](/api/contents/id/images/0)');
});
