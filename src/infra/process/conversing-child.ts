import { fileURLToPath } from 'node:url';
import { codeCacheOf } from './code-cache.ts';
import type { ProcessLimits, Sandbox } from './confine.ts';
import { entryCommand, killTree, startProcess } from './run-process.ts';

export type TalkOptions = {
  onLine(line: string): void;
  onEnd(end: { exitCode: number | null; signal: string | null; stderr: string }): void;
  limits?: ProcessLimits;
  sandbox?: Sandbox;
  maxHeapMb?: number;
};

export type Talk = {
  /** Sends a frame: header length (4 bytes), header, byte length (4 bytes), bytes. */
  send(header: unknown, bytes?: Uint8Array): void;
  kill(): void;
};

const maxLine = 16 * 1024 * 1024;
const maxStderr = 16 * 1024;

export function talkEntry(entry: URL, args: string[], options: TalkOptions): Talk {
  const path = fileURLToPath(entry);
  const { command, flags, ...bounds } = entryCommand(path, options);
  const child = startProcess(command, [...flags, path, ...args], {
    signal: new AbortController().signal,
    env: { NODE_COMPILE_CACHE: codeCacheOf(path) },
    ...(options.limits ? { limits: options.limits } : {}),
    ...bounds,
  });
  let text = '';
  child.stdout?.setEncoding('utf8');
  child.stdout?.on('data', (chunk: string) => {
    text += chunk;
    if (text.length > maxLine) killTree(child);
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) options.onLine(line);
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-maxStderr);
  });
  let ended = false;
  const end = (exitCode: number | null, signal: string | null) => {
    if (ended) return;
    ended = true;
    options.onEnd({ exitCode, signal, stderr });
  };
  child.once('error', (error) => {
    stderr += error.message;
    end(null, null);
  });
  child.once('close', end);
  child.stdin?.on('error', () => {});
  return {
    send(header, bytes = new Uint8Array(0)) {
      const json = Buffer.from(JSON.stringify(header));
      child.stdin?.write(lengthOf(json));
      child.stdin?.write(json);
      child.stdin?.write(lengthOf(bytes));
      child.stdin?.write(bytes);
    },
    kill: () => killTree(child),
  };
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return length;
}

/** For the child: reads the frames from its standard input. */
export async function* readFrames(input: AsyncIterable<Buffer>): AsyncGenerator<{ header: unknown; bytes: Buffer }> {
  let kept: Buffer = Buffer.alloc(0);
  const source = input[Symbol.asyncIterator]();
  async function take(size: number): Promise<Buffer | null> {
    const parts = [kept];
    let have = kept.length;
    while (have < size) {
      const next = await source.next();
      if (next.done) return null;
      parts.push(next.value);
      have += next.value.length;
    }
    const all = Buffer.concat(parts);
    kept = all.subarray(size);
    return all.subarray(0, size);
  }
  for (;;) {
    const parts: Buffer[] = [];
    for (let index = 0; index < 2; index++) {
      const length = await take(4);
      const part = length && (await take(length.readUInt32LE()));
      if (!part) return;
      parts.push(part);
    }
    const [header, bytes] = parts;
    if (header && bytes) yield { header: JSON.parse(header.toString('utf8')) as unknown, bytes };
  }
}
