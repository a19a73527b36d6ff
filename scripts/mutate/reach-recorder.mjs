// Loaded by instrumented sources in whichever process they run: notes which mutants a test reaches.
// Plain code without packages. The folder is written into the line that imports this, as children have few variables.
import { openSync, readFileSync, writeSync } from 'node:fs';

const folder = new URL('./reach/', import.meta.url);
/** The interval at which a child looks which test runs. The runner waits this long between tests. */
const everyMs = 25;
/** By source: a byte per mutant, set when it was reached. The sources check it themselves, since some run a million times. */
const hits = new Map();
/** `file:number` of the current test; number -1 is what a file does outside of its tests. */
let current;
let isRunner = false;
let output;

export function hitsOf(source, count) {
  const bytes = new Uint8Array(count);
  hits.set(source, bytes);
  return bytes;
}

function write(lines) {
  output ??= openSync(new URL(`reached-${process.pid}`, folder), 'a', 0o666);
  writeSync(output, lines);
}

/** Called in the runner's process: what is reached from now on belongs to this test. */
export function belongTo(test) {
  isRunner = true;
  flush();
  current = test;
}

function flush() {
  const lines = [];
  for (const [source, bytes] of hits) {
    const ids = [];
    for (let id = bytes.indexOf(1); id >= 0; id = bytes.indexOf(1, id + 1)) ids.push(id);
    if (ids.length > 0) lines.push(`${current} ${source} ${ids.join()}\n`);
    bytes.fill(0);
  }
  if (lines.length > 0 && current !== undefined) write(lines.join(''));
}

function parentOf(pid) {
  // The name of a command may hold spaces and parentheses.
  return Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\)\s\S+\s/s, '')
      .split(' ')[0],
  );
}

/** A child belongs to the test that its runner is at. It looks again and again, since servers outlive a test. */
function follow() {
  for (let pid = process.pid, steps = 0; pid > 1 && steps < 20; steps++) {
    const note = new URL(`process-${pid}`, folder);
    try {
      current = readFileSync(note, 'utf8');
    } catch {
      pid = parentOf(pid);
      continue;
    }
    // Empty while the runner writes it: read again at the next mutant.
    if (current === '') current = undefined;
    else setInterval(() => keepUp(note), everyMs).unref();
    return;
  }
  current = '';
}

function keepUp(note) {
  try {
    const now = readFileSync(note, 'utf8');
    if (now === current || now === '') return;
    current = now;
    for (const bytes of hits.values()) bytes.fill(0);
  } catch {
    // Too many open files: the test stays as it was.
  }
}

let failed = false;

export function reach(source, ids) {
  const bytes = hits.get(source);
  for (const id of ids) bytes[id] = 1;
  if (failed || isRunner) return;
  try {
    if (current === undefined) follow();
    if (current) write(`${current} ${source} ${ids.join()}\n`);
  } catch {
    // This child has no write access to the folder: its mutants are found by their file.
    failed = true;
  }
}

process.on('exit', () => {
  if (isRunner) flush();
});
