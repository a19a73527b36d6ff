import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOf } from './slug-of-name.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

test('COL-01 a slug reads like its name', () => {
  expect(slugOf('Machine Learning, 2026!', 'abc2345')).toBe('machine-learning-2026-abc2345');
  expect(slugOf('机器学习：入门', 'abc2345')).toBe('机器学习-入门-abc2345');
  expect(slugOf('ＡＩ ①', 'abc2345')).toBe('ai-1-abc2345');
  expect(slugOf('Ünïcode — İstanbul', 'abc2345')).toBe('ünïcode-i̇stanbul-abc2345');
  expect(slugOf('🎉🎉', 'abc2345')).toBe('abc2345');
  expect(slugOf('a'.repeat(100), 'abc2345')).toBe(`${'a'.repeat(40)}-abc2345`);
  expect(slugOf('../../etc/passwd?x=1#y', 'abc2345')).toBe('etc-passwd-x-1-y-abc2345');
});

test('COL-01 a slug of any name is one path segment, survives encoding, and is no id', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.uuid()), (name) => {
      const slug = slugOf(name.toWellFormed());
      expect(slug).toMatch(/^(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}]*-)*[a-z0-9]{7}$/u);
      expect(slug.length).toBeLessThanOrEqual(100);
      expect(slug).not.toMatch(uuid);
      expect(decodeURIComponent(new URL(`http://x/${slug}`).pathname.slice(1))).toBe(slug);
      expect(new URL(`http://x/user/collections/${slug}`).pathname.split('/')).toHaveLength(4);
    }),
  );
});

test('COL-01 the same name gives another slug each time', () => {
  expect(new Set(Array.from({ length: 2_000 }, () => slugOf('课程'))).size).toBe(2_000);
});
