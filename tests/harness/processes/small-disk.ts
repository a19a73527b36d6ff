/** A disk of a few megabytes, for tests of what happens when it is full. Linux, and the right to mount. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  path: string;
  freeBytes(): number;
  /** Writes a file until this many bytes are free, none by default. */
  fill(leave?: number): void;
  /** Removes what `fill` wrote. */
  clear(): void;
  remove(): void;
};

const fillerName = 'filler';
const blockBytes = 64 * 1024;

/** Mounts one. A string says why this machine cannot. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  if (process.platform !== 'linux') return `no small disks on ${process.platform}`;
  const path = mkdtempSync(join(tmpdir(), 'gleaner-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    rmSync(path, { recursive: true });
    return `no right to mount: ${String(error).split('\n')[0]}`;
  }
  const filler = join(path, fillerName);
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    fill(leave = 0) {
      const file = openSync(filler, 'a');
      try {
        for (;;) {
          const wanted = Math.min(blockBytes, freeBytes() - leave);
          if (wanted <= 0) break;
          writeSync(file, Buffer.alloc(wanted, 1));
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
