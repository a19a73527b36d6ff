/** One folder for everything temporary of a test run, so that a run that is stopped leaves neither processes nor files. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ender = fileURLToPath(new URL('./end-leftovers.ts', import.meta.url));

/** From here on temporary folders are made in it, also by the processes that the runner starts. Gives what removes it. */
export function makeRunFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'gl-run-'));
  // Databases and browsers run as other users.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  // Its stdin closes when this process ends, even by SIGKILL. Detached, so that signals to the runner's process group do not reach it.
  const child = spawn(process.execPath, [ender, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  return () => {
    child.stdin.destroy();
    rmSync(folder, { recursive: true, force: true });
  };
}
