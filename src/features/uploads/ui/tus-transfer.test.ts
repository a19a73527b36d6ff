import { beforeEach, expect, test, vi } from 'vitest';
import { fileOf, startUploadsServer } from '../../../../tests/harness/interface/uploads-server.ts';
import { openTusTransfer } from './tus-transfer.ts';

beforeEach(() => {
  // What waits between two tries; sockets go on by themselves.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  return () => void vi.useRealTimers();
});

const small = () => fileOf(Buffer.from('hello'), 'ü.txt', 'text/plain');

/** A file to send. The waits between two tries pass at once; `waits` has their lengths. */
async function opened(file = small()) {
  const told: unknown[] = [];
  const ended = Promise.withResolvers<unknown>();
  const waits: number[] = [];
  const transfer = await openTusTransfer(file, {
    onProgress: (bytes) => void told.push(bytes),
    onRetrying: () => {
      told.push('retrying');
      // tus asks for the wait right after this.
      setImmediate(() => {
        const before = Date.now();
        vi.advanceTimersToNextTimer();
        waits.push(Date.now() - before);
      });
    },
    onError: ended.resolve,
    onUploaded: (id) => ended.resolve({ id }),
  });
  return { transfer, told, end: ended.promise, waits };
}

test('a file is sent in pieces that proxies let pass, with its name and kind', async () => {
  const { asked } = await startUploadsServer();
  const piece = 16 * 1024 * 1024;
  const { transfer, end, told } = await opened(fileOf(Buffer.alloc(piece + 3), 'ü.txt', 'text/plain'));
  expect(asked).toEqual([]);
  transfer.start();
  expect(await end).toEqual({ id: 'upload-1' });
  const upload = '/api/uploads/upload-1';
  expect(asked).toMatchObject([
    {
      ...{ method: 'POST', path: '/api/uploads', bytes: 0 },
      headers: {
        'x-gleaner': '1',
        'upload-length': String(piece + 3),
        'upload-metadata': `filename ${btoa('Ã¼.txt')},filetype ${btoa('text/plain')}`,
      },
    },
    { method: 'PATCH', path: upload, bytes: piece, headers: { 'x-gleaner': '1', 'upload-offset': '0' } },
    { method: 'PATCH', path: upload, bytes: 3, headers: { 'upload-offset': String(piece) } },
  ]);
  expect(told.at(-1)).toBe(piece + 3);
});

test.each([500, 503, 409, 423, 429])('a server that answers %i is asked again', async (status) => {
  const { asked } = await startUploadsServer((_asked, count) => (count === 1 ? { status } : null));
  const { transfer, end, told } = await opened();
  transfer.start();
  expect(await end).toEqual({ id: 'upload-1' });
  expect([told[0], asked.map(({ method }) => method)]).toEqual(['retrying', ['POST', 'POST', 'PATCH']]);
});

test.each([
  [401, 'unauthenticated'],
  [403, 'bad_request'],
  [404, 'upload_not_found'],
  [410, 'upload_not_found'],
  [413, 'file_too_large'],
  [418, 'internal'],
  [499, 'internal'],
  [507, 'storage_failed'],
])('a file that is refused with %i ends as %s', async (status, code) => {
  const { asked } = await startUploadsServer(() => ({ status }));
  const { transfer, end, told } = await opened();
  transfer.start();
  expect([await end, told, asked.length]).toEqual([{ code, params: {} }, [], 1]);
});

test.each([
  ['{"error":{"code":"quota_exceeded","params":{"left":3}}}', { code: 'quota_exceeded', params: { left: 3 } }],
  ['{"error":{"code":"internal"}}', { code: 'file_too_large', params: {} }],
  ['{"problem":1}', { code: 'file_too_large', params: {} }],
  ['null', { code: 'file_too_large', params: {} }],
  ['7', { code: 'file_too_large', params: {} }],
  ['<html>', { code: 'file_too_large', params: {} }],
])('a refusal with %s says what the server said, if that is more than the status', async (body, error) => {
  await startUploadsServer(() => ({ status: 413, body }));
  const { transfer, end } = await opened();
  transfer.start();
  expect(await end).toEqual(error);
});

test('without a connection it is tried for about ten minutes, then given up', async () => {
  const { asked } = await startUploadsServer(() => 'cut');
  const { transfer, end, told, waits } = await opened();
  transfer.start();
  expect(await end).toEqual({ code: 'offline', params: {} });
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, ...Array.from({ length: 38 }, () => 15_000)]);
  expect([asked.length, told.length, told.every((one) => one === 'retrying')]).toEqual([44, 43, true]);
});

test('what is no answer of the server is an error of ours', async () => {
  await startUploadsServer();
  const { transfer, end } = await opened(undefined);
  transfer.start();
  expect(await end).toEqual({ id: 'upload-1' });
  const other = await opened({ name: 'x', type: 'y' } as File);
  other.transfer.start();
  expect(await other.end).toEqual({ code: 'internal', params: {} });
});

test('a paused file keeps its part on the server, a discarded one does not', async () => {
  const { asked, unanswered } = await startUploadsServer(({ method }) => (method === 'PATCH' ? 'silent' : null));
  const { transfer, told } = await opened();
  const methods = () => asked.map(({ method }) => method);
  transfer.start();
  await vi.waitFor(() => expect(methods()).toEqual(['POST', 'PATCH']));
  transfer.pause();
  // Outside of a browser the request ends a little later.
  await vi.waitFor(() => expect(unanswered()).toBe(0));
  transfer.start();
  await vi.waitFor(() => expect(methods().slice(2)).toEqual(['HEAD', 'PATCH']));
  transfer.discard();
  await vi.waitFor(() => expect(methods().slice(4)).toEqual(['DELETE']));
  expect([asked.at(-1)?.path, told.includes('retrying')]).toEqual(['/api/uploads/upload-1', false]);
});

test('a part that the server cannot delete is left to it', async () => {
  const { asked } = await startUploadsServer(({ method }) =>
    method === 'PATCH' ? 'silent' : method === 'DELETE' ? { status: 403 } : null,
  );
  const { transfer } = await opened();
  transfer.start();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  transfer.discard();
  await vi.waitFor(() => expect(asked.at(-1)?.method).toBe('DELETE'));
});
