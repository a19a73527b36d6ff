import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { chooseBlocks } from '#engine/page/block-model.ts';
import { tokensOf, wordF1 } from './label.mjs';

function shinglesOf(tokens) {
  const counts = new Map();
  for (let i = 0; i < Math.max(1, tokens.length - 3) && tokens.length > 0; i++) {
    const key = tokens.slice(i, i + 4).join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const sum = (values) => values.reduce((a, b) => a + b, 0);
const mean = (values) => sum(values) / Math.max(1, values.length);

function measure(wanted, got) {
  const ours = shinglesOf(got);
  const theirs = shinglesOf(wanted);
  const shared = sum([...ours].map(([key, count]) => Math.min(count, theirs.get(key) ?? 0)));
  return {
    f1: wordF1(wanted, got),
    precision: shared / Math.max(1, sum([...ours.values()])),
    recall: shared / Math.max(1, sum([...theirs.values()])),
  };
}

function readabilityOf(page) {
  const { document } = parseHTML(page.html);
  return tokensOf(new Readability(document).parse()?.textContent ?? '', page.language);
}

/** Word F1, and precision, recall and F1 of runs of four words, per list and type, beside Readability. */
export function report(results) {
  const groups = new Map();
  for (const { page, scores } of results) {
    const { kept } = chooseBlocks(page.tree, page.slots, scores, page.facts);
    const got = page.tokens.flatMap((own, i) => (kept[i] ? own : []));
    const row = [measure(page.wanted, got), measure(page.wanted, readabilityOf(page))];
    for (const name of new Set([page.list, `${page.list} ${page.type}`.trim()]))
      groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  console.log(`${'pages'.padEnd(32)}     word F1   4-gram P, R, F1           Readability: the same`);
  for (const [name, rows] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
    const columns = [0, 1].map((which) => {
      const [f1, precision, recall] = ['f1', 'precision', 'recall'].map((key) => mean(rows.map((row) => row[which][key])));
      return [f1, precision, recall, (2 * precision * recall) / (precision + recall)].map((value) => value.toFixed(3)).join('  ');
    });
    console.log(name.padEnd(32), String(rows.length).padStart(4), columns.join('     '));
  }
}
