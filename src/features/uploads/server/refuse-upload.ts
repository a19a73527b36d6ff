/**
 * What is checked before a visitor's first file creates an account. The largest file: `MAX_UPLOAD_BYTES` in
 * `server/environment.ts`. The server of uploads checks it for all (`upload-server.ts`); space: `reservations.ts`, quota: `storage-quota.ts`.
 */
import type { Context } from 'hono';
import type { ErrorCode } from '#lib/app-error.ts';
import { uploadsPath } from '../contract.ts';

/** Null: accepted. */
export function refuseUpload(c: Context, maxBytes: number): Response | null {
  if (c.req.path !== uploadsPath) return refuse(c, 404, 'upload_not_found');
  const length = c.req.header('upload-length') ?? '';
  if (c.req.header('tus-resumable') !== '1.0.0' || !/^\d{1,15}$/.test(length) || Number(length) === 0)
    return refuse(c, 400, 'bad_request');
  return Number(length) > maxBytes ? refuse(c, 413, 'file_too_large') : null;
}

export function refuse(c: Context, status: 400 | 403 | 404 | 413, code: ErrorCode): Response {
  return c.json({ error: { message: code, data: { app: { code, params: {} } } } }, status);
}
