/** A program that takes yt-dlp's arguments and does what a test tells it: answers, hangs, floods, lies. */
import { chmod, rename, writeFile } from 'node:fs/promises';

export type FakeBehaviour = {
  /** Printed for `--version`. */
  version?: string;
  /** By address; `*` for all others. */
  answers?: Record<string, FakeAnswer>;
};

export type FakeAnswer = {
  /** The JSON of a look, or any text in its place. */
  info?: unknown;
  /** The JSON of a list. */
  list?: unknown;
  /** The track's file, by its id. */
  tracks?: Record<string, { format: string; text: string }>;
  /** The sound, in base64. */
  audio?: string;
  /** Said on stderr before it ends. */
  says?: string;
  exitCode?: number;
  /** `hang`: never ends. `flood-err`, `flood-out`: a gigabyte. `leave-child`: hangs with a child of its own. */
  does?: 'hang' | 'flood-err' | 'flood-out' | 'leave-child';
  /** Ports of this machine that it tries to reach without the proxy; the title then says which answered. */
  dials?: number[];
};

/** Writes the program. It needs nothing but itself and this runtime, so that it also runs in a box. */
export async function writeFakeYtDlp(path: string, behaviour: FakeBehaviour): Promise<string> {
  const script = `#!${process.execPath}
const behaviour = ${JSON.stringify({ version: '2026.10.26', ...behaviour })};
(${program.toString()})(behaviour);
`;
  // Never half written for a server that looks at the same moment.
  await writeFile(`${path}.new`, script);
  await chmod(`${path}.new`, 0o755);
  await rename(`${path}.new`, path);
  return path;
}

/** Runs inside the script: uses nothing from outside itself. */
function program(behaviour: Required<Pick<FakeBehaviour, 'version'>> & FakeBehaviour): void {
  const builtin = (name: string) =>
    process.getBuiltinModule(name as 'fs') as unknown as Record<string, (...args: unknown[]) => unknown>;
  const fs = builtin('fs');
  const args = process.argv.slice(2);
  const after = (name: string): string => args[args.indexOf(name) + 1] ?? '';
  if (args.includes('--version')) {
    process.stdout.write(`${behaviour.version}\n`);
    return;
  }
  const url = args.at(-1) ?? '';
  const answer = behaviour.answers?.[url] ?? behaviour.answers?.['*'] ?? { says: 'ERROR: Unsupported URL', exitCode: 1 };
  const output = (format: string): string => after('--output').replace('%(ext)s', format);
  const write = (text: unknown) => process.stdout.write(typeof text === 'string' ? text : JSON.stringify(text));
  const finish = (): void => {
    if (answer.says) process.stderr.write(`${answer.says}\n`);
    process.exitCode = answer.exitCode ?? 0;
  };
  if (answer.does === 'hang' || answer.does === 'leave-child') {
    if (answer.does === 'leave-child')
      builtin('child_process').spawn?.(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    setInterval(() => {}, 1000);
    return;
  }
  if (answer.does === 'flood-err' || answer.does === 'flood-out') {
    const megabyte = Buffer.alloc(1024 * 1024, 120);
    for (let written = 0; written < 1024; written++) {
      try {
        fs.writeSync?.(answer.does === 'flood-err' ? 2 : 1, megabyte);
      } catch {
        written -= 1;
      }
    }
  }
  if (answer.dials) {
    const net = process.getBuiltinModule('net');
    const reached: number[] = [];
    let left = answer.dials.length;
    for (const port of answer.dials) {
      const socket = net.connect(port, '127.0.0.1');
      const done = (): void => {
        left -= 1;
        if (left === 0) write({ title: `reached ${reached.join(',') || 'nothing'}`, id: '1', formats: [] });
      };
      socket.once('connect', () => {
        reached.push(port);
        socket.destroy();
        done();
      });
      socket.once('error', done);
    }
    return;
  }
  if (args.includes('--dump-single-json'))
    write(args.includes('--yes-playlist') ? (answer.list ?? answer.info ?? null) : (answer.info ?? null));
  else if (args.includes('--skip-download')) {
    const track = answer.tracks?.[after('--sub-langs').replaceAll('\\.', '.')];
    if (track) fs.writeFileSync?.(output(`en.${track.format}`), track.text);
  } else if (answer.audio !== undefined) {
    const bytes = Buffer.from(answer.audio, 'base64');
    for (const share of [0.25, 0.5, 1]) write(`{"received":${Math.round(bytes.length * share)},"total":${bytes.length}}\n`);
    fs.writeFileSync?.(output('m4a'), bytes);
  }
  finish();
}
