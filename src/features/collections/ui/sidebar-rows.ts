/** Remembers the number of rows, to reserve their space until the collections are loaded. */
const key = 'gleaner.sidebar-collections';

/** Three collections and the button for the rest. */
const mostRows = 4;

/** Null on a first visit or without storage. */
export function rememberedRows(): number | null {
  try {
    const stored = localStorage.getItem(key);
    const rows = stored === null ? Number.NaN : Number(stored);
    return Number.isInteger(rows) && rows >= 1 && rows <= mostRows ? rows : null;
  } catch {
    return null;
  }
}

export function rememberRows(collections: number): void {
  try {
    localStorage.setItem(key, String(Math.min(mostRows, Math.max(1, collections))));
  } catch {}
}
