/** Whether work on many contents runs, so that a page loaded in the meantime can report its end. */
const keyOf = (kind: string) => `gleaner.begun.${kind}`;
const kinds = ['deletion', 'tagging'] as const;
type Kind = (typeof kinds)[number];

export function rememberWork(kind: Kind, runs: boolean): void {
  try {
    if (runs) localStorage.setItem(keyOf(kind), '1');
    else localStorage.removeItem(keyOf(kind));
  } catch {
    // Storage is refused: the end is reported on the next visit of the library.
  }
}

export function wasWorkBegun(): boolean {
  try {
    return kinds.some((kind) => localStorage.getItem(keyOf(kind)) !== null);
  } catch {
    return false;
  }
}
