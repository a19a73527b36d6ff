/** A program: waits for its input to end, then ends every process that works in the folder it is given, and removes that. Linux. */
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 5_000;
const folder = process.argv[2] ?? '';
if (!folder.includes('gl-run-')) throw new Error('the folder of a test run is wanted');

function read(pid: number, name: string): string {
  try {
    return name === 'cwd' ? readlinkSync(`/proc/${pid}/cwd`) : readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It has ended, or is another user's.
    return '';
  }
}

function leftovers(): number[] {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .filter((pid) => read(pid, 'cwd').startsWith(folder) || read(pid, 'cmdline').includes(folder));
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

process.stdin.resume();
await new Promise((resolve) => process.stdin.once('close', resolve));
// PostgreSQL waits for its sessions on SIGTERM, and ends them on SIGINT.
for (const pid of leftovers()) send(pid, read(pid, 'comm').startsWith('postgres') ? 'SIGINT' : 'SIGTERM');
for (const deadline = Date.now() + patienceMs; leftovers().length > 0 && Date.now() < deadline; ) await sleep(100);
for (const pid of leftovers()) send(pid, 'SIGKILL');
rmSync(folder, { recursive: true, force: true });
