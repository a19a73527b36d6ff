import { expect, test } from 'vitest';
import type { GuardedFetch } from '#engine/ports.ts';
import { fetchFor } from './fetch-for.ts';

test('fetch: one that is made for somebody asks for them, and passes on what else it is told', async () => {
  const asked: unknown[] = [];
  const answer = { status: 204 } as Awaited<ReturnType<GuardedFetch>>;
  const fetch = fetchFor(
    async (...all) => {
      asked.push(all);
      return answer;
    },
    { userId: 'ann', address: '192.0.2.1' },
  );
  const { signal } = new AbortController();
  expect(await fetch('https://pages.example/', { signal, maxBytes: 7, asker: { userId: 'bob' } })).toBe(answer);
  expect(asked).toEqual([['https://pages.example/', { signal, maxBytes: 7, asker: { userId: 'ann', address: '192.0.2.1' } }]]);
});
