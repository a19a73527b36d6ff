import { expect, test } from 'vitest';
import { shortCollectionName } from './short-collection-name.ts';

test('CON-12 a collection name is cut after twelve visible characters, and one of twelve stays whole', () => {
  expect(shortCollectionName('Reading list')).toBe('Reading list');
  expect(shortCollectionName('Reading lists')).toBe('Reading list…');
  expect(shortCollectionName('👩‍💻'.repeat(13))).toBe(`${'👩‍💻'.repeat(12)}…`);
});
