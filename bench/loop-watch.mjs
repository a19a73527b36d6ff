/**
 * Loaded into a server by `--import`: appends a line to the file that LOOP_WATCH names for each pause of its event loop.
 * `workMs` is the processor time of the main thread, `queueMs` (Linux) the time it was ready and had no core; for the rest
 * of `pauseMs` it waited for others, such as the threads of the garbage collector.
 */
import { appendFileSync, readFileSync } from 'node:fs';

const everyMs = 5;
const reportMs = 20;

/** The times of the main thread, in ms. */
function times() {
  const [work, queue] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ');
  return { at: performance.now(), work: Number(work) / 1e6, queue: Number(queue) / 1e6 };
}

let last = times();
setInterval(() => {
  const now = times();
  const pauseMs = now.at - last.at - everyMs;
  if (pauseMs > reportMs) {
    const line = { at: Date.now(), pauseMs, workMs: now.work - last.work, queueMs: now.queue - last.queue };
    appendFileSync(process.env.LOOP_WATCH, `${JSON.stringify(line)}\n`);
  }
  last = times();
}, everyMs).unref();
