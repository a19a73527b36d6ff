export function cellsOf(line: string): string[] | null {
  const inside = /^\s*\|(.*)\|\s*$/.exec(line)?.[1];
  return inside === undefined ? null : inside.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

export function isRule(line: string, columns: number): boolean {
  const cells = cellsOf(line);
  return cells !== null && cells.length === columns && cells.every((cell) => /^:?-+:?$/.test(cell));
}

export function tableRow(cells: readonly string[], columns: number): string {
  const row = Array.from({ length: columns }, (_, index) => cells[index] ?? '');
  row[columns - 1] = cells.slice(columns - 1).join(' ');
  return `| ${row.join(' | ')} |`;
}
