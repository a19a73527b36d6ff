import type { ErrorCode, ErrorParams } from './app-error.ts';

/** What the interface can meet: every code of the server, and no server at all. */
export type ClientErrorCode = ErrorCode | 'offline';

export type ClientError = { code: ClientErrorCode; params: ErrorParams };

/**
 * Reads `{code, params}` out of what a call threw, or out of a problem that came with an answer. A call without an
 * answer of ours (the connection was cut, a proxy's 502) counts as `offline`; anything else unknown is `internal`.
 */
export function readError(error: unknown): ClientError {
  if (isCoded(error)) return { code: error.code, params: error.params ?? {} };
  if (typeof error !== 'object' || error === null || !('data' in error)) return { code: 'internal', params: {} };
  const { data } = error;
  if (typeof data !== 'object' || data === null) return { code: 'offline', params: {} };
  if ('app' in data && isCoded(data.app)) return { code: data.app.code, params: data.app.params ?? {} };
  return { code: 'internal', params: {} };
}

function isCoded(value: unknown): value is { code: ErrorCode; params?: ErrorParams } {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
}
