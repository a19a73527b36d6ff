import { type AddressInfo, createServer, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { hasCode } from '#lib/app-error.ts';
import { createConnector, dialDirectly, type Resolver, resolveBySystem } from './connector.ts';

/** The outcome of a connection to 127.0.0.1 when `allowed` is on the allow list. */
function connect(allowed: string, target: { protocol: string; port: string }): Promise<string> {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '127.0.0.1' });
  const refuse = () => Promise.reject(new Error('nothing to resolve'));
  const connector = createConnector(new Set([allowed]), refuse, (_target, _addresses, callback) => callback(null, socket));
  return new Promise((resolve) => {
    connector({ hostname: '127.0.0.1', ...target }, (error, _socket) =>
      resolve(error === null ? 'connected' : hasCode(error, 'url_blocked') ? 'blocked' : String(error)),
    );
  });
}

test.each([
  ['127.0.0.1:443', 'https:', '', 'connected'],
  ['127.0.0.1:80', 'https:', '', 'blocked'],
  ['127.0.0.1:80', 'http:', '', 'connected'],
  ['127.0.0.1:443', 'http:', '', 'blocked'],
  ['127.0.0.1:8443', 'https:', '8443', 'connected'],
  ['127.0.0.1:443', 'https:', '8443', 'blocked'],
])('with %s allowed, %s on port "%s" is %s', async (allowed, protocol, port, outcome) => {
  expect(await connect(allowed, { protocol, port })).toBe(outcome);
});

test.each([
  ['93.184.216.34', '93.184.216.34', 'connected', false],
  ['93.184.216.34', '10.0.0.1', 'blocked', true],
  ['93.184.216.34', undefined, 'blocked', true],
  ['10.0.0.1', '93.184.216.34', 'blocked', false],
])('a name that leads to %s and reaches %s is %s', async (resolved, remoteAddress, outcome, isDestroyed) => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const resolver = async () => [{ address: resolved, family: 4 }];
  const connector = createConnector(new Set(), resolver, (_target, _addresses, callback) => callback(null, socket));
  const found = await new Promise<string>((resolve) => {
    connector({ hostname: 'pages.example', protocol: 'https:', port: '' }, (error, reached) => {
      if (error === null) expect(reached).toBe(socket);
      resolve(error === null ? 'connected' : hasCode(error, 'url_blocked') ? 'blocked' : String(error));
    });
  });
  expect([found, socket.destroyed]).toEqual([outcome, isDestroyed]);
});

test('a name without an address, or that cannot be looked up, is not dialled', async () => {
  const outcome = (resolver: Resolver) =>
    new Promise<unknown>((resolve) => {
      const connector = createConnector(new Set(), resolver, () => resolve('dialled'));
      connector({ hostname: 'pages.example', protocol: 'https:', port: '' }, (error, _socket) => resolve(error));
    });
  expect(await outcome(async () => [])).toMatchObject({ code: 'fetch_failed' });
  const lost = new Error('no resolver');
  expect(await outcome(() => Promise.reject(lost))).toMatchObject({ code: 'fetch_failed', cause: { cause: lost } });
  expect(await outcome(async () => [{ address: '93.184.216.34', family: 4 }])).toBe('dialled');
});

test('a connection goes to the addresses that were checked, one after the other, whatever the name says', async () => {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = String((server.address() as AddressInfo).port);
  const reached = (...addresses: string[]) =>
    new Promise<unknown>((resolve) => {
      const found = addresses.map((address) => ({ address, family: 4 }));
      dialDirectly({ hostname: 'no-such-name.invalid', protocol: 'http:', port }, found, (error, socket) => {
        resolve(socket ? socket.remoteAddress : (error as NodeJS.ErrnoException | null)?.code);
        socket?.destroy();
      });
    });
  expect(await reached('127.0.0.1')).toBe('127.0.0.1');
  expect(await reached('127.0.0.2')).toBe('ECONNREFUSED');
  expect(await reached('127.0.0.2', '127.0.0.1')).toBe('127.0.0.1');
  server.close();
});

test('the system says all addresses of a name', async () => {
  const found = await resolveBySystem('localhost');
  expect(found.map(({ address }) => address)).toContain('127.0.0.1');
});
