import type { ErrorCode, ErrorParams } from './app-error.ts';

export type ClientErrorCode = ErrorCode | 'offline';

export type ClientError = { code: ClientErrorCode; params: ErrorParams };

/** A call that our server did not answer (connection cut, a proxy's 502) is `offline`; any other unknown error is `internal`. */
export function readError(error: unknown): ClientError {
  if (isCoded(error)) return { code: error.code, params: error.params ?? {} };
  if (typeof error !== 'object' || error === null || !('data' in error)) return { code: 'internal', params: {} };
  const { data } = error;
  if (typeof data !== 'object' || data === null) return { code: 'offline', params: {} };
  if ('app' in data && isCoded(data.app)) return { code: data.app.code, params: data.app.params ?? {} };
  return { code: 'internal', params: {} };
}

/** Whether the same call may succeed a little later. */
export function mayPass(code: ClientErrorCode): boolean {
  return code === 'offline' || code === 'busy' || code === 'database_unavailable';
}

export function needsSignIn(code: ClientErrorCode): boolean {
  return code === 'sign_in_needed' || code === 'unauthenticated';
}

function isCoded(value: unknown): value is { code: ErrorCode; params?: ErrorParams } {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
}
