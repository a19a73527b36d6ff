import { expect, test } from 'vitest';
import { adminSectionOf } from './sections.ts';

test('an address names a section of the administration, or none', () => {
  expect(['users', 'actions', 'nothing', 7].map(adminSectionOf)).toEqual(['users', 'actions', undefined, undefined]);
});
