#!/usr/bin/env node
// Starts the command line under the runtime the project brings, whatever Node is on the path.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // Before the first of our modules is loaded: each is then compiled once and not at every start.
  module.enableCompileCache();
  process.argv.splice(1, 1, entry);
  await import(entry);
} else {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const runtime = fileURLToPath(new URL(`../node_modules/node/bin/${name}`, import.meta.url));
  if (!existsSync(runtime)) {
    process.stderr.write('gleaner: the project is not set up yet. Run `npm run setup` first.\n');
    process.exit(2);
  }
  const done = spawnSync(runtime, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(done.status ?? 1);
}
