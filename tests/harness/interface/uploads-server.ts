/** A server for uploads (tus) on a socket of this machine, and the way there for code whose addresses have no host. */
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Asked = { method: string; path: string; bytes: number; headers: http.IncomingHttpHeaders };
/** A status and a body; `cut`: the connection is lost without an answer; `silent`: no answer comes. */
type Refusal = { status: number; body?: string } | 'cut' | 'silent';

/** Answers all calls as a good server would, except where `refuse` gives something else. */
export async function startUploadsServer(refuse: (asked: Asked, count: number) => Refusal | null = () => null) {
  const asked: Asked[] = [];
  let unanswered = 0;
  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    let bytes = 0;
    for await (const part of request) bytes += (part as Buffer).length;
    const call = { method, path: url, bytes, headers };
    asked.push(call);
    const refusal = refuse(call, asked.length);
    if (refusal === 'silent') {
      unanswered++;
      response.on('close', () => unanswered--);
      return;
    }
    if (refusal === 'cut') {
      request.socket.destroy();
      return;
    }
    if (refusal !== null) {
      response.writeHead(refusal.status).end(refusal.body);
      return;
    }
    const offset = Number(headers['upload-offset'] ?? 0) + bytes;
    if (method === 'POST') response.writeHead(201, { location: `/api/uploads/upload-1` });
    else response.writeHead(204, { 'upload-offset': String(offset), 'upload-length': '1000' });
    response.end();
  }
  const server = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const before = http.globalAgent;
  http.globalAgent = new (class extends http.Agent {
    override createConnection() {
      return net.connect(port, '127.0.0.1');
    }
  })();
  onTestFinished(() => {
    http.globalAgent = before;
    server.closeAllConnections();
    server.close();
  });
  return { asked, unanswered: () => unanswered };
}

/** A file as tus takes it outside of a browser. */
export function fileOf(content: Buffer, name: string, type: string): File {
  return Object.assign(content, { name, type }) as unknown as File;
}
