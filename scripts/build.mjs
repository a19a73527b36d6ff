// npm run build: the interface into dist/web. Server, worker and command line run from their sources.
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled();
await build();
