import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { limitCallBody } from './limit-call-body.ts';

const app = new Hono();
app.use('/api/trpc/*', limitCallBody('/api/trpc'));
app.all('/api/trpc/*', (c) => c.text('taken'));
const send = async (calls: string, bytes: number) =>
  (await app.request(`/api/trpc/${calls}`, { method: 'POST', body: '{}', headers: { 'content-length': String(bytes) } })).status;

test('a call may send one MiB, four where it names what was chosen, and six with a file', async () => {
  expect(await send('userNote.save', 1024 ** 2)).toBe(200);
  expect(await send('userNote.save', 1024 ** 2 + 1)).toBe(413);
  expect(await send('account.me,userNote.save', 1024 ** 2 + 1)).toBe(413);
  expect(await send('account.me,userNote.deleteMany', 4 * 1024 ** 2)).toBe(200);
  expect(await send('userNote.deleteMany', 4 * 1024 ** 2 + 1)).toBe(413);
  // A file of subscriptions.
  expect(await send('channel.importOpml', 6 * 1024 ** 2)).toBe(200);
  expect(await send('channel.importOpml', 6 * 1024 ** 2 + 1)).toBe(413);
  expect((await app.request('/api/trpc/account.me')).status).toBe(200);
});
