import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dropDraft, keepDraft, readDraft } from './draft-store.ts';

const kept = new Map<string, string>();

beforeAll(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterAll(() => vi.unstubAllGlobals());

test('CON-02 dropDraft deletes a tab’s own draft, never a later one of another tab', () => {
  const mine = { baseVersionId: null, text: 'mine' };
  keepDraft('one', mine);
  dropDraft('one', 'what another tab saved');
  expect(readDraft('one')).toEqual(mine);
  dropDraft('one', 'mine');
  expect(readDraft('one')).toBeNull();
});
