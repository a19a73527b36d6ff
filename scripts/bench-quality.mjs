// npm run bench:quality: the product against the figures to beat, on the shared test sets.
// Those sets and their scorers (Python) lie beside a checkout, in ../shared/fixtures; without them there is nothing to do.
//   npm run bench:quality                all of it
//   npm run bench:quality -- subs media  those rows whose name holds a word
//   npm run bench:quality -- --quick     a part of each set, in a few minutes; --assert fails when a line is not reached
import { existsSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { at, projectNode, run } from './lib/project.mjs';

const fixtures = process.env.GLEANER_FIXTURES ?? at('..', 'shared', 'fixtures');
if (!existsSync(`${fixtures}/scorers`)) {
  process.stdout.write(`No shared test sets at ${fixtures}; nothing to measure.\n`);
  process.exit(0);
}
const args = process.argv.slice(2);
const quick = args.includes('--quick');
const asserted = args.includes('--assert');
const words = args.filter((arg) => !arg.startsWith('--'));
const cli = `${projectNode()} ${at('bin', 'gleaner.mjs')}`;

/** First number behind a label. */
const after = (label) => (output) => Number(new RegExp(`${label}\\s*([\\d.]+)`).exec(output)?.[1] ?? Number.NaN);
const summary = (set, data, n) => ({
  args: [
    '--set',
    set,
    '--data',
    `${fixtures}/summary/${data}`,
    '--cmd',
    `${cli} summarize --model-free --lang {lang} --max-chars {chars} {input}`,
    '--jobs',
    '2',
    ...limit(n),
  ],
  scorer: 'score-summary',
});
const chapters = (set, data) => ({
  args: ['--set', set, '--data', `${fixtures}/summary/${data}`, '--cmd', `${cli} chapters --lang {lang} {input}`, '--jobs', '2'],
  scorer: 'score-chapters',
  read: after('boundary-F1'),
});
const limit = (n) => (quick ? ['--limit', String(n)] : []);

// `line`: the figure to beat; `goal`: our own target for a whole run; `least`: false where smaller is better. A quick run checks
// the lines only, on fewer files.
const rows = [
  {
    name: 'wcxb word F1',
    line: 0.88,
    read: after('word F1'),
    scorer: 'score-extract',
    args: ['--list', `${fixtures}/web/wcxb-dev/list.json`, '--cmd', `${cli} extract --url {url} {input}`, ...limit(40)],
  },
  {
    name: 'zh pages word F1',
    line: 0.95,
    read: after('word F1'),
    scorer: 'score-extract',
    args: ['--list', `${fixtures}/web/zh/list.json`, '--cmd', `${cli} extract --url {url} {input}`, ...limit(40)],
  },
  {
    name: 'subs group mean',
    line: 0.97,
    read: after('group mean'),
    scorer: 'score-subs',
    args: ['--cases', `${fixtures}/subs/cases.json`, '--cmd', `${cli} subs {input}`],
  },
  {
    name: 'media of 23',
    line: 22,
    read: after(' all'),
    scorer: 'score-media',
    args: ['--cases', `${fixtures}/media/cases.json`, '--cmd', `${cli} probe {input}`],
  },
  {
    name: 'xss leaks',
    line: 0,
    least: false,
    read: after('active content'),
    scorer: 'score-safety',
    args: ['xss', '--data', `${fixtures}/safety`, '--cmd', `${cli} article-html {input}`],
    slow: true,
  },
  {
    name: 'markdown leaks',
    line: 0,
    least: false,
    read: after('active content'),
    scorer: 'score-safety',
    args: ['md', '--data', `${fixtures}/safety`, '--cmd', `${cli} render-note {input}`],
  },
  {
    name: 'ssrf reached',
    line: 0,
    least: false,
    read: after('reached or leaked'),
    scorer: 'score-safety',
    args: ['ssrf', '--data', `${fixtures}/safety`, '--cmd', `${cli} fetch {url}`, '--allow-env', 'GLEANER_FETCH_ALLOW'],
  },
  {
    name: 'injection carried',
    line: 0,
    least: false,
    read: after(' all'),
    scorer: 'score-safety',
    args: [
      'inject',
      '--data',
      `${fixtures}/safety`,
      '--articles',
      `${fixtures}/summary/webdesc-dev/webdesc.json`,
      '--cmd',
      `${cli} summarize --model-free --lang {lang} {input}`,
      ...limit(40),
    ],
  },
  { name: 'vcsum-long R1', line: 31.0, goal: 33.0, read: after('R1'), ...summary('vcsum-long', 'vcsum-dev', 8) },
  { name: 'vcsum-seg R1', line: 34.2, goal: 36.2, read: after('R1'), ...summary('vcsum-seg', 'vcsum-dev', 40) },
  { name: 'qmsum R1', line: 23.5, goal: 25.5, read: after('R1'), ...summary('qmsum', 'qmsum-val', 10) },
  // Its articles are learned from, so each is judged by what was learned from the others.
  {
    name: 'webdesc R1',
    line: 24.4,
    goal: 26.4,
    read: after('mean'),
    command: [projectNode(), at('scripts', 'train-description-words.mjs'), '--cross-validate'],
  },
  { name: 'chapters zh F1', line: 0.58, ...chapters('vcsum', 'vcsum-dev') },
  { name: 'chapters en F1', line: 0.48, ...chapters('qmsum', 'qmsum-val') },
  {
    name: 'long span en',
    line: 0.57,
    goal: 0.9,
    read: after('span'),
    meanOnly: true,
    scorer: 'score-long',
    args: [
      '--files',
      `${fixtures}/long/en/*.srt`,
      '--cmd',
      `${cli} summarize --model-free --json --lang {lang} {input}`,
      '--lang',
      'en',
      ...limit(2),
    ],
  },
  {
    name: 'long span zh',
    line: 0.32,
    goal: 0.9,
    read: after('span'),
    meanOnly: true,
    scorer: 'score-long',
    args: [
      '--files',
      `${fixtures}/long/zh/*.srt`,
      '--cmd',
      `${cli} summarize --model-free --json --lang {lang} {input}`,
      '--lang',
      'zh',
      ...limit(2),
    ],
  },
];

await ensureInstalled();
const python = (await run('python3', ['--version'], { quiet: true })).code === 0 ? 'python3' : 'python';
let behind = 0;
process.stdout.write(`${'set'.padEnd(20)} ${'product'.padStart(9)} ${'to beat'.padStart(9)}   seconds\n`);
const waiting = rows.filter(({ name, slow }) =>
  words.length > 0 ? words.some((word) => name.includes(word)) : !(quick && slow),
);

async function measure({ name, line: baseline, goal, least = true, read, scorer, args: own, command, meanOnly }) {
  const line = quick ? baseline : (goal ?? baseline);
  const started = performance.now();
  const [program, ...given] = command ?? [python, `${fixtures}/scorers/${scorer}.py`, ...own];
  const { output } = await run(program, given, { quiet: true });
  const figure = read(meanOnly ? output.slice(output.lastIndexOf('MEAN')) : output);
  const reached = least ? figure >= line : figure <= line;
  if (!reached) behind++;
  const seconds = Math.round((performance.now() - started) / 1000);
  const mark = Number.isNaN(figure) ? `no figure: ${output.trim().split('\n').at(-1)}` : reached ? '' : 'BEHIND';
  process.stdout.write(
    `${name.padEnd(20)} ${String(figure).padStart(9)} ${String(line).padStart(9)} ${String(seconds).padStart(9)}   ${mark}\n`,
  );
}

// Two at a time: some scorers request one file after the other, and none of the figures is a duration.
async function work() {
  for (let row = waiting.shift(); row; row = waiting.shift()) await measure(row);
}
await Promise.all([work(), work()]);
process.exit(asserted && behind > 0 ? 1 : 0);
