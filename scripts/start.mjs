// npm start: installs and builds what has changed, then serves, again after a crash. Arguments go to the server:
//   npm start -- --role web
import { ensureBuilt, isBuilt } from './lib/build.mjs';
import { isBeingChanged, registerServer } from './lib/checkout.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { at, childEnvironment, projectNode } from './lib/project.mjs';
import { supervise } from './lib/supervise.mjs';

const args = process.argv.slice(2);
// A worker serves no interface, and an interface that is built already needs no build tools.
const serves = !(args.includes('worker') || args.includes('--role=worker'));
do {
  await ensureInstalled(serves && !isBuilt() ? 'all' : 'run');
  if (serves) await ensureBuilt();
  registerServer({ usesInterface: serves });
} while (await isBeingChanged());

process.exit(
  await supervise(projectNode(), [at('src', 'server', 'main.ts'), ...args], {
    env: childEnvironment(),
    say: (text) => process.stderr.write(`${text}\n`),
  }),
);
