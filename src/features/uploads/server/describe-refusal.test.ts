import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { describeRefusal, refusal } from './describe-refusal.ts';

const told = (error: Parameters<typeof describeRefusal>[0]) => {
  const { status_code: status, body } = describeRefusal(error);
  const { error: said } = JSON.parse(body);
  expect(said.message).toBe(said.data.app.code);
  return [status, said.data.app.code, said.data.app.params];
};
const ofServer = (status: number, body = 'what the library says') => ({ status_code: status, body });

test.each([
  [new AppError('storage_failed'), 507, 'storage_failed', {}],
  [
    new AppError('storage_quota', { params: { used: '1 GB', most: '2 GB' } }),
    413,
    'storage_quota',
    { used: '1 GB', most: '2 GB' },
  ],
  [new AppError('upload_not_found'), 404, 'upload_not_found', {}],
  [new AppError('busy'), 423, 'busy', {}],
  [new AppError('internal'), 500, 'internal', {}],
  [new Error('outer', { cause: new AppError('busy') }), 423, 'busy', {}],
  [Object.assign(new Error('full'), { code: 'ENOSPC' }), 507, 'storage_failed', {}],
])('an upload that fails with %s is told as %i %s', (error, status, code, params) => {
  expect(told(error)).toEqual([status, code, params]);
});

test.each([
  [413, 413, 'file_too_large'],
  [404, 404, 'upload_not_found'],
  [410, 404, 'upload_not_found'],
  [400, 400, 'bad_request'],
  [403, 400, 'bad_request'],
  [409, 409, 'conflict'],
  [423, 423, 'busy'],
  [412, 412, 'storage_failed'],
  [399, 500, 'storage_failed'],
])('an upload that the protocol refuses with %i is told as %i %s', (given, status, code) => {
  expect(told(ofServer(given))).toEqual([status, code, {}]);
});

test('a refusal of our own goes out as it is, and what has no status is a failure of the store', () => {
  const own = refusal(418, 'bad_request', { most: 3 });
  expect(describeRefusal(own)).toBe(own);
  expect(told(own)).toEqual([418, 'bad_request', { most: 3 }]);
  expect(told(new Error('anything'))).toEqual([500, 'storage_failed', {}]);
});
