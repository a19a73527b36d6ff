import { expect, test } from 'vitest';
import { createViewState, isAhead, takePlace } from './view-state.ts';

test('CON-02 shows a place once for each request', () => {
  const viewState = createViewState();
  const asked = { anchor: { kind: 'paragraph', id: 4 }, nonce: 1 } as const;
  expect(takePlace(viewState, null, 'paragraph')).toBeNull();
  expect(takePlace(viewState, asked, 'paragraph')).toEqual({ kind: 'paragraph', id: 4 });
  expect(takePlace(viewState, asked, 'paragraph')).toBeNull();
  expect(takePlace(viewState, { ...asked, nonce: 2 }, 'paragraph')).toEqual({ kind: 'paragraph', id: 4 });
});

test('CON-02 leaves a place of another kind to its tab', () => {
  const viewState = createViewState();
  const asked = { anchor: { kind: 'time', ms: 3000 }, nonce: 1 } as const;
  expect(takePlace(viewState, asked, 'paragraph')).toBeNull();
  expect(isAhead(viewState, asked, 'time')).toBe(true);
  expect(takePlace(viewState, asked, 'time')).toEqual({ kind: 'time', ms: 3000 });
  expect(isAhead(viewState, asked, 'time')).toBe(false);
});
