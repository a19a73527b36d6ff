// npm run mutate: puts small faults into the sources, one at a time, and asks the nearest tests whether they notice.
//   npm run mutate                       a sample of 100 over all sources
//   npm run mutate -- features/notes     only what is under this folder of src; several may be named
//   npm run mutate -- features/notes/server/note-store.ts:18   only in one line
//   npm run mutate -- --sample 300 --seed 7
//   npm run mutate -- --guards           only code that guards ownership, money, notes and addresses
//   npm run mutate -- --kinds Await,Clause   only mutants of these kinds
//   npm run mutate -- features/ask --tests tests/integration/ask.test.ts   asks these and the importers, without a measurement
//   npm run mutate -- --list             only names the sample
//   npm run mutate -- --measure          first finds which test reaches which line (some twenty minutes, kept)
// Survivors are listed by file, and kept with all results in test-results/mutants.json.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { at, readJson } from './lib/project.mjs';
import { identify, instrument, lineOf, ownMutants } from './mutate/mutants.mjs';
import { hasReach, measureReach } from './mutate/reach.mjs';
import { describeResults, sentence, toJson } from './mutate/report.mjs';
import { makeSandbox, removeSandbox, startClusters } from './mutate/sandbox.mjs';
import { guards, mutableSources, sampleOf } from './mutate/sources.mjs';
import { askTypes, createTrial } from './mutate/try-mutant.mjs';

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    guards: { type: 'boolean', default: false },
    kinds: { type: 'string' },
    tests: { type: 'string' },
    list: { type: 'boolean', default: false },
    measure: { type: 'boolean', default: false },
  },
});
const seed = Number(options.seed);
const kinds = options.kinds?.split(',');
const say = (text) => process.stdout.write(`${text}\n`);

await ensureInstalled();
if (options.measure || !(hasReach() || options.list || options.tests)) {
  say('All unit and integration tests run once with instrumented sources, to learn which test reaches which line.');
  await measureReach(mutableSources(), [{ project: 'unit*' }, { project: 'integration*' }], say);
}

/** The requested lines, by file. */
const linesOf = new Map();
for (const [, file, line] of folders.map((folder) => /^(?:src\/)?(.*):(\d+)$/.exec(folder)).filter(Boolean))
  linesOf.set(`src/${file}`, [...(linesOf.get(`src/${file}`) ?? []), Number(line)]);
const files = mutableSources(options.guards ? guards : folders.map((folder) => folder.replace(/:\d+$/, '')));
const contents = new Map(files.map((file) => [file, readFileSync(at(file), 'utf8')]));
const keyOf = ({ file, line, from, to }) => JSON.stringify({ file, line, from, to });
const equivalents = new Set(readJson(at('tests', 'equivalent-mutants.json')).map(keyOf));
const mutants = (await instrument(files))
  .flatMap(({ file, content, mutants: all }) => [...all, ...ownMutants(file, content)])
  .filter(({ file, start }) => linesOf.get(file)?.includes(lineOf(contents.get(file), start)) ?? true)
  .filter(({ mutator }) => kinds === undefined || kinds.includes(mutator))
  .filter((mutant) => !equivalents.has(keyOf(identify(mutant, contents.get(mutant.file)))));
// Each with the text of its file, which may be edited during the run.
const chosen = sampleOf(mutants, Number(options.sample), seed).map((mutant) => ({
  ...mutant,
  content: contents.get(mutant.file),
}));
say(`${mutants.length} mutants in ${files.length} files; a sample of ${chosen.length}, seed ${seed}`);
if (options.list) {
  for (const mutant of chosen) say(`${mutant.file}:${sentence(mutant, contents.get(mutant.file))}`);
  process.exit(0);
}

const rememberedPath = at('node_modules', '.cache', 'mutate', 'results.json');
mkdirSync(at('node_modules', '.cache', 'mutate'), { recursive: true });
const remembered = existsSync(rememberedPath) ? readJson(rememberedPath) : {};
const results = [];
const remember = () => writeFileSync(rememberedPath, JSON.stringify(remembered));

/** Mutants that the type checker has judged. */
const ready = [];
let changed = Promise.withResolvers();
let isOpen = true;
const tell = (answered, open = true) => {
  ready.push(...answered);
  isOpen = open;
  changed.resolve();
  changed = Promise.withResolvers();
};

async function nextMutant() {
  while (ready.length === 0 && isOpen) await changed.promise;
  return ready.shift();
}

async function checkTypes() {
  const folder = await makeSandbox('types');
  await askTypes(chosen, remembered, folder, (answered) => {
    remember();
    tell(answered);
  });
  removeSandbox(folder);
  tell([], false);
}

async function work(name, tryMutant) {
  const folder = await makeSandbox(name);
  for (let mutant = await nextMutant(); mutant; mutant = await nextMutant()) {
    const outcome = await tryMutant(mutant, folder);
    results.push({ ...mutant, ...outcome });
    const place = sentence(mutant, contents.get(mutant.file));
    say(`${String(results.length).padStart(4)}/${chosen.length}  ${outcome.status.padEnd(9)} ${mutant.file}:${place}`);
    remember();
  }
  removeSandbox(folder);
}

const started = performance.now();
const trial = startClusters().then((env) => createTrial(remembered, say, env, options.tests?.split(',')));
await Promise.all([checkTypes(), ...['one', 'two'].map(async (name) => work(name, await trial))]);
say(`${describeResults(results, contents)} in ${((performance.now() - started) / 60_000).toFixed(1)} min`);
mkdirSync(at('test-results'), { recursive: true });
writeFileSync(at('test-results', 'mutants.json'), toJson(seed, results, contents));
