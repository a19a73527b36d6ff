import { homedir } from 'node:os';
import type { ProcessLimits, Sandbox } from '../process/confine.ts';
import { type RunOptions, type RunResult, runEntry } from '../process/run-process.ts';

const relay = new URL('../process/boxed-relay.ts', import.meta.url);
const relayPort = 3128;
export const proxyInBox = `http://127.0.0.1:${relayPort}`;
export const folderInBox = '/run/gleaner-out';

/** Limits per process. Downloads are limited by the guard proxy and `fileSizeBytes`. */
export const limits: ProcessLimits = {
  dataBytes: 1536 * 1024 * 1024,
  cpuSeconds: 900,
  fileSizeBytes: 2 * 1024 ** 3 + 64 * 1024 ** 2,
  openFiles: 512,
};

const certificates = ['/etc/ssl', '/etc/pki', '/etc/ca-certificates'];

export type Box = { readOnly: string[]; env: Record<string, string> };

export type BoxedOptions = Pick<RunOptions, 'signal' | 'timeoutMs' | 'onStdout' | 'maxStdoutBytes'> & {
  socket?: string;
  /** A writable folder, which the program sees as `/run/gleaner-out`. */
  folder?: string;
};

const socketInBox = '/run/guard.sock';

export async function runBoxed(
  program: { path: string; box: Box },
  args: string[],
  { socket, folder, ...options }: BoxedOptions,
): Promise<RunResult> {
  const sandbox = sandboxOf(program.box, { socket, folder });
  const env = { HOME: homedir(), ...program.box.env };
  return await runEntry(relay, [socketInBox, String(relayPort), program.path, ...args], { ...options, env, limits, sandbox });
}

export function sandboxOf(box: Box, { socket, folder }: { socket?: string | undefined; folder?: string | undefined }): Sandbox {
  const same = [...box.readOnly, ...certificates].map((path) => ({ from: path, to: path }));
  return {
    readOnly: [...same, ...(socket === undefined ? [] : [{ from: socket, to: socketInBox }])],
    ...(folder === undefined ? {} : { writable: [{ from: folder, to: folderInBox }] }),
  };
}
