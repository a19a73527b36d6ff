import { expect, test } from 'vitest';
import { AppError, DatabaseLost, findAppError, fullDiskRetryMs, hasCode, toAppError } from './app-error.ts';
import { mayPass, needsSignIn, readError } from './client-error.ts';
import { sleep } from './sleep.ts';
import { isWordless } from './wordless.ts';

/** The error with so many others around it. */
function within(error: Error, depth: number): Error {
  return depth === 0 ? error : new Error('outer', { cause: within(error, depth - 1) });
}
const named = (name: string) => Object.assign(new Error('x'), { name });

test('an error of ours has its code, its values and its pause, and details only in its message', () => {
  const cause = new Error('inner');
  const error = new AppError('url_invalid', { cause, params: { most: 3 }, retry: { afterMs: 5 }, detail: 'secret' });
  expect(error).toMatchObject({ name: 'AppError', code: 'url_invalid', params: { most: 3 }, retry: { afterMs: 5 } });
  expect([error.message, error.cause]).toEqual(['url_invalid: secret', cause]);
  const bare = new AppError('busy');
  expect([bare.message, bare.params, bare.retry]).toEqual(['busy', {}, undefined]);
});

test('an error of ours is found within sixteen errors', () => {
  const known = new AppError('busy');
  expect([0, 1, 15, 16].map((depth) => findAppError(within(known, depth)))).toEqual([known, known, known, undefined]);
  expect([null, undefined, 'busy', { code: 'busy' }, new Error('x', { cause: 'busy' })].map(findAppError)).toEqual(
    new Array(5).fill(undefined),
  );
  expect(toAppError(within(known, 3))).toBe(known);
  expect([hasCode(within(known, 2), 'cancelled', 'busy'), hasCode(known, 'cancelled'), hasCode('busy', 'busy')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('what stops a call from outside has a code of its own, and everything else is internal', () => {
  const code = (error: unknown) => toAppError(error).code;
  expect([0, 15, 16].map((depth) => code(within(new DatabaseLost('gone'), depth)))).toEqual([
    'database_unavailable',
    'database_unavailable',
    'internal',
  ]);
  expect([named('AbortError'), named('TimeoutError'), within(named('AbortError'), 1)].map(code)).toEqual([
    'cancelled',
    'timed_out',
    'internal',
  ]);
  for (const one of ['ENOSPC', 'EDQUOT', '53100']) {
    const full = within(Object.assign(new Error('full'), { code: one }), 2);
    expect(toAppError(full)).toMatchObject({ code: 'storage_failed', retry: { afterMs: fullDiskRetryMs }, cause: full });
  }
  const others = [Object.assign(new Error('x'), { code: 'ENOENT' }), new Error('x'), 'text', { name: 'AbortError' }, null];
  expect(others.map(code)).toEqual(new Array(5).fill('internal'));
  expect(toAppError('text').cause).toBe('text');
  expect(fullDiskRetryMs).toBe(60_000);
});

test('a browser reads the code of an answer, and takes what our server did not answer for lost connection', () => {
  const read = (error: unknown) => {
    const { code, params } = readError(error);
    return [code, params];
  };
  expect(read({ code: 'busy', params: { a: 1 } })).toEqual(['busy', { a: 1 }]);
  expect(read({ code: 'busy' })).toEqual(['busy', {}]);
  expect(read({ data: { app: { code: 'not_found', params: { a: 1 } } } })).toEqual(['not_found', { a: 1 }]);
  expect(read({ data: { app: { code: 'not_found' } } })).toEqual(['not_found', {}]);
  for (const unanswered of [{ data: undefined }, { data: null }, { data: 'x' }])
    expect(read(unanswered)).toEqual(['offline', {}]);
  const unknown = [{ data: {} }, { data: { app: null } }, { data: { app: { code: 5 } } }, { code: 5 }, {}, null, undefined, 'x'];
  for (const error of unknown) expect(read(error)).toEqual(['internal', {}]);
});

test('some failures pass by themselves, and some ask to sign in', () => {
  const codes = ['offline', 'busy', 'database_unavailable', 'internal', 'sign_in_needed', 'unauthenticated'] as const;
  expect(codes.filter(mayPass)).toEqual(['offline', 'busy', 'database_unavailable']);
  expect(codes.filter(needsSignIn)).toEqual(['sign_in_needed', 'unauthenticated']);
});

test('only some failures leave a recording without words', () => {
  const codes = ['media_no_subtitles', 'media_no_audio', 'speech_not_configured', 'speech_model_missing', 'speech_no_words'];
  expect([...codes, 'speech_failed', null, undefined, ''].filter(isWordless)).toEqual(codes);
});

test('a pause ends by itself, or at once when it is cancelled', async () => {
  const stop = new AbortController();
  await expect(sleep(1, stop.signal)).resolves.toBeUndefined();
  const long = sleep(60_000, stop.signal);
  stop.abort('enough');
  await expect(long).rejects.toMatchObject({ code: 'cancelled', cause: 'enough' });
  await expect(sleep(60_000, stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
});
