// npm run bench: every bench/*.bench.ts, one after the other, so that none disturbs another's figures.
//   npm run bench -- server     those whose name holds the word
import { readdirSync } from 'node:fs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { at, projectNode, run } from './lib/project.mjs';

await ensureInstalled();
await ensureBuilt();
const words = process.argv.slice(2);
const names = readdirSync(at('bench')).filter(
  (name) => name.endsWith('.bench.ts') && (words.length === 0 || words.some((word) => name.includes(word))),
);
let failed = 0;
for (const name of names.sort()) {
  process.stdout.write(`\n== ${name}\n`);
  const { code } = await run(projectNode(), ['--expose-gc', at('bench', name)]);
  if (code !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
