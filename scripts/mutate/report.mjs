// The results for the mutants, as text and as JSON.
import { identify, lineOf } from './mutants.mjs';

const isRefused = ({ status }) => status === 'refused';
export const isNoticed = ({ status }) => status === 'killed' || status === 'timeout';

const byName = (a, b) => a.localeCompare(b);
const areaOf = (file) =>
  file
    .split('/')
    .slice(1, file.startsWith('src/features/') ? 3 : 2)
    .join('/');

const short = (text) => text.replace(/\s+/g, ' ').slice(0, 90);

/** `12  ConditionalExpression: a > b  →  true` */
export function sentence(mutant, content) {
  const { from, to } = identify(mutant, content);
  return `${lineOf(content, mutant.start)}  ${mutant.mutator}: ${short(from)}  →  ${short(to)}`;
}

/** Survivors by file, then the score by area and of all, without mutants that types refuse. `contents`: the text of each file. */
export function describeResults(all, contents) {
  const lines = [];
  const results = all.filter((result) => !isRefused(result));
  const survivors = results.filter((result) => !isNoticed(result));
  for (const file of [...new Set(survivors.map((result) => result.file))].toSorted(byName)) {
    lines.push(file);
    for (const mutant of survivors.filter((result) => result.file === file).toSorted((a, b) => a.start - b.start))
      lines.push(`  ${mutant.status.padEnd(9)} ${sentence(mutant, contents.get(file))}`);
  }
  lines.push('');
  for (const name of [...new Set(results.map(({ file }) => areaOf(file)))].toSorted(byName)) {
    const there = results.filter(({ file }) => areaOf(file) === name);
    lines.push(`${name.padEnd(28)} ${there.filter(isNoticed).length} of ${there.length}`);
  }
  const count = results.filter(isNoticed).length;
  const share = ((100 * count) / Math.max(1, results.length)).toFixed(1);
  return `\n${lines.join('\n')}\nnoticed ${count} of ${results.length} (${share} %), ${all.length - results.length} refused by types`;
}

export function toJson(seed, results, contents) {
  const rows = results.map(({ id: _id, content: _content, ...result }) => ({
    ...result,
    place: lineOf(contents.get(result.file), result.start),
    ...identify(result, contents.get(result.file)),
  }));
  return JSON.stringify({ seed, results: rows }, null, 2);
}
