import { expect, test } from 'vitest';
import { createShareRoutes } from './share-target.ts';

const app = createShareRoutes();

async function shared(fields: Record<string, string>): Promise<[number, string | null]> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const answer = await app.request('/share', { method: 'POST', body });
  return [answer.status, answer.headers.get('location')];
}

test('what is shared leads to the home page with its link, or with the whole text of several', async () => {
  const one = 'https://a.test/1';
  expect(await shared({ title: 'A talk', text: `Look: ${one}` })).toEqual([303, `/?url=${encodeURIComponent(one)}`]);
  const two = `${one} https://a.test/2`;
  expect(await shared({ text: two })).toEqual([303, `/?url=${encodeURIComponent(two)}`]);
  expect(await shared({ title: 'Only words' })).toEqual([303, '/?url=Only%20words']);
  const broken = await app.request('/share', { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } });
  expect([broken.status, broken.headers.get('location')]).toEqual([303, '/?url=']);
});
