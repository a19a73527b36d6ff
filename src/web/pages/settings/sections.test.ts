import { expect, test } from 'vitest';
import { sectionOf } from './sections.ts';

test('an address names a section of the settings, by default the model', () => {
  expect(['speech', 'model', 'nothing', 7, undefined].map(sectionOf)).toEqual(['speech', 'model', 'model', 'model', 'model']);
});
