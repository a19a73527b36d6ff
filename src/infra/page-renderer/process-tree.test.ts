import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../../tests/harness/wait.ts';
import { processTree, residentBytes } from './process-tree.ts';

let child: ChildProcess | undefined;
afterEach(() => {
  if (child?.pid) process.kill(-child.pid, 'SIGKILL');
});

describe.runIf(process.platform === 'linux')('the processes of a browser', () => {
  test('are those with its mark and all that they started, and never this one', async () => {
    const mark = `mark-${randomUUID()}`;
    expect(await processTree(mark)).toEqual([]);
    expect(await residentBytes(mark)).toBe(0);
    // A name with spaces and parentheses; the mark is only in the first process.
    const script = `sh -c 'sleep 600; true' & sleep 600; true`;
    child = spawn('/bin/sh', ['-c', script, `) S 1 (${mark}`], { stdio: 'ignore', detached: true });
    const pids = await waitFor('the whole tree', async () => {
      const tree = await processTree(mark);
      return tree.length === 4 ? tree : undefined;
    });
    expect(pids[0]).toBe(child.pid);
    expect(pids).not.toContain(process.pid);
    const parentOf = (pid: number) => Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    for (const pid of pids.slice(1)) expect(pids.indexOf(parentOf(pid))).toBeLessThan(pids.indexOf(pid));
    const own = pids.map((pid) => {
      const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
      return ((resident ?? 0) - (shared ?? 0)) * 4096;
    });
    expect(await residentBytes(mark)).toBe(own.reduce((sum, bytes) => sum + bytes, 0));
    expect(own[0]).toBeGreaterThan(0);
  });

  test('do not include this one, although its command has the mark', async () => {
    const own = readFileSync(`/proc/${process.pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
    expect(await processTree(own)).not.toContain(process.pid);
  });
});
