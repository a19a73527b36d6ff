// A setup file of the runner: says to the recorder which test file runs in this process.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const { belongTo } = await import(/* @vite-ignore */ new URL('./reach-recorder.mjs', import.meta.url).href);
const root = fileURLToPath(new URL('..', import.meta.url));
const name = relative(root, expect.getState().testPath ?? 'unknown').replaceAll('/', '+');
belongTo(name);
writeFileSync(new URL(`./reach/process-${process.pid}`, import.meta.url), name);
