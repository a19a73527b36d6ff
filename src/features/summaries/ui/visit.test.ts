import { expect, test } from 'vitest';
import { createVisit, isAhead, takePlace } from './visit.ts';

test('CON-02 a place is gone to once for each time it was asked for', () => {
  const visit = createVisit();
  const asked = { anchor: { kind: 'paragraph', id: 4 }, nonce: 1 } as const;
  expect(takePlace(visit, null, 'paragraph')).toBeNull();
  expect(takePlace(visit, asked, 'paragraph')).toEqual({ kind: 'paragraph', id: 4 });
  expect(takePlace(visit, asked, 'paragraph')).toBeNull();
  expect(takePlace(visit, { ...asked, nonce: 2 }, 'paragraph')).toEqual({ kind: 'paragraph', id: 4 });
});

test('CON-02 a place of another kind is left for the tab that shows it', () => {
  const visit = createVisit();
  const asked = { anchor: { kind: 'time', ms: 3000 }, nonce: 1 } as const;
  expect(takePlace(visit, asked, 'paragraph')).toBeNull();
  expect(isAhead(visit, asked, 'time')).toBe(true);
  expect(takePlace(visit, asked, 'time')).toEqual({ kind: 'time', ms: 3000 });
  expect(isAhead(visit, asked, 'time')).toBe(false);
});
