import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { hasCode } from '#lib/app-error.ts';
import { createConnector } from './connector.ts';

/** What becomes of a connection to an address of this machine, where `allowed` is on the list. */
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
