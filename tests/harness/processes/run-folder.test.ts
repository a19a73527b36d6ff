import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { waitFor } from '../wait.ts';

const module = fileURLToPath(new URL('./run-folder.ts', import.meta.url));
/** A parent process that starts a detached child, as a test run starts the packaged PostgreSQL. */
const runner = `
  const { makeRunFolder } = await import(${JSON.stringify(module)});
  const { spawn } = await import('node:child_process');
  const { mkdtempSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  makeRunFolder();
  const cwd = mkdtempSync(tmpdir() + '/data-');
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000)'], { cwd, detached: true, stdio: 'ignore' });
  console.log(JSON.stringify({ pid: child.pid, folder: tmpdir() }));
  setInterval(() => undefined, 1000);
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.runIf(process.platform === 'linux')('a killed run leaves no process and no file behind', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', runner], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const { pid, folder } = await waitFor('the program', () => (said.includes('\n') ? JSON.parse(said) : undefined));
  expect([isAlive(pid), existsSync(folder)]).toEqual([true, true]);
  child.kill('SIGKILL');
  await waitFor('its end', () => (isAlive(pid) || existsSync(folder) ? undefined : true), 30_000);
});
