import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { fileOf, startUploadsServer } from '../../../../tests/harness/interface/uploads-server.ts';
import { uploads } from '../words/first/en.ts';
import { useSendFile } from './send-file.ts';

async function send(refuse?: Parameters<typeof startUploadsServer>[0]) {
  const { asked } = await startUploadsServer(refuse);
  const page = openPage({ words: { uploads } });
  const hook = await page.render(() => useSendFile(), null);
  let ended: unknown;
  hook.now(fileOf(Buffer.from('hello'), 'a.txt', 'text/plain')).then(
    (id) => {
      ended = id;
    },
    (error: unknown) => {
      ended = error;
    },
  );
  await vi.waitFor(() => expect(ended).toBeDefined(), { timeout: 20_000 });
  return { page, asked, ended };
}

const toast = 'file-waits-for-connection';

test('a small file is sent, and its id given', async () => {
  const { page, asked, ended } = await send();
  expect([ended, asked.map(({ method }) => method), page.toasts, page.dismissed]).toEqual([
    'upload-1',
    ['POST', 'PATCH'],
    [],
    [toast],
  ]);
});

test('it is told that a file waits for the connection, until it is sent', async () => {
  const { page, ended } = await send((_asked, count) => (count === 1 ? { status: 503 } : null));
  expect([ended, page.toasts, page.dismissed]).toEqual(['upload-1', [{ id: toast, message: uploads.waiting }], [toast]]);
});

test('a file that is refused says why', async () => {
  const { page, ended } = await send(() => ({ status: 413 }));
  expect(ended).toBeInstanceOf(Error);
  expect([ended, page.dismissed]).toMatchObject([{ code: 'file_too_large', params: {} }, [toast]]);
});
