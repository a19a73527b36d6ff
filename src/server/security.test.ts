import { expect, test } from 'vitest';
import { isKnownHost } from './security.ts';

test.each([
  ['localhost:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['192.168.1.20:3000', true],
  ['nas:3000', true],
  ['nas.local', true],
  ['notes.example.org', true],
  ['notes.example.org:8080', false],
  ['rebound.example.com:3000', false],
  ['127.0.0.1.example.com', false],
  ['', false],
  [undefined, false],
])('the name %s: %s', (host, expected) => {
  expect(isKnownHost(host, ['https://notes.example.org'])).toBe(expected);
});
