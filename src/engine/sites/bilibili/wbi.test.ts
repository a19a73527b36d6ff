import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeQuery, signingKey, signQuery } from './wbi.ts';

const image = 'https://i0.hdslb.com/bfs/wbi/7cd084941338484aae1ad9425b84077c.png';
const sub = 'https://i0.hdslb.com/bfs/wbi/4932caff0ff746eab6f01bf08b70ac45.png';

test('SUM-02 signs the published test vector', () => {
  const key = signingKey(image, sub);
  expect(key).toBe('ea1db124af3c7062474693fa704f4ff8');
  expect(signQuery({ foo: '114', bar: '514', zab: 1919810 }, key ?? '', 1702204169)).toBe(
    'bar=514&foo=114&wts=1702204169&zab=1919810&w_rid=8f6f2b5b3d485fe1886cec6a0be8c5d4',
  );
});

test('SUM-02 encodes spaces, quotes and other scripts as the site hashes them', () => {
  expect(encodeQuery({ q: "it's (a) *test*!", name: '一 二', a: 'é/+' })).toBe(
    'a=%C3%A9%2F%2B&name=%E4%B8%80%20%E4%BA%8C&q=its%20a%20test',
  );
});

test('signs independent of the order of values', () => {
  const value = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), value, { minKeys: 1, maxKeys: 6 }), fc.nat(), (query, time) => {
      const backwards = Object.fromEntries(Object.entries(query).reverse());
      expect(signQuery(backwards, 'k', time)).toBe(signQuery(query, 'k', time));
      expect(signQuery(query, 'k', time)).not.toBe(signQuery(query, 'k', time + 1));
      expect(encodeQuery(query)).not.toMatch(/[!'()* +]/);
    }),
  );
});

test('makes no key of names with another length', () => {
  expect(signingKey('https://i0.hdslb.com/bfs/wbi/abc.png', sub)).toBeNull();
  expect(signingKey('', '')).toBeNull();
});
