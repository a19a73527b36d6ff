import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwnLicenses } from '#infra/licenses/own-license.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'gleaner-license-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function gleaner(...args: string[]) {
  const main = join(import.meta.dirname, '../main.ts');
  return new Promise<{ exitCode: number | null; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, LANG: 'C.UTF-8' };
    const child = execFile(process.execPath, [main, 'license', ...args], { env, timeout: 30_000 }, (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode, stdout, stderr }),
    );
  });
}

test('ACC-06 licenses that the command issues are accepted by a server with its public key', async () => {
  const file = join(directory, 'signer.pem');
  const { stdout } = await gleaner('keygen', file);
  const [, publicKey = ''] = /^LICENSE_PUBLIC_KEYS=([\w-]{43})\n$/.exec(stdout) ?? [];
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const issued = await gleaner('issue', '--key', file, '--minutes', '90', '--order', 'A-1', '--days', '30', '--count', '2');
  expect(issued.exitCode).toBe(0);
  const keys = issued.stdout.trim().split('\n');
  expect(new Set(keys).size).toBe(2);
  for (const key of keys)
    expect(await createOwnLicenses([publicKey]).look(key, new AbortController().signal)).toMatchObject({
      facts: { order: 'A-1', product: '90-minutes', seconds: 5400 },
    });
  const before = readFileSync(file, 'utf8');
  expect((await gleaner('keygen', file)).exitCode).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test.each([
  [['issue', '--minutes', '5']],
  [['issue', '--key', '/nowhere/key.pem', '--minutes', '5']],
  [['issue', '--key', 'x', '--minutes', '-5']],
  [['frobnicate']],
])('ACC-06 wrong use %j is said', async (args) => {
  expect(await gleaner(...args)).toMatchObject({ exitCode: 2, stdout: '' });
});
