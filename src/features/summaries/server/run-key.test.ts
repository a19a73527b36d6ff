import { expect, test } from 'vitest';
import { runKey, wordsKey } from './run-key.ts';

test('SUM-09 work is the same for the same source, options and writer, and for no other', () => {
  const llm = { id: 'model' };
  const server = { llm, keyUserId: null };
  const wish = { noteLanguage: 'en', detail: 'standard' } as const;
  const key = runKey(server, 'url:a', wish);
  expect(runKey({ ...server }, 'url:a', { ...wish })).toBe(key);
  const others = [
    runKey(server, 'url:b', wish),
    runKey(server, 'url:a', { ...wish, noteLanguage: 'zh' }),
    runKey(server, 'url:a', { ...wish, detail: 'brief' }),
    runKey({ llm: { id: 'other' }, keyUserId: null }, 'url:a', wish),
    runKey({ llm: null, keyUserId: null }, 'url:a', wish),
    runKey({ llm, keyUserId: 'ada' }, 'url:a', wish),
    runKey({ llm, keyUserId: 'bob' }, 'url:a', wish),
  ];
  expect(new Set([key, ...others]).size).toBe(8);
});

test('SUM-06 words that a user chose belong to one content', () => {
  expect(wordsKey('url:a', 'content', null)).toBe('url:a');
  const keys = [
    wordsKey('url:a', 'one', { extractionId: 'e' }),
    wordsKey('url:a', 'two', { extractionId: 'e' }),
    wordsKey('url:a', 'one', { extractionId: 'f' }),
    wordsKey('url:a', 'one', { track: 'e' }),
    wordsKey('url:a', 'one', { track: 'f' }),
  ];
  expect(new Set([...keys, 'url:a']).size).toBe(6);
  expect(wordsKey('url:b', 'one', { extractionId: 'e' })).toBe(keys[0]);
});
