// npm run build: the interface into dist/web. Server, worker and command line run from their sources.
import { build } from './lib/build.mjs';
import { changeCheckout } from './lib/checkout.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled();
await changeCheckout('interface', () => true, build);
