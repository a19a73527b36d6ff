import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makePdf } from '../../../tests/harness/files/make-documents.ts';
import { openPage } from '../../../tests/harness/interface/page.tsx';

const { fetch } = globalThis;

/** A server that has a file, or nothing. */
async function opened() {
  const page = openPage();
  vi.stubGlobal('fetch', fetch);
  const files = new Map<string, Buffer>();
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url);
    response.writeHead(file ? 200 : 404, { 'content-length': file?.length ?? 0 }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { GlobalWorkerOptions } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { usePdf } = await import('./use-pdf.ts');
  GlobalWorkerOptions.workerSrc = import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.mjs');
  const hook = await page.render(usePdf, `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.pdf`);
  const until = async (state: string) => {
    for (let turn = 0; turn < 300 && hook.now.opened.state !== state; turn++) await page.settle(10);
    expect(hook.now.opened.state).toBe(state);
  };
  return { hook, files, until };
}

test('a PDF is opened with the shape of its first page, and one that failed is tried again', async () => {
  const { hook, files, until } = await opened();
  expect(hook.now.opened).toEqual({ state: 'loading' });
  await until('failed');
  files.set('/a.pdf', makePdf({ pages: [['One'], ['Two']] }));
  await hook.after((now) => now.retry());
  await until('open');
  const { opened: open } = hook.now;
  expect(open).toMatchObject({ pdf: { numPages: 2 }, ratio: 842 / 595 });
  const { textItemsOf } = await import('./pdf-library.ts');
  const first = open.state === 'open' ? await textItemsOf(await open.pdf.getPage(1)) : [];
  expect(first.join('')).toBe('One');
  await hook.leave();
  expect(open.state === 'open' && open.pdf.loadingTask.destroyed).toBe(true);
});
