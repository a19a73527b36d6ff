import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '#lib/app-error.ts';
import { maxTextBytes } from '#lib/max-text-bytes.ts';

const headBytes = 65_536;

export type FileHead = { head: Uint8Array; size: number };

export async function readHead(path: string): Promise<FileHead> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(size, headBytes)), 0, Math.min(size, headBytes), 0);
    return { head: buffer.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}

/** Errors: `file_too_large` past 20 MB. */
export async function readAll(path: string, signal: AbortSignal): Promise<Uint8Array> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    if (size > maxTextBytes) throw tooLarge();
    return await file.readFile({ signal });
  } finally {
    await file.close();
  }
}

/** Errors: `file_too_large` past 20 MB, `document_unreadable`. */
export async function unpackGzip(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: maxTextBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(error);
    throw new AppError('document_unreadable', { cause: error });
  }
}

export function tooLarge(cause?: unknown): AppError {
  return new AppError('file_too_large', { cause, params: { maxBytes: maxTextBytes } });
}

async function openFile(path: string) {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw new AppError('file_missing', { cause: error });
  }
}
