/** Ears on loopback for everything that could leave a browser past its routes: any touch is remembered. */
import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';

export type Canary = { host: string; port: number; hits: string[]; close(): Promise<void> };

/** Takes TCP connections and UDP packets on one port and says nothing sensible. */
export async function startCanary(): Promise<Canary> {
  const hits: string[] = [];
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    hits.push('tcp');
    sockets.add(socket);
    socket.on('error', () => {});
    socket.end('HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 2\r\n\r\nhi');
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const address = tcp.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const udp = createSocket('udp4');
  udp.on('message', () => hits.push('udp'));
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${port}`,
    port,
    hits,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([
        new Promise<void>((resolve) => udp.close(() => resolve())),
        new Promise<void>((resolve) => tcp.close(() => resolve())),
      ]);
    },
  };
}
