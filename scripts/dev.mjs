// npm run dev: the server, started again when its files change, and the interface from Vite, which reloads the page.
import { spawn } from 'node:child_process';
import { isBeingChanged, registerServer } from './lib/checkout.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { at, childEnvironment, packageCommand, projectNode } from './lib/project.mjs';

do {
  await ensureInstalled();
  // The interface comes from Vite.
  registerServer({ usesInterface: false });
} while (await isBeingChanged());
const env = childEnvironment({ NODE_ENV: 'development' });
const children = [
  [['--watch', '--watch-preserve-output', at('src', 'server', 'main.ts'), ...process.argv.slice(2)]],
  [[packageCommand('vite'), '--clearScreen', 'false']],
].map(([args]) => spawn(projectNode(), args, { stdio: 'inherit', env }));
process.stdout.write('Open http://localhost:5173 (the interface, reloading); calls go on to the server.\n');

let ending = false;
function end(signal) {
  ending = true;
  for (const child of children) child.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));
for (const child of children) {
  child.on('close', (code) => {
    if (!ending) end('SIGTERM');
    process.exitCode ||= code ?? 0;
  });
}
