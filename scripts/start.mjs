// npm start: installs and builds what has changed, then serves. Arguments go to the server: npm start -- --role web
import { spawn } from 'node:child_process';
import { ensureBuilt, isBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { at, childEnvironment, projectNode } from './lib/project.mjs';

const args = process.argv.slice(2);
// A worker serves no interface; what is built already needs no tools to build it.
const serves = !(args.includes('worker') || args.includes('--role=worker'));
await ensureInstalled(serves && !isBuilt() ? 'all' : 'run');
if (serves) await ensureBuilt();

const server = spawn(projectNode(), [at('src', 'server', 'main.ts'), ...args], { stdio: 'inherit', env: childEnvironment() });
// From a terminal the server gets these itself as well; it takes a quick second one for the same.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
server.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
server.on('close', (code) => process.exit(code ?? 1));
