// npm run setup: everything `npm start` does before it starts.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled();
await ensureBuilt();
process.stdout.write('Ready. `npm start` starts Gleaner.\n');
