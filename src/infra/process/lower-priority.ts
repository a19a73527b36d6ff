/** Children that compute yield to the processes that answer requests. */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const niceness = 5;
/** Linux takes one change of a group in a tenth of a second from users other than root. */
const againMs = 150;

/**
 * Lowers the priority of a process that leads a session of its own. Where Linux schedules by session (autogroups), the
 * niceness of a process only counts within its session, and that of the session is lowered too.
 */
export function lowerPriority(pid: number, tries = 5): void {
  try {
    setPriority(pid, niceness);
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(niceness), { flag: 'r+' });
  } catch (error) {
    // Some systems forbid it, or have no such groups; the limits hold all the same.
    const isTooSoon = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    if (isTooSoon && tries > 1) setTimeout(lowerPriority, againMs, pid, tries - 1).unref();
  }
}
