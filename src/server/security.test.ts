import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { isKnownHost, securityHeaders } from './security.ts';

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

test('sets security headers, keeps those of an answer and never offers reading across origins', async () => {
  const app = new Hono();
  app.use(securityHeaders());
  app.get('/own', (c) => c.text('x', 200, { 'content-security-policy': 'sandbox', 'access-control-allow-origin': '*' }));
  app.get('/failing', () => {
    throw new Error('broken');
  });
  app.onError((_error, c) => c.text('x', 500));
  expect(Object.fromEntries((await app.request('/failing')).headers)).toEqual({
    'content-type': 'text/plain; charset=UTF-8',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob: https:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src https:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  const { headers } = await app.request('/own');
  expect(headers.get('content-security-policy')).toBe('sandbox');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});
