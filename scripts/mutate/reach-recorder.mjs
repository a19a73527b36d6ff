// Loaded by instrumented sources in whichever process they run: notes which mutants a test file reaches.
// Plain code without packages. The folder is written into the line that imports this, as children have few variables.
import { appendFileSync, readFileSync } from 'node:fs';

const folder = new URL('./reach/', import.meta.url);
/** In the runner's process the test file changes; a child belongs to the file that started it. */
let current;
/** By source: a byte for each mutant, set when it was reached. Asked in the sources themselves, since some are passed a million times. */
const hits = new Map();

export function hitsOf(source, count) {
  const bytes = new Uint8Array(count);
  hits.set(source, bytes);
  return bytes;
}

export function belongTo(testFile) {
  current = testFile;
  for (const bytes of hits.values()) bytes.fill(0);
}

function parentOf(pid) {
  // The name of a command may hold spaces and parentheses.
  return Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\)\s\S+\s/s, '')
      .split(' ')[0],
  );
}

function inherited() {
  for (let pid = process.pid, steps = 0; pid > 1 && steps < 20; steps++) {
    try {
      return readFileSync(new URL(`process-${pid}`, folder), 'utf8');
    } catch {
      pid = parentOf(pid);
    }
  }
  return undefined;
}

let failed = false;

export function reach(source, ids) {
  const bytes = hits.get(source);
  for (const id of ids) bytes[id] = 1;
  if (failed) return;
  try {
    current ??= inherited();
    if (current === undefined) return;
    appendFileSync(new URL(`reached-${process.pid}-${current}`, folder), ids.map((id) => `${source}#${id}\n`).join(''));
  } catch {
    // A child that may not write: its mutants are found by their file.
    failed = true;
  }
}
