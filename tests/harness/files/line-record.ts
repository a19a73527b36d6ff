/** Records of what is made of the lines of a file: of each line, and of the variants of it that are read otherwise. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const goldenFile = (name: string): string => fileURLToPath(new URL(`../../golden/${name}`, import.meta.url));

/** The lines of a file in `tests/golden`; `⏎` stands for the end of a line within a case. */
export const goldenLines = (name: string): string[] =>
  readFileSync(goldenFile(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.replaceAll('⏎', '\n'));

const shown = (text: string): string => text.replaceAll('\n', '⏎') || '–';

/** `variants`: how a line is changed, by the name of the change. An empty reading is shown as a dash. */
export function lineRecord(
  lines: readonly string[],
  read: (line: string) => string,
  variants: Readonly<Record<string, (line: string) => string>> = {},
): string {
  const records = lines.map((line) => {
    const own = read(line);
    const others = new Map<string, string[]>();
    for (const [name, change] of Object.entries(variants)) {
      const found = read(change(line));
      if (found !== own) others.set(found, [...(others.get(found) ?? []), name]);
    }
    const rest = [...others].map(([found, names]) => `    ${names.join(', ')}: ${shown(found)}\n`);
    return `${shown(line)} ⇒ ${shown(own)}\n${rest.join('')}`;
  });
  return records.join('');
}
