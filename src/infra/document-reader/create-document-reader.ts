import { stat } from 'node:fs/promises';
import { isAbsolute, resolve as resolvePath } from 'node:path';
import type { DocumentReader } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { sizeText } from '#lib/bytes.ts';
import { lendFile, shownFile } from '../process/lend-file.ts';
import { type RunResult, runEntry } from '../process/run-process.ts';
import { type DocumentReply, documentLimits, fromInput, warmTask } from './child-messages.ts';

export type DocumentReaderOptions = {
  timeoutMs?: number;
  /** Private memory of the child in bytes. Default 1.5 GB, of which the JavaScript heap may take half. */
  memoryBytes?: number;
};

const entry = new URL('./child/main.ts', import.meta.url);

/** Reads in a child process with limits and, if possible, a sandbox. The format is detected from the content. */
export function createDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  const timeoutMs = options.timeoutMs ?? 60_000;
  const memoryBytes = options.memoryBytes ?? 1536 * 1024 * 1024;
  return async (source, signal) => {
    const path = 'path' in source ? absolute(source.path) : null;
    const size = 'bytes' in source ? source.bytes.byteLength : await sizeOf(source.path);
    if (size > documentLimits.fileBytes)
      throw new AppError('document_too_large', { params: { most: sizeText(documentLimits.fileBytes) } });
    const lent = path === null ? null : await lendFile(path);
    const result = await runEntry(entry, [lent?.path ?? fromInput], {
      signal,
      timeoutMs,
      ...('bytes' in source ? { input: source.bytes } : {}),
      maxStdoutBytes: 64 * 1024 * 1024,
      maxHeapMb: Math.floor(memoryBytes / 2 / 1024 / 1024),
      limits: { dataBytes: memoryBytes, cpuSeconds: Math.ceil(timeoutMs / 1000) + 5, fileSizeBytes: 0, openFiles: 128 },
      ...(lent ? { lent } : {}),
      sandbox: { readOnly: lent ? shownFile(lent) : [] },
      warmArgs: [warmTask],
    }).finally(() => lent?.close());
    const reply = readReply(result);
    if (reply.ok) return { ...reply.value, cover: reply.value.cover === null ? null : Buffer.from(reply.value.cover, 'base64') };
    const params = {
      ...(reply.reason ? { reason: reply.reason } : {}),
      ...(reply.code === 'document_too_large' ? { most: sizeText(documentLimits.decodedBytes) } : {}),
      ...(reply.code === 'text_too_long' ? { most: documentLimits.textChars } : {}),
    };
    throw new AppError(reply.code, { params, detail: reply.detail });
  };
}

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolvePath(path);
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new AppError('file_missing');
  return found.size;
}

/** If the child died or exceeded its limits, the document counts as malicious. */
function readReply(result: RunResult): DocumentReply {
  const refused = { ok: false, code: 'document_unreadable', reason: 'refused' } as const;
  if (result.truncated) return { ...refused, detail: 'more output than a real document gives' };
  try {
    return JSON.parse(result.stdout.toString('utf8')) as DocumentReply;
  } catch {
    const end = result.signal ?? result.exitCode;
    return { ...refused, detail: `the document child ended with ${end}: ${result.stderr.slice(-300)}` };
  }
}
