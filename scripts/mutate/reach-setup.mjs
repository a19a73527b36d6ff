// A setup file of the runner: tells the recorder which test runs in this process.
import { appendFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect } from 'vitest';

const { belongTo } = await import(/* @vite-ignore */ new URL('./reach-recorder.mjs', import.meta.url).href);
const root = fileURLToPath(new URL('..', import.meta.url));
const file = relative(root, expect.getState().testPath ?? 'unknown');
/** Only these have children that outlive a test. */
const hasServers = file.startsWith('tests/integration/');
let tests = 0;

async function enter(number) {
  const key = `${file}:${number}`;
  belongTo(key);
  writeFileSync(new URL(`./reach/process-${process.pid}`, import.meta.url), key);
  if (hasServers) await sleep(60);
}

const nameOf = (task) => [...(task.suite ? [nameOf(task.suite)] : []), task.name].filter(Boolean).join(' ');

await enter(-1);
beforeEach(async ({ task }) => {
  const number = tests++;
  const line = JSON.stringify([file, number, nameOf(task)]);
  appendFileSync(new URL(`./reach/tests-${process.pid}`, import.meta.url), `${line}\n`);
  await enter(number);
});
afterEach(() => enter(-1));
