/** The rows of a table as models write them: with a bar at both ends. */

/** The cells of a row, as they are written; null when the line is none. */
export function cellsOf(line: string): string[] | null {
  const inside = /^\s*\|(.*)\|\s*$/.exec(line)?.[1];
  return inside === undefined ? null : inside.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** Is this the line under a table's head, for so many columns? */
export function isRule(line: string, columns: number): boolean {
  const cells = cellsOf(line);
  return cells !== null && cells.length === columns && cells.every((cell) => /^:?-+:?$/.test(cell));
}

/** A row with exactly so many cells, whatever the model gave: words past the last column stand in it. */
export function tableRow(cells: readonly string[], columns: number): string {
  const row = Array.from({ length: columns }, (_, index) => cells[index] ?? '');
  row[columns - 1] = cells.slice(columns - 1).join(' ');
  return `| ${row.join(' | ')} |`;
}
