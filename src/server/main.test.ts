import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

/** The end of a program that cannot start, and what it says. */
const endOf = (args: string[], env: Record<string, string> = {}) =>
  new Promise<[code: unknown, said: string]>((resolve) => {
    const options = { cwd: tmpdir(), env: { PATH: process.env.PATH ?? '', ...env } };
    execFile(process.execPath, [program, ...args], options, (error, _stdout, stderr) => resolve([error?.code, stderr]));
  });

test('a role that there is none of is refused, and one that there is gets to its settings', async () => {
  const noRole = [2, 'Error: --role must be one of all, web, worker\n'];
  const noPort = [
    2,
    expect.stringMatching(/^The configuration is invalid\.\nPORT: .+\nSee \.env\.example for what each setting means\.\n$/),
  ];
  const wrong = { PORT: 'eighty' };
  const ends = [['--role=none'], ['--role'], ['--role=web']].map((args) => endOf(args, wrong));
  expect(await Promise.all(ends)).toEqual([noRole, noRole, noPort]);
});
