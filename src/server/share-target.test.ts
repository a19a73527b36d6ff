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

test('a link on its own counts before the text, the text before the title, and what is too large is refused', async () => {
  const [a, b] = ['http://a.test/1', 'https://b.test/2'];
  expect(await shared({ title: `T ${b}`, text: `x ${a}`, url: '' })).toEqual([303, `/?url=${encodeURIComponent(a)}`]);
  expect(await shared({ url: b, text: a })).toEqual([303, `/?url=${encodeURIComponent(b)}`]);
  // Several in one text are kept together, whatever else is shared.
  expect(await shared({ url: b, text: ` ${a} ${b} ` })).toEqual([303, `/?url=${encodeURIComponent(`${a} ${b}`)}`]);
  expect(await shared({ title: 'Title', text: ' ' })).toEqual([303, '/?url=Title']);
  expect(await shared({ title: 'Title', text: 'Text' })).toEqual([303, '/?url=Text']);
  const file = new FormData();
  file.set('text', new File(['x'], 'x.txt'));
  file.set('title', 'Title');
  expect((await app.request('/share', { method: 'POST', body: file })).headers.get('location')).toBe('/?url=Title');
  const sized = async (bytes: number) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(bytes) };
    return (await app.request('/share', { method: 'POST', body: `text=${'x'.repeat(bytes - 5)}`, headers })).status;
  };
  expect([await sized(1024 ** 2), await sized(1024 ** 2 + 1)]).toEqual([303, 413]);
});
