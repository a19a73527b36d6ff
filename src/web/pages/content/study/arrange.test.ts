import { expect, test } from 'vitest';
import { arrange } from './arrange.ts';

const shares = { two: 40, three: 30, side: 27 };
const columns = (sourceIsText: boolean, side: boolean, mode: 'two' | 'three' = 'three') =>
  arrange({ mode, sourceShown: true, sourceIsText, side, shares }).columns;

test('CON-08 pages beside a note have the room that no side pane takes, a player keeps its width', () => {
  expect(columns(true, false)).toBe('40% 1.5rem minmax(0, 1fr)');
  expect(columns(true, true)).toBe('30% 1.5rem minmax(0, 1fr) 1.5rem 27%');
  expect(columns(false, false)).toBe('30% 1.5rem minmax(0, 1fr)');
  // With two columns the side pane is below the source.
  expect(columns(true, true, 'two')).toBe('40% 1.5rem minmax(0, 1fr)');
  expect(arrange({ mode: 'three', sourceShown: false, sourceIsText: true, side: false, shares }).columns).toBe('minmax(0, 1fr)');
});
