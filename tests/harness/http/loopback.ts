/** A server of one test file, on this machine alone, which answers as the file says. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** Runs for all tests of the file. `origin` is known once they begin. */
export function serveOnLoopback(listener: RequestListener): { readonly origin: string } {
  const server = createServer(listener);
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get origin() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}
