export function row(name: string, ...cells: string[]): void {
  process.stdout.write(`${name.padEnd(34)}${cells.map((cell) => cell.padStart(11)).join('')}\n`);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
