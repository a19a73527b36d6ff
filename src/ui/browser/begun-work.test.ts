import { beforeEach, expect, test, vi } from 'vitest';
import { rememberWork, takeEnd, wasWorkBegun } from './begun-work.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

test('the end of work is reported once, and only to the user who began or saw it here', () => {
  expect(takeEnd('deletion', { taskId: 'old', userId: 'ada' })).toBe(false);
  rememberWork('deletion', 'ada');
  expect(wasWorkBegun()).toBe(true);
  expect(takeEnd('deletion', { taskId: 'one', userId: 'ada' })).toBe(true);
  expect(wasWorkBegun()).toBe(false);
  rememberWork('deletion', 'ada');
  // An end that was told before says nothing of what was begun since.
  expect(takeEnd('deletion', { taskId: 'one', userId: 'ada' })).toBe(false);
  expect(takeEnd('deletion', { taskId: 'next', userId: 'ada' })).toBe(true);
  rememberWork('tagging', 'ada');
  expect(takeEnd('tagging', { taskId: 'two', userId: 'bob' })).toBe(false);
});

test('work of this page is reported where storage is refused', () => {
  vi.stubGlobal('localStorage', undefined);
  rememberWork('deletion', 'ada');
  expect(takeEnd('deletion', { taskId: 'three', userId: 'ada' })).toBe(true);
  expect(takeEnd('deletion', { taskId: 'three', userId: 'ada' })).toBe(false);
});
