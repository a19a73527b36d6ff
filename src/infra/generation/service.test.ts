import { expect, test } from 'vitest';
import { isBeforeSending } from './service.ts';

const failed = (cause: object) => new TypeError('fetch failed', { cause });
const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

test('API-01 a request that found no trusted service has not left, one that was cut off may have', () => {
  for (const code of ['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])
    expect(isBeforeSending(failed(withCode(code)))).toBe(true);
  expect(isBeforeSending(failed(withCode('ETIMEDOUT', { syscall: 'connect' })))).toBe(true);
  expect(isBeforeSending(failed(Object.assign(new AggregateError([]), { code: 'ETIMEDOUT' })))).toBe(true);
  expect(isBeforeSending(failed(withCode('ETIMEDOUT', { syscall: 'read' })))).toBe(false);
  expect(isBeforeSending(failed(withCode('ECONNRESET')))).toBe(false);
  expect(isBeforeSending(new TypeError('terminated'))).toBe(false);
});
