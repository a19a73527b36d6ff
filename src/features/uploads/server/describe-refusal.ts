/** Every failure carries one of our codes, in the shape of all other calls. */
import { type AppError, type ErrorParams, findAppError, toAppError } from '#lib/app-error.ts';

export type Refusal = { status_code: number; body: string };

export function refusal(status: number, code: AppError['code'], params: ErrorParams = {}): Refusal {
  return { status_code: status, body: JSON.stringify({ error: { message: code, data: { app: { code, params } } } }) };
}

export function describeRefusal(error: Error | Refusal): Refusal {
  const known = findAppError(error) ?? knownCause(error);
  if (known) return refusal(statusOf(known), known.code, known.params);
  const status = 'status_code' in error ? error.status_code : 500;
  if ('body' in error && error.body.startsWith('{')) return error;
  switch (status) {
    case 413:
      return refusal(413, 'file_too_large');
    case 404:
    case 410:
      return refusal(404, 'upload_not_found');
    case 400:
    case 403:
      return refusal(400, 'bad_request');
    case 409:
      return refusal(409, 'conflict');
    case 423:
      return refusal(423, 'busy');
    default:
      return refusal(status >= 400 ? status : 500, 'storage_failed');
  }
}

/** A full disk, either the server's or the database's. */
function knownCause(error: Error | Refusal): AppError | null {
  const known = toAppError(error);
  return known.code === 'storage_failed' ? known : null;
}

function statusOf({ code }: AppError): number {
  switch (code) {
    case 'storage_failed':
      return 507;
    case 'storage_quota':
      return 413;
    case 'upload_not_found':
      return 404;
    case 'busy':
      return 423;
    default:
      return 500;
  }
}
